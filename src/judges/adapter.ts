import type { ComparisonRule, Contest } from '../results';
import type { Account, SessionState, SignIn } from './signIn/authentication';
import type { DescribedFields } from './describedFields';
import type { RequestFailure } from './requestFailed';
import type { Answer, JudgeHttp, RefusalIn, OutgoingRequest } from './http/judgeHttp';
import type { PlainAnswer, ReadResult, ResultAnswer } from './adapters/shared/makeResult';
import type { RequestName } from './requestName';
import type {
  FoundProblem,
  ListedProblems,
  ProblemForm,
  ProblemList,
  ProblemName,
  ProblemSamples,
  Quota,
  SampleLimits,
  SampleRun,
  Statement,
  Submission,
  SubmissionLanguage,
  Submitted,
} from './submission';

/**
 * One judge as its user configured it. Four members are required. Leave out members for features that the judge doesn't
 * support. The UI then doesn't offer these features.
 *
 * Functions with a `JudgeHttp` parameter send requests, wait for each call before the next one, and return data from the
 * responses. They keep no state between calls, because they are run again with recorded responses.
 */
export interface JudgeAdapter {
  readonly signIn: SignIn;
  /** Sends a cheap request that succeeds only if the user is signed in. */
  readonly checkAccount: (http: JudgeHttp) => Promise<Account>;
  /**
   * Fetches a result with the data about it in the response (`AboutResult`). While its `contest` is running, assistants
   * can't read results of this judge.
   */
  readonly fetchResult: (http: JudgeHttp, request: RequestName) => Promise<ResultAnswer>;
  /**
   * Like `fetchResult`, but also fetches the parts that are only fetched when the user opens the result
   * (`Judgement.opensMore`). Absent: the judge has no such parts.
   */
  readonly fetchOpened?: ((http: JudgeHttp, request: RequestName) => Promise<ResultAnswer>) | undefined;
  /**
   * Fetches a result, but the judge responds only when it changes, or after some time (long polling). Only used to poll.
   * Absent: the judge always responds immediately.
   */
  readonly waitForResult?: ((http: JudgeHttp, request: RequestName) => Promise<ResultAnswer>) | undefined;
  /**
   * Returns whether the text looks like a request ID of this judge. If the clipboard contains such a text, the UI
   * suggests it.
   */
  readonly looksLikeRequestId: (text: string) => boolean;

  /**
   * How the judge compares outputs if the problem has no rule. Absent: unknown; `usualComparison` is likely.
   */
  readonly comparison?: ComparisonRule | undefined;

  /** Finds the problem ID in a file name without extension; null if there is none. */
  readonly problemIdIn?: ((fileName: string) => string | null) | undefined;
  /** How the judge’s problem IDs look. Absent: they have no common form. */
  readonly problemIdForm?: ProblemIdForm | undefined;
  /** Returns the failure that a response reports. Absent: the HTTP status decides. */
  readonly refusalIn?: RefusalIn | undefined;
  /**
   * Form of the judge's request IDs. Any other text is rejected without sending a request. Absent: letters, digits, `_`
   * and `-`.
   */
  readonly requestIdForm?: IdForm | undefined;
  /** Maximum size of a response after decompression, bytes. Absent: 16 MiB. */
  readonly bodyLimit?: number | undefined;
  /**
   * Values of the query parameter `lang`, with which the judge writes its messages in that language; the first one is for
   * all other languages. Absent: the judge doesn't support such a parameter.
   */
  readonly messageLanguages?: readonly string[] | undefined;
  /** Whether web pages may send requests to the judge (CORS). Absent: unknown. */
  readonly worksInBrowser?: boolean | undefined;
  /** How long the judge keeps results. Absent: unknown. */
  readonly resultLifetime?: ResultLifetime | undefined;

