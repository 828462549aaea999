// Messages between the process that drives a fault run and its companion in the extension host: files in a folder with the
// process ID of the host as its name. Files are written completely before they get their name.

/** Environment variable with the parent folder of these folders. */
export const inboxVariable = 'JUDGE_FAULTS_INBOX';

/** A resource that stays open until it is closed. */
export interface OpenResource {
  /** type of Node: `Timeout`, `TCPWRAP`, `FSEVENTWRAP` */
  readonly kind: string;
  /** line of the extension that opened it, and its callers */
  readonly where: string;
}

/** Figures of an extension host. */
export interface HostReport {
  /** bytes */
  readonly rss: number;
  /** bytes */
  readonly heapUsed: number;
  /** memory of objects outside the heap, mostly buffers, bytes */
  readonly external: number;
  /** resources that the extension hasn’t closed */
  readonly open: readonly OpenResource[];
}

const track = '.track';
const signIn = '.sign-in';

export const names = {
  ready: 'ready',
  wantReport: 'want-report',
  report: 'report',
  /** @param name of the submission, `<service>.<request ID>` */
  track: (name: string) => `${name}${track}`,
  tracked: (name: string) => `${name}.tracked`,
  refused: (name: string) => `${name}.refused`,
  /** Returns the submission that a file requests to track; null for other files. */
  toTrack: (file: string) => {
    const [service = '', id = ''] = file.endsWith(track) ? file.slice(0, -track.length).split('.') : [];
    return id === '' ? null : { service, id };
  },
  /** @param service ID of the service, encoded for a file name */
  signIn: (service: string) => `${encodeURIComponent(service)}${signIn}`,
  /** Returns the service ID of a file that requests a sign-in; null for other files. */
  toSignIn: (file: string) =>
    file.endsWith(signIn) ? decodeURIComponent(file.slice(0, -signIn.length)) : null,
} as const;
