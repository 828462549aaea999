import type { Account, SessionState, SignIn } from './authentication';
import type { DescribedFields } from './describedFields';
import type { ServiceFailure } from './failure';
import type { Answer, JudgeHttp, RefusalIn, ServiceRequest } from './judgeHttp';
import type { PlainAnswer, ReadResult, ResultAnswer } from './profiles/answer';
import type { RequestName } from './requestName';
import type {
  FoundProblem,
  ProblemForm,
  ProblemName,
  Quota,
  SampleLimits,
  SampleRun,
  Statement,
  Submission,
  SubmissionLanguage,
  Submitted,
} from './submission';

/**
 * One judge as its user has set it up. Four members are required. Leave out what the judge can't do: it is neither offered
 * nor mentioned then.
 *
 * The functions that are given `JudgeHttp` send requests one after the other, and return what they read. They keep no state
 * between calls, because they are run again with recorded responses.
 */
export interface JudgeAdapter {
  readonly signIn: SignIn;
  /** Sends a cheap request that succeeds only if the user is signed in. */
  readonly checkAccount: (http: JudgeHttp) => Promise<Account>;
  readonly fetchResult: (http: JudgeHttp, request: RequestName) => Promise<ResultAnswer>;
  /** Whether the text looks like a request ID of this judge. Then it is offered if it is in the clipboard. */
  readonly looksLikeRequestId: (text: string) => boolean;

  /** Finds the problem ID in the name of a file without its extension; null if there is none. */
  readonly problemIdIn?: ((fileName: string) => string | null) | undefined;
  /** Returns the failure that a response reports. Absent: the HTTP status decides. */
  readonly refusalIn?: RefusalIn | undefined;
  /** Form of the request IDs. Other texts are never requested. Absent: letters, digits, `_` and `-`. */
  readonly requestIdForm?: IdForm | undefined;
  /** Maximum size of a response after decompression, bytes. Absent: 16 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Whether a web page may send it requests (CORS). Absent: unknown. */
  readonly worksInBrowser?: boolean | undefined;
  /** How long it keeps results. Absent: unknown. */
  readonly resultLifetime?: ResultLifetime | undefined;

  readonly session?: Session | undefined;
  readonly signature?: Signature | undefined;
  readonly pace?: PaceLimits | undefined;
  readonly listing?: Listing | undefined;
  readonly contests?: Contests | undefined;
  readonly batch?: BatchSupport | undefined;
  readonly push?: Push | undefined;
  /** It sends results to a URL of the user. */
  readonly callback?: Callback | undefined;
  readonly submission?: SubmissionSupport | undefined;
  readonly samples?: SampleSupport | undefined;
  readonly quota?: QuotaSupport | undefined;
  readonly pages?: Pages | undefined;
  /** Follows the paths of its description in a response. Null: no path leads anywhere. Absent: it has no paths. */
  readonly describedFields?: ((answer: Answer) => DescribedFields | null) | undefined;
}

/** The secret opens a session, which is sent with all other requests. It is opened again when it has ended. */
export interface Session {
  /** Returns the session as text, in any form. This is the only function that gets the secret. */
  readonly open: (http: JudgeHttp, secret: string) => Promise<string>;
  /** Headers of the requests that belong to a session. */
  readonly headers: (session: string) => Readonly<Record<string, string>>;
  readonly stateAfter: (answer: PlainAnswer) => SessionState;
}

/** The secret signs each request. */
export interface Signature {
  /** `now`: ms since 1970 */
  readonly sign: (request: ServiceRequest, secret: string, now: number) => Promise<ServiceRequest>;
}

/** How often the judge may be requested, ms. */
export interface PaceLimits {
  /** Minimum time between two requests for one result. */
  readonly interval: number;
  /** Maximum time between them while the judge responds. Absent: as the settings have it. */
  readonly maximum?: number;
  /** Minimum time between them while results are pushed. Absent: `interval`. */
  readonly besidePush?: number;
  /** Minimum time between a response and the next request of all windows of this computer. Absent: no limit. */
  readonly machine?: number;
}

/** The user's newest submissions, the newest first. */
export type Listing =
  | {
      readonly needsAccount: false;
      /** `account`: the user's name at the judge; null: unknown */
      readonly fetchRecent: (http: JudgeHttp, account: string | null) => Promise<readonly RecentSubmission[]>;
    }
  | {
      /** It can't be requested without the user's name. */
      readonly needsAccount: true;
      readonly fetchRecent: (http: JudgeHttp, account: string) => Promise<readonly RecentSubmission[]>;
    };

