import type { JudgeSemantics } from '../judge';
import { pathBelow, type ServiceId } from './address';
import type { Account, Authentication, ShownCredential, SignIn } from './authentication';
import type { ServiceFailure } from './failure';
import type { DescribedFields } from './describedFields';
import type { Answer, JudgeHttp, RefusalIn } from './judgeHttp';
import type { ReadResult, ResultAnswer } from './profiles/answer';
import type { Question, RequestName } from './question';
import type { ProblemName, Quota, SampleOffer, SubmissionOffer } from './submission';

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
  /** not the form of an ID; `form` of the service's, absent or null: letters, digits, `_` and `-`, at most 128 */
  | { readonly kind: 'notAnId'; readonly form?: IdForm | null };

/** `digits`: a number of at most `length` digits; `hex`: `length` hexadecimal digits. */
export interface IdForm {
  readonly kind: 'digits' | 'hex';
  readonly length: number;
}

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
  readonly refusalIn: RefusalIn;
  /** maximum size of a response after decompression, bytes */
  readonly bodyLimit: number;
  /** a cheap request that only succeeds, or only fails in the service's own words, for who is signed in */
  readonly checkAccount: (http: JudgeHttp) => Promise<Account>;
  readonly rules: JudgeSemantics;
  /** its user says what its codes mean */
  readonly definesCodes: boolean;
  /** null: not known, nothing is assumed */
  readonly resultLifetime: ResultLifetime | null;
  /** null: as often as the settings say */
  readonly pace: Pace | null;
  readonly fetchResult: (http: JudgeHttp, request: RequestName) => Promise<ResultAnswer>;
  /** see `JudgeAdapter`; null: its description has no paths */
  readonly describedFields: ((answer: Answer) => DescribedFields | null) | null;
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
  /**
   * the places of the contests that may have new submissions of the user, the latest first: one question for each list
   * of them; null: `recent` has the submissions of contests, too
   */
  readonly openContests: readonly Question<readonly string[]>[] | null;
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
  /** see `isProblemPage`; null: only the address of `problemPage` is that of the problem */
  readonly isProblemPage: ((address: string, problem: ProblemName) => boolean | null) | null;
  /** address of a record's page on the service's website */
  readonly recordPage: ((request: RequestName) => string | null) | null;
  /** the problem ID in a file's name (without its extension), in the form the service wants; null: none is seen */
  readonly problemIdIn: ((name: string) => string | null) | null;
  /**
   * what an address below the service's means where a request ID is asked for, or another text of its own; null: it is
   * none of the service's
   */
  readonly readInput: ((text: string) => RequestIdInput | null) | null;
  /** the form of its request IDs: no request is sent for another text. Null: it may be any. */
  readonly idForm: IdForm | null;
  /** the text looks like one of the service's request IDs (the clipboard is offered then) */
  readonly looksLikeRequestId: (text: string) => boolean;
  /** a web page may ask it (CORS); null: not known */
  readonly worksInBrowser: boolean | null;
}

/**
 * Whether an address is that of a problem's page at a service, in any of the forms that the service knows. Null: the page
 * has several problems, which may include this one.
 */
export function isProblemPage(
  profile: ServiceProfile,
  address: string,
  problem: ProblemName,
): boolean | null {
  if (profile.isProblemPage) return profile.isProblemPage(address, problem);
  return profile.problemPage !== null && pathBelow(profile.problemPage(problem), address)?.path === '';
}
