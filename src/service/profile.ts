import type { Contest, JudgingRules, Limits } from '../judge';
import type { ServiceFailure } from './failure';
import { type ServiceId, pathBelow } from './address';
import type { PlainAnswer, ReadResult, ResultAnswer } from './profiles/answer';

/** How a credential is shown to a service. */
export type Authentication =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'bearer' }
  | {
      readonly scheme: 'header';
      readonly headerName: string;
      /** stands before the secret in the header's value: `token `; absent: nothing does */
      readonly prefix?: string;
    }
  /** no header holds it: the profile's `shown` says how it becomes part of requests */
  | { readonly scheme: 'own' };

/** A place that a description names, where an answer has nothing that can be used. */
export interface Gap {
  /** of the description: `result.fields.score` */
  readonly field: string;
  readonly place: string;
  /** what stands there, in JSON; null: nothing */
  readonly sent: string | null;
  /** where nothing stands: what there is beside it */
  readonly around: readonly string[];
}

/** How a credential becomes part of requests, where it is no header by itself. */
export type ShownCredential =
  | {
      readonly kind: 'signature';
      /** the request with what shows that it comes from who has that secret; `now`: ms since 1970 */
      readonly sign: (request: ServiceRequest, secret: string, now: number) => Promise<ServiceRequest>;
    }
  /** a session is opened with it, silently, and once more where an answer says that it is over */
  | {
      readonly kind: 'session';
      /** what comes back is the session, in the profile's own form */
      readonly open: (secret: string) => Question<string>;
      /** cookies, and headers derived from them */
      readonly headers: (session: string) => Readonly<Record<string, string>>;
      readonly isOver: (answer: PlainAnswer) => boolean;
    };

/** One request of a service's interface. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** path and query, below the base address */
  readonly path: string;
  /** sent as JSON */
  readonly body?: unknown;
  /** sent as a form instead, URL-encoded, or as multipart where a file is among its fields */
  readonly form?: Readonly<Record<string, string | FormFile>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** more parameters, which may be used only where it is signed */
  readonly ifSigned?: Readonly<Record<string, string>>;
}

/** A text that is sent as a file of a form. */
export interface FormFile {
  readonly fileName: string;
  readonly text: string;
}

/** A request that is made from the answers to those before it; null: it isn't needed, nor is what comes after it. */
export type LaterRequest = ServiceRequest | ((answers: readonly PlainAnswer[]) => ServiceRequest | null);

/** What is asked of a service, and what its answer says. `read` throws `ServiceFailed`; `now` is ms since 1970. */
export interface Question<Value> {
  readonly request: ServiceRequest;
  /** requests that belong to it, sent one after the other as long as none is refused; absent: one is enough */
  readonly more?: readonly LaterRequest[];
  readonly read: (answer: PlainAnswer, now: number, more?: readonly PlainAnswer[]) => Value;
}

/** What finds one result at a service. */
export interface RequestName {
  readonly requestId: string;
  /** what the service needs besides the ID, in the profile's own form: a domain, a contest; null: nothing */
  readonly hint: string | null;
}

/** What a person may have meant by a text where a request ID is asked for. */
export type RequestIdInput =
  /** `hint`: what else the address says, in the profile's own form */
  | { readonly kind: 'requestId'; readonly id: string; readonly hint?: string | null }
  /** a record on the service's website: it has no result here; `text` is what names it */
  | { readonly kind: 'websiteRecord'; readonly text: string }
  /** an address of the service, but no request ID in it */
  | { readonly kind: 'addressWithoutId' }
  /** an address of none of the services; `serviceUrl`: where that one would be, null: not on the web */
  | { readonly kind: 'foreign'; readonly host: string; readonly serviceUrl: string | null }
  | { readonly kind: 'nothing' }
  /** not the form of an ID: letters, digits, `_` and `-`, at most 128 */
  | { readonly kind: 'notAnId' };

/** Who a credential belongs to. */
export interface Account {
  /** the user's name at the service; null: it has none, or doesn't tell */
  readonly name: string | null;
}

/** How a person signs in. */
export type SignIn =
  | { readonly kind: 'none' }
  /** a secret that is typed or pasted, shown as `authentication` says */
  | {
      readonly kind: 'secret';
      readonly secret: SecretKind;
      /** the page of the service where it is made, or that says how; null: not known */
      readonly page: string | null;
      /** the secret in what was typed or pasted; absent: all of it */
      readonly secretIn?: (text: string) => string;
      /** some services of this type want none */
      readonly isOptional: boolean;
      /** not asked for while a service is added: most people have none */
      readonly later?: true;
    }
  /** user name and password are sent once; what comes back is the credential. Or a session that is pasted. */
  | {
      readonly kind: 'password';
      readonly signIn: (user: string, password: string, code: string | null) => Question<SignedIn>;
      /** the cookie that is the session where one is pasted */
      readonly cookie: string;
    };