  /**
   * Name of the cookie with a session that the judge opens for a request with credentials. Requests with the same
   * credential send it back, together with the credential. Absent: the judge opens no such session.
   */
  readonly sessionCookie?: string | undefined;
  readonly session?: Session | undefined;
  readonly website?: Website | undefined;
  readonly signature?: Signature | undefined;
  readonly pace?: PaceLimits | undefined;
  readonly listing?: Listing | undefined;
  readonly problemSubmissions?: ProblemSubmissions | undefined;
  /** Absent: results of this judge don't belong to contests, or the judge doesn't report anything about them. */
  readonly contests?: Contests | undefined;
  readonly batch?: BatchSupport | undefined;
  readonly push?: Push | undefined;
  /** The judge posts results to the user's callback URL. */
  readonly callback?: Callback | undefined;
  readonly submission?: SubmissionSupport | undefined;
  readonly browserSubmission?: BrowserSubmission | undefined;
  readonly samples?: SampleSupport | undefined;
  /** The judge is this computer: programs are run here, and nothing is sent. */
  readonly runsHere?: true | undefined;
  readonly quota?: QuotaSupport | undefined;
  readonly pages?: Pages | undefined;
  /**
   * Follows the configured paths in a response. Null: no path leads to a value. Absent: the judge isn't configured by
   * paths.
   */
  readonly describedFields?: ((answer: Answer) => DescribedFields | null) | undefined;
}

/** The secret opens a session, which all other requests use. If the session has ended, a new one is opened. */
export interface Session {
  /** Returns the session as text, in any form. No other function receives the secret. */
  readonly open: (http: JudgeHttp, secret: string) => Promise<string>;
  /** Returns the headers that a request of the session gets. They replace those of the request. */
  readonly headers: (session: string, request: OutgoingRequest) => Readonly<Record<string, string>>;
  readonly stateAfter: (answer: PlainAnswer) => SessionState;
}

/** The judge's website, for data that the API doesn't contain. */
export interface Website {
  /** without a trailing slash; its origin must be that of the API */
  readonly url: string;
  /**
   * The session of page requests, which exists next to the API's credentials. It is opened with the same secret. If the
   * site rejects the sign-in, it isn't opened again for some minutes.
   */
  readonly session: Session;
}

/** The secret signs each request. */
export interface Signature {
  /** `now`: ms since 1970 */
  readonly sign: (request: OutgoingRequest, secret: string, now: number) => Promise<OutgoingRequest>;
}

/** How often the judge may be polled, ms. */
export interface PaceLimits {
  /** Minimum time between two requests for the same result. */
  readonly interval: number;
  /** Maximum time between two requests for the same result while the judge responds. Absent: the user's setting. */
  readonly maximum?: number;
  /**
   * Shorter maximum for new results, also while the window isn't focused, because users wait for them and the judge
   * allows it. Absent: `maximum`
   */
  readonly early?: EarlyPace;
  /** Minimum time between two requests for the same result while results are pushed. Absent: `interval`. */
  readonly besidePush?: number;
  /**
   * Minimum time between a response and the next request, for all windows of this computer together. Absent: no limit.
   */
  readonly machine?: number;
}

/** Polling of a new result, ms. */
export interface EarlyPace {
  /** Maximum time between two requests. */
  readonly gap: number;
  /** Age of the submission up to which `gap` applies. */
  readonly until: number;
}

/** The user's most recent submissions, newest first. */
export type Listing = ListingPace &
  (
    | {
        readonly needsAccount: false;
        /** `account`: the user's name at the judge; null: unknown */
        readonly fetchRecent: (
          http: JudgeHttp,
          account: string | null,
          before: ListedBefore | null,
        ) => Promise<readonly RecentSubmission[]>;
      }
    | {
        /** The request requires the user's name. */
        readonly needsAccount: true;
        readonly fetchRecent: (
          http: JudgeHttp,
          account: string,
          before: ListedBefore | null,
        ) => Promise<readonly RecentSubmission[]>;
      }
  );

/**
 * The known submissions before a list is fetched in the background, so that the judge need not send them again.
 * Submissions that are neither `known` nor `pending` must be listed, others may be missing. If null is passed instead,
 * the user needs the complete list, with the pending submissions of other computers.
 */
export interface ListedBefore {
  /** IDs of all stored results */
  readonly known: ReadonlySet<string>;
  /** IDs of those that are pending */
  readonly pending: readonly string[];
}

interface ListingPace {
  /** Minimum time between two lists in the background, ms. Absent: no limit other than that of all judges. */
  readonly interval?: number;
  /** The list is one small request, so it may be sent every minute during a contest. */
  readonly isSmall?: true;
  /** Fetches whether the account can have submissions. Absent: every account can. */
  readonly fetchMayHaveAny?: (http: JudgeHttp) => Promise<boolean>;
}