/** Submissions of contests that `Listing` leaves out. */
export interface Contests {
  /** Each returns contests that may have new submissions of the user, the newest first. They fail separately. */
  readonly fetchOpen: readonly ((http: JudgeHttp) => Promise<readonly string[]>)[];
  /** Selects the contests that are requested, of those with submissions or from `fetchOpen`. */
  readonly select: (contests: readonly string[]) => readonly string[];
  /** Returns the user's submissions in one contest. */
  readonly fetchRecent: (
    http: JudgeHttp,
    contest: string,
    account: string,
  ) => Promise<readonly RecentSubmission[]>;
}

/** One request for the state of all pending submissions, instead of one for each. */
export interface BatchSupport {
  /** Minimum time between two of these requests, ms. */
  readonly interval: number;
  /** Whether that request has all of these submissions, and is better than one for each. */
  readonly covers: (pending: readonly RequestName[], account: string | null) => boolean;
  /** Returns the states by request ID. It may contain other submissions, and may leave some out. */
  readonly fetchStates: (
    http: JudgeHttp,
    pending: readonly RequestName[],
    account: string | null,
  ) => Promise<ReadonlyMap<string, BatchAnswer>>;
}

/** Programs can be submitted. */
export interface SubmissionSupport {
  readonly submit: (http: JudgeHttp, submission: Submission) => Promise<Submitted>;
  /** All languages of the judge. The user can type another one. Absent: `fetchForm` returns those of a problem. */
  readonly languages?: readonly SubmissionLanguage[] | undefined;
  /** Documents that can be submitted. Absent: those of `languages`, or of every known language. */
  readonly documents?: Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'> | undefined;
  /** Fetches what a problem accepts. */
  readonly fetchForm?: ((http: JudgeHttp, problem: ProblemName) => Promise<ProblemForm>) | undefined;
  /** Finds problems by a part of their ID or title. */
  readonly findProblems?: ((http: JudgeHttp, text: string) => Promise<readonly FoundProblem[]>) | undefined;
  readonly fetchStatement?: ((http: JudgeHttp, problem: ProblemName) => Promise<Statement>) | undefined;
  /** Returns the problem of a page of the judge; null if the page has none. */
  readonly problemAt?: ((address: string) => ProblemName | null) | undefined;
  readonly contestProblems?: ContestProblems | undefined;
  readonly places?: ProblemPlaces | undefined;
  readonly selfTest?: SelfTest | undefined;
  /** There is a switch for compiler optimization. */
  readonly hasOptimisation?: true | undefined;
  /** Maximum number of characters of a `trackId`. Absent: 64. */
  readonly trackIdLimit?: number | undefined;
}

/** The problems of a contest can be listed. */
export interface ContestProblems {
  /** Returns the contest of a page of the judge; null if the page isn't about one. */
  readonly contestAt: (address: string) => string | null;
  readonly fetchProblems: (http: JudgeHttp, contest: string) => Promise<readonly FoundProblem[]>;
}

/** Where problems are: domains or contests. */
export interface ProblemPlaces {
  /** Name to display; null if it is the judge's own place, or has no name. */
  readonly name: (place: string) => string | null;
  /** The same text for two ways to write one place. */
  readonly key: (place: string | null) => string;
  /** Where the problems of a contest are after it has ended. */
  readonly afterContest: (place: string) => string | null;
}

/** Programs can be run with the user's own inputs. */
export interface SelfTest {
  /** Maximum number of characters of all expected outputs of a run. */
  readonly maxExpected: number;
}

/** Programs can be run with samples, outputs are compared. */
export interface SampleSupport {
  /** VS Code identifiers of languages that such a judge can have. */
  readonly editorLanguages: readonly string[];
  readonly fetchLanguages: (http: JudgeHttp) => Promise<readonly SubmissionLanguage[]>;
  readonly fetchLimits: (http: JudgeHttp) => Promise<SampleLimits>;
  /**
   * Sends at most `limits.together` samples in one request. Returns a token for each, in their order. If the judge accepts
   * only some of them, the failure contains their tokens (`taken`). All tokens together become the locator of the record:
   * `a,b;c`, where `;` separates requests.
   */
  readonly run: (http: JudgeHttp, run: SampleRun, limits: SampleLimits) => Promise<readonly string[]>;
}

/** Submissions cost points. */
export interface QuotaSupport {
  readonly fetchQuotas: (http: JudgeHttp) => Promise<readonly Quota[]>;
  /** Points that one submission costs. Absent: unknown. */
  readonly price?: { readonly least: number; readonly most: number } | undefined;
}

