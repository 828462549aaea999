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
const signIn = '.sign-in';

export const names = {
  ready: 'ready',
  wantReport: 'want-report',
  report: 'report',
  /** `name`: of the judging, `<service>.<request ID>` */
  track: (name: string) => `${name}${track}`,
  tracked: (name: string) => `${name}.tracked`,
  refused: (name: string) => `${name}.refused`,
  /** What is to be tracked, by a file that asks for that; null: it is another file. */
  toTrack: (file: string) => {
    const [service = '', id = ''] = file.endsWith(track) ? file.slice(0, -track.length).split('.') : [];
    return id === '' ? null : { service, id };
  },
  /** `service`: its ID, which file names can’t hold */
  signIn: (service: string) => `${encodeURIComponent(service)}${signIn}`,
  /** The service ID of a file that asks for its credentials; null: it is another file. */
  toSignIn: (file: string) =>
    file.endsWith(signIn) ? decodeURIComponent(file.slice(0, -signIn.length)) : null,
} as const;