/** The user's submissions to one problem. */
export interface ProblemSubmissions {
  /** Whether `fetchPage` requires the user's name. */
  readonly needsAccount: boolean;
  /** Whether the results of the user's submissions contain the judged code. */
  readonly code: 'returned' | 'returnedIfSignedIn' | 'notReturned';
  /**
   * Fetches one page of the list. `page`: `next` of the previous page; null: the newest submissions. `account`: the
   * user's name; null: unknown.
   */
  readonly fetchPage: (
    http: JudgeHttp,
    problem: ProblemName,
    page: string | null,
    account: string | null,
  ) => Promise<SubmissionPage>;
  readonly ofAllTeams?: SubmissionsOfTeams | undefined;
}

/** Lists for accounts that can read the submissions of all teams, such as those of a jury. */
export interface SubmissionsOfTeams {
  /**
   * Fetches the size of the list that is needed for a page. Null: the account can't read the submissions of all teams,
   * or the size is unknown.
   */
  readonly fetchSize: (http: JudgeHttp, place: string | null) => Promise<ListSize | null>;
  /** Like `ProblemSubmissions.fetchPage`, but for all problems of one team. `team`: `SubmissionTeam.id` */
  readonly fetchPage: (
    http: JudgeHttp,
    team: string,
    place: string | null,
    page: string | null,
  ) => Promise<SubmissionPage>;
}

/** Size of a list of submissions. */
export interface ListSize {
  readonly submissions: number;
  /** approximate size of the responses */
  readonly bytes: number;
}

export interface SubmissionPage {
  /** the newest first */
  readonly submissions: readonly ListedSubmission[];
  /** identifies the page with older submissions; null: there is none */
  readonly next: string | null;
}

/** The contests of a judge. Their IDs are those of `Contest.id`. */
export interface Contests {
  /** The only contest of this judge. Absent: it has none, or several. */
  readonly only?: string | undefined;
  /**
   * Fetches the title, the state, and the times of a contest. Doesn't start the user's own time. Absent: the judge reports
   * nothing.
   */
  readonly fetch?: ((http: JudgeHttp, id: string) => Promise<Contest>) | undefined;
  /**
   * Fetches a contest with its problems. `mayStart`: the user agreed that their own time starts, see
   * `ListedProblems.ownTime`. Absent: the judge doesn't list them.
   */
  readonly fetchProblems?:
    ((http: JudgeHttp, id: string, mayStart: boolean) => Promise<ListedProblems>) | undefined;
  /** Returns the contest that a page of the judge belongs to; null if there is none. Absent: pages don't show it. */
  readonly contestAt?: ((address: string) => string | null) | undefined;
  readonly submissions?: ContestSubmissions | undefined;
  readonly clarifications?: Clarifications | undefined;
}

/** Contest submissions that `Listing` doesn't contain. */
export interface ContestSubmissions {
  /**
   * Each function returns contests in which the user may have new submissions, newest first. A failure of one function
   * doesn't affect the others.
   */
  readonly fetchOpen: readonly ((http: JudgeHttp) => Promise<readonly string[]>)[];
  /** Selects the contests to request. `contests`: those from `fetchOpen`, and those of known submissions. */
  readonly select: (contests: readonly string[]) => readonly string[];
  readonly fetchRecent: (
    http: JudgeHttp,
    contest: string,
    account: string,
  ) => Promise<readonly RecentSubmission[]>;
}

/** Questions of participants, and messages of the jury of a contest. */
export interface Clarifications {
  /** Fetches the clarifications that the user may read. `contest`: as in `Contest.id` */
  readonly fetchAll: (http: JudgeHttp, contest: string) => Promise<readonly Clarification[]>;
  /** Sends a question to the jury. Only called after the user has confirmed it. */
  readonly ask: (http: JudgeHttp, question: JuryQuestion) => Promise<void>;
  /** Maximum number of characters of a question */
  readonly maxLength: number;
  /** A question must be about a problem. */
  readonly needsProblem?: true;
}

export interface JuryQuestion {
  /** as in `Contest.id` */
  readonly contest: string;
  /** null: the question isn't about a problem */
  readonly problemId: string | null;
  readonly text: string;
}

/**
 * A message in a contest. `sent`: by the user's team, or by the user's jury; `answer`: by the jury to the user's team;
 * `announcement`: by the jury to all; `question`: by a team, for an account of the jury
 */
