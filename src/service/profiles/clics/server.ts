import { isObject, jsonIn } from '../../../judge';
import type { ServiceFailed } from '../../failure';
import type { ServiceRequest } from '../../question';
import type { PlainAnswer } from '../answer';
import { plainOf } from '../html';
import { answersBy, bodyOf, getting, isBlocked, isPage, refused, saidIn } from '../reading';
import { type Raw, encoded, objectOf, objectsOf, textOf } from '../values';

/** A request below `/contests/<contest>`. An empty path is the contest itself. */
export function below(contest: string, path: string): ServiceRequest {
  return getting(`/contests/${encoded(contest)}${path === '' ? '' : `/${path}`}`);
}

export const { asked, understood } = answersBy(
  (answer, now) => {
    if (answer.status >= 400) throw refusal(answer, now);
  },
  (json) => json,
);

/**
 * A refusal in the server's own words: DOMjudge sends JSON, PC² plain text or a page of its web server. `status`: HTTP
 * status that the refusal means.
 */
export function refusal(answer: PlainAnswer, now: number, status = answer.status): ServiceFailed {
  const isOfJetty = /powered by jetty/i.test(answer.text.slice(0, 5000));
  const message = saidIn(bodyOf(answer)) ?? (isOfJetty ? reasonInPage(answer.text) : plainWords(answer));
  // a contest that isn't running refuses everybody, a missing role only this account
  const refusesAnybody =
    message === null ? isBlocked(answer) && !isOfJetty : status === 403 && !/\brole\b/i.test(message);
  return refused(answer, now, status, { message, refusesAnybody });
}

/** `bad problem_id`. Null: the answer isn't a short plain text. */
function plainWords(answer: PlainAnswer): string | null {
  const words = answer.text.trim();
  if (words === '' || words.length > 500 || isPage(answer) || jsonIn(words) !== undefined) return null;
  return words.toWellFormed();
}

/** The reason on an error page of Jetty. Null: it only repeats the status. */
function reasonInPage(page: string): string | null {
  const reason = plainOf(/Reason:\s{0,9}<pre>([^<]{1,300})<\/pre>/.exec(page)?.[1] ?? '').trim();
  const standard = [
    '',
    'Bad Request',
    'Unauthorized',
    'Forbidden',
    'Not Found',
    'Method Not Allowed',
    'Server Error',
  ];
  return standard.includes(reason) ? null : reason;
}

/** The objects of a list; none if the list was refused or isn't there. */
export function all(answer: PlainAnswer | undefined): readonly Raw[] {
  return answer && answer.status < 400 ? objectsOf(bodyOf(answer)) : [];
}

/** The object of an answer; an empty one if the answer was refused or isn't there. */
export function one(answer: PlainAnswer | undefined): Raw {
  return answer && answer.status < 400 ? objectOf(bodyOf(answer)) : {};
}

/** The pages of a DOMjudge site are next to its API. Null: the base URL isn't that of a DOMjudge API. */
export function siteOf(baseUrl: string): string | null {
  return /^(.*)\/api(?:\/v\d+)?$/.exec(baseUrl)?.[1] ?? null;
}

/**
 * Servers whose submissions differ. `other`: a server that follows the specification, or one that doesn't report its
 * name.
 */
export type ServerKind = 'domjudge' | 'pc2' | 'other';

/** Requests the name of the server. The specification has it at the base URL, DOMjudge also at `/info`. */
export function infoRequest(baseUrl: string): ServiceRequest {
  return { ...getting(siteOf(baseUrl) === null ? '' : '/info'), mayBeRefused: true };
}

/** The server by its answer to `infoRequest`. Older versions of DOMjudge send `domjudge_version` and no name. */
export function serverIn(answer: PlainAnswer | undefined): ServerKind {
  const info = one(answer);
  const name = [info.name, objectOf(info.provider).name].map(textOf).join(' ');
  if (isObject(info.domjudge) || textOf(info.domjudge_version) !== null || /domjudge/i.test(name)) {
    return 'domjudge';
  }
  return /\bpc(?:\^?2|²)/i.test(name) ? 'pc2' : 'other';
}

/** Whether an answer is that of a contest API to a request for information about itself. */
export function isContestApi(answer: PlainAnswer | undefined): boolean {
  const { version_url: specification, api_version: version } = one(answer);
  return serverIn(answer) !== 'other' || typeof specification === 'string' || typeof version === 'number';
}