/** What kind of secret is asked for; its words are made where it is asked. */
export type SecretKind =
  /** of an account that pays for it */
  | 'openAppToken'
  /** from the user's own page */
  | 'apiToken'
  /** asked for one after the other, and shown as HTTP Basic has them */
  | 'userAndPassword'
  /** the same with a key of an API and its secret */
  | 'keyAndSecret'
  /** in a file of the person's own, which `secretIn` reads */
  | 'file'
  /** whatever the service has */
  | 'any';

export type SignedIn =
  | { readonly kind: 'signedIn'; readonly secret: string }
  /** the account is protected by a second factor: its code is wanted, too */
  | { readonly kind: 'secondFactor' };

/** How often a service may be asked, ms. */
export interface Pace {
  /** least time between two requests for one result */
  readonly interval: number;
  /** most time between them while the service answers; null: as the settings say */
  readonly maximum: number | null;
  /** least time between them while results are pushed */
  readonly besidePush: number;
  /** least time between an answer and the next request of all windows of this machine; null: no such limit */
  readonly machine: number | null;
}

/** One request that tells how all pending results are doing, asked at most every `interval` ms. */
export interface Batch {
  readonly interval: number;
  /** null: it can't be asked without the account's name, or these are better asked for by themselves */
  readonly question: (
    pending: readonly RequestName[],
    account: string | null,
  ) => Question<ReadonlyMap<string, BatchAnswer>> | null;
}

/** What a batch tells of one of them. */
export type BatchAnswer =
  | ResultAnswer
  /** it has ended: its result has to be asked for by itself */
  | { readonly kind: 'ended' };

/** One of the user's newest submissions, as a service lists them. */
export interface RecentSubmission extends RequestName {
  /** ID or title of its problem; null: not told */
  readonly problem: string | null;
  /** the title of the contest or homework it was made in; absent: none, or not told */
  readonly contest?: string;
  /** a code of the profile's rules; null: not told */
  readonly status: number | string | null;
  readonly score: number | null;
  /** ms since 1970; null: not told */
  readonly at: number | null;
}

/** How the WebSocket is told who is there. */
export type PushAuthentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'header' }
  | { readonly kind: 'query'; readonly parameter: string };

export interface Push {
  /** `wss://host`: where it connects, and so where a credential may go */
  readonly origin: string;
  /** the whole address but the credential, never printed; null: it can't be known without the account's name */
  readonly url: (account: string | null) => string | null;
  readonly authentication: PushAuthentication;
  /** what the service says of its connections; null: it says nothing, so nothing is assumed */
  readonly limits: PushLimits | null;
  /** Reads one text frame. `hintOf`: what is known besides a request ID; null: nothing. */
  readonly read: (text: string, hintOf?: (requestId: string) => string | null) => PushFrame;
  /** for a result that the one connection doesn't tell of: the address of its own; null: there is none */
  readonly detail: ((request: RequestName) => string | null) | null;
}

/** What one text frame of a push socket holds. */
export type PushFrame =
  | { readonly kind: 'result'; readonly requestId: string; readonly answer: ReadResult }
  /** there is news of that result, which has to be asked for */
  | { readonly kind: 'nudge'; readonly requestId: string }
  /** nothing will be pushed here, which an upgrade that was accepted didn't tell */
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  /** a greeting, or something that is no result */
  | { readonly kind: 'other' }
  /** the service wants to hear this */
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'unreadable' };

export interface PushLimits {
  /** most connections for one credential: beyond that the service drops the oldest */
  readonly connections: number;
  /** how often the service sends a ping, ms: a connection without any is dead */
  readonly pingInterval: number;
}

/** How a service posts results to an address of the person's. */
export interface Callback {
  /** header with the signature; null: callbacks are unsigned, so only nudges */
  readonly signatureHeader: string | null;
}

/** How long a service keeps a result, in ms after the end of the judging. */
export interface ResultLifetime {
  /** it is surely still there */
  readonly safe: number;
  /** it is surely gone */
  readonly end: number;
}