export interface Clarification {
  /** stays the same until the text changes */
  readonly id: string;
  readonly kind: 'sent' | 'answer' | 'announcement' | 'question';
  /** name of the team that sent a question; absent: unknown, or not a question */
  readonly team?: string;
  /** URL of the page on which the jury answers a question; absent: none, or not a question */
  readonly answerPage?: string;
  /** letter and title, or ID, of its problem; null: none */
  readonly problem: string | null;
  /** without control characters, at most `MAX_CLARIFICATION_LENGTH` */
  readonly text: string;
  /** ms since 1970; null: unknown */
  readonly at: number | null;
}

/** One request for the state of all pending submissions, instead of one for each. */
export interface BatchSupport {
  /** Minimum time between two of these requests, ms. */
  readonly interval: number;
  /** Returns whether the batch request returns all of these submissions, and costs less than one request for each. */
  readonly covers: (pending: readonly RequestName[], account: string | null) => boolean;
  /** Returns the states by request ID. The map may contain other submissions, and some may be missing. */
  readonly fetchStates: (
    http: JudgeHttp,
    pending: readonly RequestName[],
    account: string | null,
  ) => Promise<ReadonlyMap<string, BatchAnswer>>;
}

/** How a judge’s problem IDs look. */
export interface ProblemIdForm {
  /** an ID, for hints: `1985A` */
  readonly example: string;
  /** Returns whether a typed text can be an ID. `A` isn’t one at Codeforces. Absent: any text can be one. */
  readonly accepts?: ((text: string) => boolean) | undefined;
}

/** The judge accepts programs. */
export interface SubmissionSupport {
  readonly submit: (http: JudgeHttp, submission: Submission) => Promise<Submitted>;
  /**
   * All languages that the judge accepts. The user can also type another language. Absent: `fetchForm` returns the
   * languages of a problem.
   */
  readonly languages?: readonly SubmissionLanguage[] | undefined;
  /** File types that can be submitted. Absent: those of `languages`, or of every known language. */
  readonly documents?: Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'> | undefined;
  readonly fetchForm?: ((http: JudgeHttp, problem: ProblemName) => Promise<ProblemForm>) | undefined;
  /** Finds problems by a part of their ID or title. */
  readonly findProblems?: ((http: JudgeHttp, text: string) => Promise<readonly FoundProblem[]>) | undefined;
  readonly fetchStatement?: ((http: JudgeHttp, problem: ProblemName) => Promise<Statement>) | undefined;
  /** Statements can be PDF documents. Absent: they are texts. */
  readonly hasStatementDocuments?: true | undefined;
  /** Returns the problem that a page of the judge shows; null if it shows none. */
  readonly problemAt?: ((address: string) => ProblemName | null) | undefined;
  /** Absent: the judge has no contest with a finite list of problems. */
  readonly problemList?: ProblemList | undefined;
  /**
   * Fetches the user's submissions to that problem in that language, the oldest first, to find a submission whose
   * response was lost. `sentAt`: ms since 1970 by the judge's clock, inclusive. Absent: the judge can't list them.
   */
  readonly findSent?:
    | ((
        http: JudgeHttp,
        submission: Submission,
        sentAt: { readonly from: number; readonly to: number },
      ) => Promise<readonly ListedSubmission[]>)
    | undefined;
  readonly places?: ProblemPlaces | undefined;
  readonly selfTest?: SelfTest | undefined;
  /** `fetchForm` returns the samples of the statement. */
  readonly formContainsSamples?: true | undefined;
  /**
   * Fetches the samples of the statement if `fetchForm` doesn't return them. Absent: the judge sends none, or the form
   * does.
   */
  readonly fetchSamples?: ((http: JudgeHttp, problem: ProblemName) => Promise<ProblemSamples>) | undefined;
  /** A submission can consist of several files. */
  readonly acceptsSeveralFiles?: true | undefined;
  /** The judge compiles files under their submitted names. */
  readonly keepsFileNames?: true | undefined;
  /**
   * Returns the name (without extension) under which the judge compiles every program of a VS Code language, and after
   * which its main class must be named. Null: it depends on the program.
   */
  readonly compiledAs?:
    ((editorLanguage: string, problemId: string, code: string) => string | null) | undefined;
  /** Compiler optimization can be switched on or off for each submission. */
  readonly hasOptimisation?: true | undefined;
  /** Maximum number of characters of a `trackId`. Absent: 64. */
  readonly trackIdLimit?: number | undefined;
}

