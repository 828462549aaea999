import { isObject, jsonIn } from '../../../judge';
import type { Answer, JudgeHttp } from '../../adapter';
import type { ServiceFailed } from '../../failure';
import type { PlainAnswer } from '../answer';
import { plainOf } from '../html';
import { bodyOf, isBlocked, isPage, jsonOf, saidIn } from '../reading';
import { refusal } from '../toolkit';
import { type Raw, encoded, objectOf, objectsOf, textOf } from '../values';

/** A path below `/contests/<contest>`. An empty one is the contest itself. */
export function below(contest: string, path: string): string {
  return `/contests/${encoded(contest)}${path === '' ? '' : `/${path}`}`;
}

export async function fetchObject(http: JudgeHttp, path: string): Promise<Raw> {
  return objectOf(jsonOf(await http.get(path)));
}

/** Fetches the objects of a list. */
export async function fetchList(http: JudgeHttp, path: string): Promise<readonly Raw[]> {
  return objectsOf(jsonOf(await http.get(path)));
}

/** The same for an object that an account may not see, or a server doesn't have: then it has no fields. */
export async function fetchObjectIfAny(http: JudgeHttp, path: string): Promise<Raw> {
  return objectIfAny(await http.send({ method: 'GET', path }));
}

/** The same for a list: then it is empty. */
export async function fetchListIfAny(http: JudgeHttp, path: string): Promise<readonly Raw[]> {
  return listIfAny(await http.send({ method: 'GET', path }));
}

/** The object of a response; one without fields if the request was refused. */
export function objectIfAny(answer: PlainAnswer): Raw {
  return answer.status < 400 ? objectOf(bodyOf(answer)) : {};
}

/** The objects of a list; none if the request was refused. */
export function listIfAny(answer: PlainAnswer): readonly Raw[] {
  return answer.status < 400 ? objectsOf(bodyOf(answer)) : [];
}

export function refusalIn(answer: Answer): ServiceFailed | null {
  return answer.status >= 400 ? refusalOf(answer) : null;
}

/**
 * Makes the refusal in the server's own words: DOMjudge sends JSON, PC² plain text or a page of its web server. `status`:
 * HTTP status that the refusal means.
 */
export function refusalOf(answer: Answer, status = answer.status): ServiceFailed {
  const isOfJetty = /powered by jetty/i.test(answer.text.slice(0, 5000));
  const message = saidIn(bodyOf(answer)) ?? (isOfJetty ? reasonInPage(answer.text) : plainWords(answer));
  // a contest that isn't running refuses everybody, a missing role only this account
  const refusesAnybody =
    message === null ? isBlocked(answer) && !isOfJetty : status === 403 && !/\brole\b/i.test(message);
  return refusal(answer, { status, message, refusesAnybody });
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
export async function fetchServerKind(http: JudgeHttp, baseUrl: string): Promise<ServerKind> {
  return serverIn(await fetchObjectIfAny(http, siteOf(baseUrl) === null ? '' : '/info'));
}

/** Older versions of DOMjudge send `domjudge_version` and no name. */
function serverIn(info: Raw): ServerKind {
  const name = [info.name, objectOf(info.provider).name].map(textOf).join(' ');
  if (isObject(info.domjudge) || textOf(info.domjudge_version) !== null || /domjudge/i.test(name)) {
    return 'domjudge';
  }
  return /\bpc(?:\^?2|²)/i.test(name) ? 'pc2' : 'other';
}

/** Whether it is the information that a contest API has about itself. */
export function isContestApi(info: Raw): boolean {
  const { version_url: specification, api_version: version } = info;
  return serverIn(info) !== 'other' || typeof specification === 'string' || typeof version === 'number';
}