export interface SubmissionOffer {
  /** the service's list; people may type another. Empty: `formOf` tells. */
  readonly languages: readonly SubmissionLanguage[];
  /** documents that may be handed in: the editor's own languages, and extensions of files */
  readonly documents: Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'>;
  /** asks what a problem takes; null: `languages` is all that is known */
  readonly formOf: ((problem: ProblemName) => Question<ProblemForm>) | null;
  /** asks for problems by a part of their ID or title; null: the service can't be searched */
  readonly search: ((text: string) => Question<readonly FoundProblem[]>) | null;
  /** the problem that an address of the service's website is about; null: it is none */
  readonly problemIn: ((text: string) => ProblemName | null) | null;
  /** the problems of the contest that an address of the service's website is about; null: it is about none */
  readonly contestAt?: (text: string) => Question<readonly FoundProblem[]> | null;
  /** what people call a place; null: it has no name */
  readonly placeName?: (place: string) => string | null;
  /** the same text for two ways to name one place */
  readonly placeKey?: (place: string | null) => string;
  /** where the problems of a contest stand once it has ended */
  readonly placeAfterContest?: (place: string) => string | null;
  /** asks for a problem's statement; absent: the service has none to read here */
  readonly statementOf?: (problem: ProblemName) => Question<Statement>;
  /** the switch for optimisation exists */
  readonly hasOptimisation: boolean;
  /** programs can be run with inputs of one's own */
  readonly hasSelfTest: boolean;
  /** such a run may be told which outputs are expected, so many characters in all; absent: it can't be */
  readonly longestExpected?: number;
  /** most characters of a `trackId` */
  readonly trackIdLimit: number;
  readonly submit: (submission: Submission) => Question<Submitted>;
}

export interface ProblemName {
  readonly problemId: string;
  /** where it stands, in the profile's own form: a domain, a contest; null: nowhere in particular */
  readonly place: string | null;
}

/** What the form for handing in says of a problem. */
export interface ProblemForm {
  readonly languages: readonly SubmissionLanguage[];
  /** null: not told */
  readonly limits: Limits | null;
  /** null or absent: not told */
  readonly title?: string | null;
  /** the contest that it stands in; null or absent: none, or not told */
  readonly contest?: Contest | null;
  /** those of its statement; absent: not told */
  readonly samples?: readonly Sample[];
}

export interface FoundProblem extends ProblemName {
  readonly title: string;
  /** what its contest calls it: `A`; absent: it was not asked for as one of a contest */
  readonly letter?: string;
  /** the contest's title; absent: none, or not told */
  readonly contest?: string | null;
}

/** A record whose result its contest hides until the end. */
export interface HiddenRecord extends RequestName {
  readonly contest: Contest | null;
}

/** What a problem asks for. */
export interface Statement {
  /** null: not told */
  readonly title: string | null;
  /** Markdown, by the language it is written in; of one that isn't told under an empty name */
  readonly texts: Readonly<Record<string, string>>;
}

/** What a person hands in. */
export interface Submission extends ProblemName {
  /** as the service wants it: `cxx/17/gcc` */
  readonly language: string;
  readonly optimise: boolean;
  readonly code: string;
  /** random; the service returns it unchanged */
  readonly trackId: string;
  /** a self-test: run with these instead of being judged; null: judged */
  readonly inputs: readonly string[] | null;
  /** the output that is expected for each of the inputs; absent: not known */
  readonly expected?: readonly string[] | undefined;
}

/** What a service says of what was handed in. */
export type Submitted =
  | ({ readonly kind: 'accepted' } & RequestName)
  /** taken, but its result is kept back as long as the contest lasts; `found`: which record it is, null: not told */
  | { readonly kind: 'hidden'; readonly found?: Question<HiddenRecord | null> | null };

/** Runs a program on inputs of the person's own, each with the output that is expected of it. */
export interface SampleOffer {
  /** VS Code identifiers of the languages that such a service may have; which it has, `languages` tells */
  readonly editorLanguages: readonly string[];
  readonly languages: Question<readonly SubmissionLanguage[]>;
  readonly limits: Question<SampleLimits>;
  /**
   * In as many batches as it takes, at least one: samples that go out in one request. The answer is a token for each,
   * or a failure that says which were taken. With commas between them, and `;` between batches, they are the record's
   * hint.
   */
  readonly run: (run: SampleRun, limits: SampleLimits) => readonly Question<readonly string[]>[];
}

export interface Sample {
  readonly input: string;
  readonly expected: string;
}

export interface SampleRun {
  /** as the service wants it */
  readonly language: string;
  readonly code: string;
  /** at least one */
  readonly samples: readonly Sample[];
  /** of the problem, ms and KiB; null: as the service has it */
  readonly time: number | null;
  readonly memory: number | null;
}

