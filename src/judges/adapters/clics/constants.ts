import type { Answer, JudgeHttp, OutgoingRequest } from '../../http/judgeHttp';
import { throwIfBusy } from '../shared/refusals';
import { type Raw, encoded, textOf } from '../shared/jsonValues';
import {
  CLICS_CONFIGURATION_VALID_MS,
  CLICS_CONTEST_VALID_MS,
  CLICS_PROBLEMS_VALID_MS,
  CLICS_SUBMISSION_VALID_MS,
} from '../limits';
import { contestRequest } from './contest';
import { below, isUsable, listIfAny, objectIfAny, refusalIn, siteOf } from './requests';

// Requests for data that rarely changes. Their responses are reused.

export function languagesRequest(contest: string): OutgoingRequest {
  return { method: 'GET', path: below(contest, 'languages'), keptFor: keptForSession };
}

export function judgementTypesRequest(contest: string): OutgoingRequest {
  return { method: 'GET', path: below(contest, 'judgement-types'), keptFor: keptForSession };
}

/** DOMjudge has one path for all contests, other servers have one for each contest. */
export function accountRequest(baseUrl: string, contest: string): OutgoingRequest {
  const path = siteOf(baseUrl) === null ? below(contest, 'account') : '/user';
  return { method: 'GET', path, keptFor: keptForSession };
}

/** The specification defines the server's name at the base URL. DOMjudge also sends it at `/info`. */
export function serverRequest(baseUrl: string): OutgoingRequest {
  return { method: 'GET', path: siteOf(baseUrl) === null ? '' : '/info', keptFor: keptForSession };
}

/** The data of a submission, without its verdict. */
export function submissionRequest(contest: string, requestId: string): OutgoingRequest {
  return {
    method: 'GET',
    path: below(contest, `submissions/${encoded(requestId)}`),
    keptFor: (answer) => (isUsable(answer) ? CLICS_SUBMISSION_VALID_MS : 0),
  };
}

/** The contests that are active for this account. */
export function contestsRequest(): OutgoingRequest {
  return {
    method: 'GET',
    path: '/contests',
    keptFor: (answer) => (isUsable(answer) ? CLICS_CONTEST_VALID_MS : 0),
  };
}

/** Public settings of a DOMjudge site. They may change during a contest. */
export function configurationRequest(): OutgoingRequest {
  return {
    method: 'GET',
    path: '/config',
    keptFor: (answer) => (isUsable(answer) ? CLICS_CONFIGURATION_VALID_MS : 0),
  };
}

export function teamsRequest(contest: string): OutgoingRequest {
  return { method: 'GET', path: below(contest, 'teams') };
}

/** The list is empty before the contest begins. */
export function problemsRequest(contest: string): OutgoingRequest {
  return {
    method: 'GET',
    path: below(contest, 'problems'),
    keptFor: (answer) => (isUsable(answer) ? CLICS_PROBLEMS_VALID_MS : 0),
  };
}

/** The archive with the samples of all problems of a DOMjudge contest, which is about 1 MB. It exists from the start on. */
export function samplesRequest(contest: string): OutgoingRequest {
  return {
    method: 'GET',
    path: below(contest, 'samples.zip'),
    isBinary: true,
    mayBeTooLarge: true,
    keptFor: ({ status }) => (status === 200 ? Infinity : 0),
  };
}

/** Also reuses an old response to the request. */
export function ofAnyAge(request: OutgoingRequest): OutgoingRequest {
  return { ...request, keptFor: keptForSession };
}

function keptForSession(answer: Answer): number {
  return isUsable(answer) ? Infinity : 0;
}

export interface ContestAddress {
  /** of the API */
  readonly baseUrl: string;
  readonly contest: string;
}

/** Data that results and lists of a contest have in common. Data that the server doesn't send is empty. */
export interface Constants {
  /** null: the server rejected the request */
  readonly account: Raw | null;
  readonly contest: Raw;
  /** verdicts by their codes */
  readonly types: ReadonlyMap<string, Raw>;
  readonly languages: ReadonlyMap<string, Raw>;
  readonly problems: ReadonlyMap<string, Raw>;
  /** settings of a DOMjudge site */
  readonly configuration: Raw;
}

/**
 * Sends these GET requests together with those for the constants. Returns the responses to `first`, even if the server
 * rejected them. Rejects if it is too busy to send a constant. `age`: `any` also reuses old constants, which lists in the
 * background do
 */
export async function fetchWithConstants(
  http: JudgeHttp,
  { baseUrl, contest }: ContestAddress,
  first: readonly OutgoingRequest[],
  age: 'any' | 'limited' = 'limited',
): Promise<{ readonly answers: readonly Answer[]; readonly constants: Constants }> {
  const requests = [
    accountRequest(baseUrl, contest),
    judgementTypesRequest(contest),
    contestRequest(contest),
    languagesRequest(contest),
    problemsRequest(contest),
    ...(siteOf(baseUrl) === null ? [] : [configurationRequest()]),
  ];
  const answers = await http.sendAll([...first, ...(age === 'any' ? requests.map(ofAnyAge) : requests)]);
  const [account, types, ofContest, languages, problems, configuration] = answers.slice(first.length);
  const objectIn = (answer: Answer | undefined): Raw => (answer ? objectIfAny(answer) : {});
  const listIn = (answer: Answer | undefined): ReadonlyMap<string, Raw> =>
    new Map((answer ? listIfAny(answer) : []).map((item): [string, Raw] => [textOf(item.id) ?? '', item]));
  // a rejected main request is reported instead
  if (answers.slice(0, first.length).every(({ status }) => status < 400))
    for (const answer of answers.slice(first.length)) throwIfBusy(refusalIn(answer));
  return {
    answers: answers.slice(0, first.length),
    constants: {
      account: account && account.status < 400 ? objectIn(account) : null,
      contest: objectIn(ofContest),
      types: listIn(types),
      languages: listIn(languages),
      problems: listIn(problems),
      configuration: objectIn(configuration),
    },
  };
}
