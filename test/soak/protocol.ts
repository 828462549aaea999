// What the process that drives a fault run and its companion in the extension host write for each other: files in a
// folder named by the host's process ID. Each appears under its name in one piece.

/** The environment variable that names the folder of these folders. */
export const inboxVariable = 'JUDGE_FAULTS_INBOX';

/** Something that is open until it is ended. */
export interface OpenResource {
  /** in Node's words: `Timeout`, `TCPWRAP`, `FSEVENTWRAP` */
  readonly kind: string;
  /** the line of the product that opened it */
  readonly where: string;
}

/** An extension host about itself. */
export interface HostReport {
  /** bytes */
  readonly rss: number;
  /** bytes */
  readonly heapUsed: number;
  /** bytes beside the heap that objects hold: buffers above all */
  readonly external: number;
  /** what the product has opened and not ended */
  readonly open: readonly OpenResource[];
}

const track = '.track';

export const names = {
  ready: 'ready',
  wantReport: 'want-report',
  report: 'report',
  track: (id: string) => `${id}${track}`,
  tracked: (id: string) => `${id}.tracked`,
  refused: (id: string) => `${id}.refused`,
  /** The request ID of a file that asks to track one; null: it is another file. */
  idToTrack: (name: string) => (name.endsWith(track) ? name.slice(0, -track.length) : null),
} as const;
