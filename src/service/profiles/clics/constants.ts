import type { Answer, ServiceRequest } from '../../judgeHttp';
import { bodyOf } from '../responseBody';
import { momentOf, objectOf } from '../jsonValues';
import { CLICS_CONFIGURATION_VALID_MS, CLICS_CONTEST_VALID_MS } from '../limits';
import { endOf } from './contest';
import { below, siteOf } from './server';

// Requests for data that rarely changes. Their responses are reused.

export function languagesRequest(contest: string): ServiceRequest {
  return { method: 'GET', path: below(contest, 'languages'), keptFor: keptForSession };
}

export function judgementTypesRequest(contest: string): ServiceRequest {
  return { method: 'GET', path: below(contest, 'judgement-types'), keptFor: keptForSession };
}

/** DOMjudge has one path for all contests, other servers have one for each contest. */
export function accountRequest(baseUrl: string, contest: string): ServiceRequest {
  const path = siteOf(baseUrl) === null ? below(contest, 'account') : '/user';
  return { method: 'GET', path, keptFor: keptForSession };
}

/** The specification defines the server's name at the base URL. DOMjudge also sends it at `/info`. */
export function serverRequest(baseUrl: string): ServiceRequest {
  return { method: 'GET', path: siteOf(baseUrl) === null ? '' : '/info', keptFor: keptForSession };
}

/** Public settings of a DOMjudge site. They may change during a contest. */
export function configurationRequest(): ServiceRequest {
  return {
    method: 'GET',
    path: '/config',
    keptFor: (answer) => (isUsable(answer) ? CLICS_CONFIGURATION_VALID_MS : 0),
  };
}

/**
 * The response may be older than an extension of the contest: before anything says that the contest has ended, request it
 * without `keptFor`.
 */
export function contestRequest(contest: string): ServiceRequest {
  return { method: 'GET', path: below(contest, ''), keptFor: keptUntilChange };
}

/** The list is empty before the contest begins. */
export function problemsRequest(contest: string): ServiceRequest {
  return {
    method: 'GET',
    path: below(contest, 'problems'),
    keptFor: (answer) => (isUsable(answer) ? CLICS_CONTEST_VALID_MS : 0),
  };
}

function keptForSession(answer: Answer): number {
  return isUsable(answer) ? Infinity : 0;
}

/** Returns the time until the contest begins or ends, at most `CLICS_CONTEST_VALID_MS`. */
function keptUntilChange(answer: Answer): number {
  if (!isUsable(answer)) return 0;
  const contest = objectOf(bodyOf(answer));
  const now = judgeTime(answer);
  const changes = [momentOf(contest.start_time), endOf(contest)]
    .map((at) => (at ?? now) - now)
    .filter((left) => left > 0);
  return Math.min(CLICS_CONTEST_VALID_MS, ...changes);
}

/** Returns whether a response contains an object, or a list with items. */
function isUsable(answer: Answer): boolean {
  if (answer.status >= 400) return false;
  const body = bodyOf(answer);
  return typeof body === 'object' && body !== null && (!Array.isArray(body) || body.length > 0);
}

/** Returns the time of a response by the judge's clock, or else by this computer's, ms since 1970. */
export function judgeTime({ date, receivedAt }: Answer): number {
  const sent = Date.parse(date ?? '');
  return Number.isNaN(sent) ? receivedAt : sent;
}