/** Programs are submitted on the judge's website. Requires `listing`, whose entries contain `problemId`. */
export interface BrowserSubmission {
  /** Returns the URL of the page on which a program for the problem is submitted. */
  readonly page: (problem: ProblemName) => string;
  /** Returns the problem that a page of the judge shows; null if it shows none. */
  readonly problemAt: (address: string) => ProblemName | null;
}

/** The scopes that contain problems: domains or contests. */
export interface ProblemPlaces {
  /** Returns the display name; null if the scope is the judge's default, or has no name. */
  readonly name: (place: string) => string | null;
  /** Returns the same key for different spellings of one scope. */
  readonly key: (place: string | null) => string;
  /** Returns the scope of a contest's problems after the contest has ended. */
  readonly afterContest: (place: string) => string | null;
}

/** The judge runs programs with the user's own inputs. */
export interface SelfTest {
  /** Maximum number of characters of all expected outputs of a run. */
  readonly maxExpected: number;
}

/** The judge runs programs with samples and compares the outputs. */
export interface SampleSupport {
  /** VS Code language IDs that this type of judge can support. */
  readonly editorLanguages: readonly string[];
  /** A program can consist of several files. */
  readonly acceptsSeveralFiles?: true | undefined;
  readonly fetchLanguages: (http: JudgeHttp) => Promise<readonly SubmissionLanguage[]>;
  readonly fetchLimits: (http: JudgeHttp) => Promise<SampleLimits>;
  /**
   * Sends at most `limits.together` samples in one request. Returns a token for each sample, in the same order. If the
   * judge accepts only some of them, the failure contains their tokens (`taken`). All tokens together become the
   * locator of the record: `a,b;c`, where `;` separates requests.
   */
  readonly run: (http: JudgeHttp, run: SampleRun, limits: SampleLimits) => Promise<readonly string[]>;
}

/** Submissions cost points. */
export interface QuotaSupport {
  readonly fetchQuotas: (http: JudgeHttp) => Promise<readonly Quota[]>;
  /** Points that one submission costs. Absent: unknown. */
  readonly price?: { readonly least: number; readonly most: number } | undefined;
}

export interface Pages {
  /** Returns the page of a contest with its problems. `id`: `Contest.id` */
  readonly contest?: ((id: string) => string) | undefined;
  readonly problem?: ((problem: ProblemName) => string) | undefined;
  /**
   * Returns whether a page shows this problem alone (true), together with others (null), or not at all (false). Absent:
   * only `problem` does.
   */
  readonly isProblemPage?: ((address: string, problem: ProblemName) => boolean | null) | undefined;
  readonly record?: ((request: RequestName) => string | null) | undefined;
  /**
   * Fetches the URLs to open for a record, in this order, if they depend on the account: the last one shows it. Absent:
   * `record` returns it.
   */
  readonly fetchRecord?: ((http: JudgeHttp, request: RequestName) => Promise<readonly string[]>) | undefined;
  /** Parses a URL or another text that the user entered as a request ID; null if it doesn't belong to this judge. */
  readonly readAddress?: ((text: string) => RequestIdInput | null) | undefined;
}

/** The meaning of a text that was entered as a request ID. */
export type RequestIdInput =
  /** `hint`: additional data that the judge needs, if the URL contains it */
  | { readonly kind: 'requestId'; readonly id: string; readonly hint?: string | null }
  /** A record of the website for which the API has no result. `text`: its ID or URL. */
  | { readonly kind: 'websiteRecord'; readonly text: string }
  /** A URL of this judge without a request ID. */
  | { readonly kind: 'addressWithoutId' }
  /**
   * A URL that doesn't belong to any of the user's judges. `judgeUrl`: base URL to add its judge; null: not a web
   * address
   */
  | { readonly kind: 'foreign'; readonly host: string; readonly judgeUrl: string | null }
  | { readonly kind: 'nothing' }
  /** Not a request ID. `form`: expected form; null or absent: letters, digits, `_` and `-`, at most 128 */
  | { readonly kind: 'notAnId'; readonly form?: IdForm | null };

/** `digits`: a number of at most `length` digits; `hex`: `length` hexadecimal digits. */
export interface IdForm {
  readonly kind: 'digits' | 'hex';
  readonly length: number;
}

