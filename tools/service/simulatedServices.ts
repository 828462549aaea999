import type { Verdict } from './judging/verdict';

/**
 * The two services that the local judge can simulate. `luogu` behaves like the public service. `custom` differs in
 * everything that the specification leaves open: status codes (some have a different meaning than in the public
 * service, on purpose), units, authentication, and framing.
 */
export type RoleName = 'luogu' | 'custom';

export interface Role {
  readonly name: RoleName;
  readonly statusCodes: Readonly<Record<Verdict, number>>;
  /** Converts ms to the service's unit. */
  readonly time: (ms: number) => number;
  /** Converts KiB to the service's unit. */
  readonly memory: (kib: number) => number;
  /** Converts points out of 100 to the service's unit. */
  readonly score: (points: number) => number;
  readonly formErrorType: string;
  /** The field of `errorData` that is 1 in a form error. */
  readonly formErrorMarker: 'lentilleFormError' | 'platformFormError';
  readonly errorTypePrefix: string;
  readonly authentication: 'basic' | 'header';
  /** Header for the authentication `header`, in lower case. */
  readonly credentialHeader: string;
  readonly socket: {
    readonly path: string;
    readonly framing: 'plain' | 'channel';
    /** Query parameter that may contain the credential of a WebSocket. */
    readonly credentialParameter: string;
  };
  /** Header with the signature of a callback; null if callbacks aren't signed. */
  readonly callbackSignatureHeader: string | null;
  /** Returns the entry for this role in the extension's setting `services`. */
  readonly description: (origin: string) => Readonly<Record<string, unknown>>;
}

const luogu: Role = {
  name: 'luogu',
  statusCodes: {
    waiting: 0,
    judging: 1,
    compileError: 2,
    outputLimit: 3,
    memoryLimit: 4,
    timeLimit: 5,
    wrongAnswer: 6,
    runtimeError: 7,
    invalid: 11,
    accepted: 12,
    unaccepted: 14,
  },
  time: (ms) => ms,
  memory: (kib) => kib,
  score: (points) => points,
  formErrorType: 'Lentille\\SymfonyBundle\\Exception\\FormErrorException',
  formErrorMarker: 'lentilleFormError',
  errorTypePrefix: 'Symfony\\Component\\HttpKernel\\Exception\\',
  authentication: 'basic',
  credentialHeader: 'authorization',
  socket: { path: '/ws', framing: 'channel', credentialParameter: 'token' },
  callbackSignatureHeader: 'Luogu-API-Callback-Sign',
  description: (origin) => ({
    type: 'luogu',
    url: origin,
    push: {
      webSocketUrl: `${origin.replace(/^http/, 'ws')}/ws?channel=judge.result`,
      framing: 'channel',
      authentication: 'query:token',
    },
  }),
};

const customCodes: Readonly<Record<Verdict, number>> = {
  accepted: 0,
  wrongAnswer: 1,
  timeLimit: 2,
  memoryLimit: 3,
  outputLimit: 4,
  runtimeError: 5,
  compileError: 6,
  waiting: 7,
  unaccepted: 9,
  invalid: 11,
  judging: 12,
};

const custom: Role = {
  name: 'custom',
  statusCodes: customCodes,
  time: (ms) => ms / 1000,
  memory: (kib) => Math.round((kib / 1024) * 100) / 100,
  score: (points) => points / 100,
  formErrorType: 'Judge\\Platform\\FormErrorException',
  formErrorMarker: 'platformFormError',
  errorTypePrefix: 'Judge\\Platform\\',
  authentication: 'header',
  credentialHeader: 'x-judge-key',
  socket: { path: '/events', framing: 'plain', credentialParameter: 'key' },
  callbackSignatureHeader: null,
  description: (origin) => ({
    type: 'judge',
    url: origin,
    authentication: { scheme: 'header', headerName: 'X-Judge-Key' },
    statusCodes: {
      [customCodes.accepted]: { name: 'Correct', kind: 'accepted', short: 'OK' },
      [customCodes.wrongAnswer]: { name: 'Wrong Answer', kind: 'failed', short: 'WA' },
      [customCodes.timeLimit]: { name: 'Time Limit Exceeded', kind: 'failed', short: 'TLE' },
      [customCodes.memoryLimit]: { name: 'Memory Limit Exceeded', kind: 'failed', short: 'MLE' },
      [customCodes.outputLimit]: { name: 'Output Limit Exceeded', kind: 'failed', short: 'OLE' },
      [customCodes.runtimeError]: { name: 'Runtime Error', kind: 'failed', short: 'RTE' },
      [customCodes.compileError]: { name: 'Compile Error', kind: 'failed', short: 'CE' },
      [customCodes.waiting]: { name: 'Queued', kind: 'pending', short: '…' },
      [customCodes.judging]: { name: 'Running', kind: 'pending', short: '…' },
      [customCodes.unaccepted]: { name: 'Incorrect', kind: 'failed', short: 'NO' },
      [customCodes.invalid]: { name: 'Judge Error', kind: 'error', short: 'JE' },
    },
    units: { time: 's', memory: 'MiB', score: '' },
    push: {
      webSocketUrl: `${origin.replace(/^http/, 'ws')}/events`,
      framing: 'plain',
      authentication: 'header',
    },
  }),
};

export const roles: Readonly<Record<RoleName, Role>> = { luogu, custom };