/** The most that a service allows. */
export interface SampleLimits {
  /** ms */
  readonly time: number;
  /** KiB */
  readonly memory: number;
  /** samples in one request */
  readonly together: number;
}

export interface SubmissionLanguage {
  /** as the service wants it: `cxx/17/gcc` */
  readonly id: string;
  readonly name: string;
  /** VS Code language identifiers and file extensions (with the dot) it goes with */
  readonly editorLanguages: readonly string[];
  readonly extensions: readonly string[];
}

/** A packet of judging points. Times are ms since 1970; null: not said. */
export interface Quota {
  readonly available: number;
  readonly most: number | null;
  readonly used: number | null;
  readonly validAfter: number | null;
  readonly expiresAt: number | null;
}

/**
 * Everything that one service adds to the envelope model. Whatever a service hasn't is null, and is then neither offered
 * nor mentioned.
 */
export interface ServiceProfile {
  readonly id: ServiceId;
  /** its file in `profiles/` */
  readonly type: string;
  /** what people call it */
  readonly name: string;
  /** null where it has none */
  readonly chineseName: string | null;
  /** base address without a trailing slash, user information or query */
  readonly baseUrl: string;
  /** origin of `baseUrl` */
  readonly origin: string;
  readonly authentication: Authentication;
  /** for the scheme `own` */
  readonly shown: ShownCredential | null;
  /** its user has chosen that credentials go there unencrypted, through a private network */
  readonly allowsPlainHttp: boolean;
  readonly signIn: SignIn;
  /** a cheap request that only succeeds, or only fails in the service's own words, for who is signed in */
  readonly check: Question<Account>;
  readonly rules: JudgingRules;
  /** its user says what its codes mean */
  readonly definesCodes: boolean;
  /** null: not known, nothing is assumed */
  readonly resultLifetime: ResultLifetime | null;
  /** null: as often as the settings say */
  readonly pace: Pace | null;
  readonly result: (request: RequestName) => Question<ResultAnswer>;
  /** the places that its description names and an answer to that has nothing at; null: it names none */
  readonly gaps: ((answer: PlainAnswer) => readonly Gap[]) | null;
  readonly batch: Batch | null;
  /** the user's newest submissions; null for an account: it has to have a name for that */
  readonly recent: ((account: string | null) => Question<readonly RecentSubmission[]> | null) | null;
  /**
   * those of contests, where `recent` leaves them out: a few questions for each of the newest of these places, of which
   * the next one is asked where the one before is refused; null: `recent` has them all
   */
  readonly recentInContests:
    | ((
        account: string,
        places: readonly string[],
      ) => readonly (readonly Question<readonly RecentSubmission[]>[])[])
    | null;
  readonly push: Push | null;
  /** null: it posts no results */
  readonly callback: Callback | null;
  readonly submission: SubmissionOffer | null;
  /** null: it runs nothing but problems of its own */
  readonly samples: SampleOffer | null;
  readonly quota: Question<readonly Quota[]> | null;
  /** what one submission costs, in points; null: nothing is known of a price */
  readonly price: { readonly least: number; readonly most: number } | null;
  /** address of a problem's page; null: the service has none */
  readonly problemPage: ((problem: ProblemName) => string) | null;
  /**
   * an address of the service's website, in one of its forms, is about that problem; null: about the one of
   * `problemPage` only
   */
  readonly isProblemPage: ((address: string, problem: ProblemName) => boolean) | null;
  /** address of a record's page on the service's website */
  readonly recordPage: ((request: RequestName) => string | null) | null;
  /** the problem ID in a file's name (without its extension), in the form the service wants; null: none is seen */
  readonly problemIdIn: ((name: string) => string | null) | null;
  /**
   * what an address below the service's means where a request ID is asked for, or another text of its own; null: it is
   * none of the service's
   */
  readonly readInput: ((text: string) => RequestIdInput | null) | null;
  /** the text looks like one of the service's request IDs (the clipboard is offered then) */
  readonly looksLikeRequestId: (text: string) => boolean;
  /** a web page may ask it (CORS); null: not known */
  readonly worksInBrowser: boolean | null;
}

/** Whether an address is that of a problem's page at a service, in any of the forms that the service knows. */
export function isProblemPage(profile: ServiceProfile, address: string, problem: ProblemName): boolean {
  if (profile.isProblemPage) return profile.isProblemPage(address, problem);
  return profile.problemPage !== null && pathBelow(profile.problemPage(problem), address)?.path === '';
}