/** The state of one submission in a batch. */
export type BatchAnswer =
  | ResultAnswer
  /**
   * The evaluation has finished. The complete result is fetched separately. `known`: the part of it that the batch
   * contains, with `isPreliminary`
   */
  | { readonly kind: 'ended'; readonly known?: ReadResult };

export interface RecentSubmission extends RequestName {
  /** ID or title of its problem; null: unknown */
  readonly problem: string | null;
  /** ID of its problem, as in `ProblemName`; null: unknown */
  readonly problemId: string | null;
  /** Title of its problem; null: unknown */
  readonly problemTitle: string | null;
  /** Label of its problem in its contest. Absent: none, or unknown. */
  readonly letter?: string | undefined;
  /** Scope of its problem, as in `ProblemName`. Absent: the same as `hint`. */
  readonly place?: string | null;
  /** ID or name of its language. Null or absent: unknown. */
  readonly language?: string | null;
  /** Display name of its language. Absent: unknown, or the same as `language`. */
  readonly languageName?: string;
  /** Its contest or homework. Absent: none, or unknown. */
  readonly contest?: Contest;
  /** The judge's status code; null: unknown */
  readonly status: number | string | null;
  readonly score: number | null;
  /** the highest possible score; absent: unknown */
  readonly maximum?: number;
  /** ms since 1970; null: unknown */
  readonly at: number | null;
}

/** A submission in the list of a problem. */
export interface ListedSubmission extends RecentSubmission {
  /** in the unit of the judge’s times; null: unknown */
  readonly time: number | null;
  /** ID or name of its language; null: unknown */
  readonly language: string | null;
  /** Its team, if it isn't the user's. Only lists of all teams contain it. The judge returns its code to this account. */
  readonly team?: SubmissionTeam;
}

export interface SubmissionTeam {
  readonly id: string;
  readonly name: string;
}

/** How credentials are sent to the WebSocket. */
export type PushAuthentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'header' }
  | { readonly kind: 'query'; readonly parameter: string };

export interface Push {
  /** How results are pushed. Absent: over a WebSocket. `events`: server-sent events. */
  readonly transport?: 'events';
  /** `wss://host` of the connection, or `https://host` for events. Credentials may be sent to it. */
  readonly origin: string;
  /** Returns the URL without credentials. It is never logged. Null: it depends on the user's name, which is unknown. */
  readonly url: (account: string | null) => string | null;
  readonly authentication: PushAuthentication;
  /** null: unknown, no limits are assumed */
  readonly limits: PushLimits | null;
  /** Parses one text frame. `hintOf`: returns the record's additional data (`hint`); null: none */
  readonly read: (text: string, hintOf?: (requestId: string) => string | null) => PushFrame;
  /** Frames don't contain the problem and the contest, but a response to a request for the result does. */
  readonly omitsProblem?: true;
  /** Returns the URL of a separate connection for one result that `url` doesn't cover; null: not needed. */
  readonly detail: ((request: RequestName) => string | null) | null;
}

/** The content of one text frame of a push socket. */
export type PushFrame =
  | { readonly kind: 'result'; readonly requestId: string; readonly answer: ReadResult }
  /** The result changed. It must be fetched. */
  | { readonly kind: 'nudge'; readonly requestId: string }
  /** The judge accepted the upgrade, but won't push anything. */
  | { readonly kind: 'refused'; readonly failure: RequestFailure }
  /** A greeting, or any other frame without a result. */
  | { readonly kind: 'other' }
  /** The judge expects this text as a reply. */
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'unreadable' };

export interface PushLimits {
  /** Maximum number of connections with the same credentials. The judge closes the oldest one if there are more. */
  readonly connections: number;
  /** Interval of the judge's pings, ms. A connection without pings counts as dead. */
  readonly pingInterval: number;
}

/** The judge posts results to the user's callback URL. */
export interface Callback {
  /** Header with the signature; null: callbacks are unsigned, so they only cause a poll */
  readonly signatureHeader: string | null;
}

/** How long the judge keeps a result, in ms after it has finished. */
export interface ResultLifetime {
  /** Up to this age, the result still exists. */
  readonly safe: number;
  /** From this age on, the result no longer exists. */
  readonly end: number;
}

export type { Answer, JudgeHttp, RefusalIn } from './http/judgeHttp';