/** Pages of its website. */
export interface Pages {
  readonly problem?: ((problem: ProblemName) => string) | undefined;
  /** Whether a page has this problem, alone (true) or with others (null). Absent: only `problem` has it. */
  readonly isProblemPage?: ((address: string, problem: ProblemName) => boolean | null) | undefined;
  readonly record?: ((request: RequestName) => string | null) | undefined;
  /** Reads an address, or another text, that was entered as a request ID; null if it isn't one of this judge. */
  readonly readAddress?: ((text: string) => RequestIdInput | null) | undefined;
}

/** The meaning of a text that was entered as a request ID. */
export type RequestIdInput =
  /** `hint`: what the judge needs besides the ID, if the address contains it */
  | { readonly kind: 'requestId'; readonly id: string; readonly hint?: string | null }
  /** A record of the website that the API has no result for. `text`: its ID or URL. */
  | { readonly kind: 'websiteRecord'; readonly text: string }
  /** An address of the judge without a request ID. */
  | { readonly kind: 'addressWithoutId' }
  /** An address of none of the judges. `serviceUrl`: the URL its judge would have; null: it isn't on the web */
  | { readonly kind: 'foreign'; readonly host: string; readonly serviceUrl: string | null }
  | { readonly kind: 'nothing' }
  /** Not a request ID. `form`: of the judge's IDs; null or absent: letters, digits, `_` and `-`, at most 128 */
  | { readonly kind: 'notAnId'; readonly form?: IdForm | null };

/** `digits`: a number of at most `length` digits; `hex`: `length` hexadecimal digits. */
export interface IdForm {
  readonly kind: 'digits' | 'hex';
  readonly length: number;
}

/** The state of one submission in a batch. */
export type BatchAnswer =
  | ResultAnswer
  /** It has ended. Its result is fetched separately. */
  | { readonly kind: 'ended' };

/** One of the user's newest submissions, as the judge lists them. */
export interface RecentSubmission extends RequestName {
  /** ID or title of its problem; null: unknown */
  readonly problem: string | null;
  /** Title of its contest or homework. Absent: none, or unknown. */
  readonly contest?: string;
  /** One of the codes of the judge; null: unknown */
  readonly status: number | string | null;
  readonly score: number | null;
  /** ms since 1970; null: unknown */
  readonly at: number | null;
}

/** How credentials are sent to the WebSocket. */
export type PushAuthentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'header' }
  | { readonly kind: 'query'; readonly parameter: string };

export interface Push {
  /** `wss://host` of the connection. Credentials may be sent there. */
  readonly origin: string;
  /** Returns the URL without the credentials. It is never printed. Null: it depends on the user's name, which is unknown. */
  readonly url: (account: string | null) => string | null;
  readonly authentication: PushAuthentication;
  /** null: unknown, nothing is assumed */
  readonly limits: PushLimits | null;
  /** Reads one text frame. `hintOf`: returns what is known of a record besides its request ID; null: nothing */
  readonly read: (text: string, hintOf?: (requestId: string) => string | null) => PushFrame;
  /** Returns the URL of a connection for one result that `url` doesn't report; null: it needs none. */
  readonly detail: ((request: RequestName) => string | null) | null;
}

/** The content of one text frame of a push socket. */
export type PushFrame =
  | { readonly kind: 'result'; readonly requestId: string; readonly answer: ReadResult }
  /** That result has changed. It must be fetched. */
  | { readonly kind: 'nudge'; readonly requestId: string }
  /** The judge accepted the upgrade, but won't push anything. */
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  /** A greeting, or anything else that isn't a result. */
  | { readonly kind: 'other' }
  /** The judge requests this response. */
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'unreadable' };

export interface PushLimits {
  /** Maximum number of connections with the same credentials. The judge drops the oldest if there are more. */
  readonly connections: number;
  /** Interval of the judge's pings, ms. A connection without pings is dead. */
  readonly pingInterval: number;
}

/** The judge posts results to a URL of the user. */
export interface Callback {
  /** Header with the signature; null: callbacks are unsigned, so they only cause a poll */
  readonly signatureHeader: string | null;
}

/** How long the judge keeps a result, in ms after it has finished. */
export interface ResultLifetime {
  /** The result still exists. */
  readonly safe: number;
  /** The result doesn't exist anymore. */
  readonly end: number;
}

export type { Answer, JudgeHttp, RefusalIn } from './judgeHttp';
