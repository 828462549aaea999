import type { JudgingRules } from '../judge';

/** How a credential is shown to a service. */
export type Authentication =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'bearer' }
  | { readonly scheme: 'header'; readonly headerName: string };

export type WebSocketFraming = 'plain' | 'channel';

/** How the WebSocket is told who is there. */
export type PushAuthentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'header' }
  | { readonly kind: 'query'; readonly parameter: string };

export interface WebSocketPush {
  /** the whole address but the credential; never printed with it */
  readonly url: string;
  readonly framing: WebSocketFraming;
  readonly authentication: PushAuthentication;
  /** the channel whose frames are results, with `channel` framing; null: any */
  readonly channel: string | null;
  /** what the service says of its connections; null: it says nothing, so nothing is assumed */
  readonly limits: PushLimits | null;
}

export interface PushLimits {
  /** most connections for one credential: beyond that the service drops the oldest */
  readonly connections: number;
  /** how often the service sends a ping, ms: a connection without any is dead */
  readonly pingInterval: number;
}

/** How long a service keeps a result, in ms after the end of the judging. */
export interface ResultLifetime {
  /** it is surely still there */
  readonly safe: number;
  /** it is surely gone */
  readonly end: number;
}

export interface SubmissionOffer {
  /** path below the base address */
  readonly path: string;
  /** the service's list; people may type another */
  readonly languages: readonly SubmissionLanguage[];
  /** most characters of a `trackId` */
  readonly trackIdLimit: number;
  /** the body to post, as the service names its fields */
  readonly encode: (submission: Submission) => Readonly<Record<string, unknown>>;
}

/** What a person hands in. */
export interface Submission {
  readonly problemId: string;
  /** as the service wants it: `cxx/17/gcc` */
  readonly language: string;
  readonly optimise: boolean;
  readonly code: string;
  /** random; the service returns it unchanged */
  readonly trackId: string;
}

export interface SubmissionLanguage {
  /** as the service wants it: `cxx/17/gcc` */
  readonly id: string;
  readonly name: string;
  /** VS Code language identifiers and file extensions (with the dot) it goes with */
  readonly editorLanguages: readonly string[];
  readonly extensions: readonly string[];
}

/** Everything that one service adds to the specification. Adding a service is one such object. */
export interface ServiceProfile {
  readonly id: string;
  /** what people call it */
  readonly name: string;
  /** null where it has none */
  readonly chineseName: string | null;
  /** base address without a trailing slash, user information or query */
  readonly baseUrl: string;
  /** origin of `baseUrl`: with the request ID it is a record's key */
  readonly origin: string;
  readonly authentication: Authentication;
  readonly rules: JudgingRules;
  /** null: not known, nothing is assumed */
  readonly resultLifetime: ResultLifetime | null;
  readonly webSocket: WebSocketPush | null;
  /** header of a signed callback; null: callbacks are unsigned, so only hints */
  readonly callbackSignatureHeader: string | null;
  readonly submission: SubmissionOffer | null;
  /** path below the base address; null: the service has no quota to show */
  readonly quotaPath: string | null;
  /** address of a problem's page; null: the service has none */
  readonly problemPage: ((problemId: string) => string) | null;
  /** the problem ID in a file's name (without its extension), in the form the service wants; null: none is seen */
  readonly problemIdIn: ((name: string) => string | null) | null;
  /** the text is the ID of a record on the service's website, which is no request ID */
  readonly isWebsiteRecord: ((text: string) => boolean) | null;
  /** the text looks like one of the service's request IDs (the clipboard is offered then) */
  readonly looksLikeRequestId: (text: string) => boolean;
}
