import { isObject } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import type { PlainAnswer } from '../shared/makeResult';
import { plainOf } from '../shared/htmlText';
import { bodyOf, jsonOf } from '../shared/responseBody';
import { isBlocked, plainWordsIn, refusal, saidIn, throwIfBusy } from '../shared/refusals';
import { type Raw, encoded, objectOf, objectsOf, textOf } from '../shared/jsonValues';

/** Returns a path below `/contests/<contest>`; the contest itself if `path` is empty. */
export function below(contest: string, path: string): string {
  return `/contests/${encoded(contest)}${path === '' ? '' : `/${path}`}`;
}

export async function fetchList(http: JudgeHttp, path: string): Promise<readonly Raw[]> {
  return objectsOf(jsonOf(await http.get(path)));
}

/** Fetches an object. Returns an empty one if the server rejected the request. */
export async function fetchObjectIfAny(http: JudgeHttp, path: string): Promise<Raw> {
  return objectIfAny(await fetchIfAny(http, path));
}

/** Fetches optional data. Resolves even if the server rejected the request, but not if it is busy. */
async function fetchIfAny(http: JudgeHttp, path: string): Promise<Answer> {
  const answer = await http.send({ method: 'GET', path });
  throwIfBusy(refusalIn(answer));
  return answer;
}

/** Returns the object in a response; an empty one if the request was rejected. */
export function objectIfAny(answer: PlainAnswer): Raw {
  return answer.status < 400 ? objectOf(bodyOf(answer)) : {};
}

/** Returns the objects of a list; none if the request was rejected. */
export function listIfAny(answer: PlainAnswer): readonly Raw[] {
  return answer.status < 400 ? objectsOf(bodyOf(answer)) : [];
}

/** Returns whether a response contains an object, or a list with items. */
export function isUsable(answer: PlainAnswer): boolean {
  if (answer.status >= 400) return false;
  const body = bodyOf(answer);
  return typeof body === 'object' && body !== null && (!Array.isArray(body) || body.length > 0);
}

export function refusalIn(answer: Answer): RequestFailed | null {
  return answer.status >= 400 ? refusalOf(answer) : null;
}

/**
 * Creates the failure with the server's own message. DOMjudge sends JSON, PC² plain text or an error page of its web
 * server. `status`: the HTTP status that the response means.
 */
export function refusalOf(answer: Answer, status = answer.status): RequestFailed {
  const isOfJetty = /powered by jetty/i.test(answer.text.slice(0, 5000));
  const message = saidIn(bodyOf(answer)) ?? (isOfJetty ? reasonInPage(answer.text) : plainWordsIn(answer));
  // if the contest isn't running, everyone is rejected; if a role is missing, only this account is
  const refusesAnybody =
    message === null
      ? isBlocked(answer) && !isOfJetty
      : status === 403 && !/(?:\b|_)role(?:\b|_)/i.test(message);
  const isLanguage = /^Language '[^']{1,100}' not allowed for /.test(message ?? '');
  const details = { status, message, refusesAnybody };
  return refusal(answer, isLanguage ? { ...details, cause: { kind: 'language' } } : details);
}

/** Returns the reason on an error page of Jetty. Null: it only repeats the status. */
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

/** Returns the URL of the DOMjudge website, next to its API. Null: the base URL isn't a DOMjudge API. */
export function siteOf(baseUrl: string): string | null {
  return /^(.*)\/api(?:\/v\d+)?$/.exec(baseUrl)?.[1] ?? null;
}

/**
 * Servers with different submission formats. `other`: a server that follows the specification, or doesn't report its
 * name.
 */
export type ServerKind = 'domjudge' | 'pc2' | 'other';

/** Reads the server software. Older versions of DOMjudge send `domjudge_version` and no name. */
export function serverIn(info: Raw): ServerKind {
  const name = [info.name, objectOf(info.provider).name].map(textOf).join(' ');
  if (isObject(info.domjudge) || textOf(info.domjudge_version) !== null || /domjudge/i.test(name)) {
    return 'domjudge';
  }
  return /\bpc(?:\^?2|²)/i.test(name) ? 'pc2' : 'other';
}

/** Returns whether the object describes a contest API. */
export function isContestApi(info: Raw): boolean {
  const { version_url: specification, api_version: version } = info;
  return serverIn(info) !== 'other' || typeof specification === 'string' || typeof version === 'number';
}
