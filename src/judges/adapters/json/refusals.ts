import { isObject } from '../../../results';
import type { RequestFailed } from '../../requestFailed';
import type { Answer } from '../../adapter';
import { bodyOf, isPage } from '../shared/responseBody';
import { refusal, saidIn, type RefusalDetails } from '../shared/refusals';
import { at, textAt } from '../described/dottedPaths';
import type { DescribedFailure, RefusalKind } from './description';

/** Returns the failure that a response reports, by its HTTP status or by the configured field. Null: none. */
export function refusalIn(
  answer: Answer,
  failure: DescribedFailure,
  isAuthenticated = false,
): RequestFailed | null {
  const body = bodyOf(answer);
  const sign = signIn(body, failure);
  if (failure && isFailure(sign)) {
    const message = textAt(body, failure.message, 1000) ?? saidIn(body) ?? textAt(sign, '', 1000);
    const meaning = meaningOfRefusal(failure.status, message, signOf(sign));
    return refusal(answer, { ...detailsOfMeaning(meaning, answer), message });
  }
  if (answer.status < 400) return null;
  // the credential is invalid, so the judge treats the user as a guest, and requires a form's token
  if (isAuthenticated && isCsrfPage(answer)) return refusal(answer, { status: 401 });
  // JSON of any form proves that an API responded, and not just some web server
  return refusal(answer, {
    message: saidIn(body) ?? (isObject(body) ? '' : sentenceIn(answer)),
    // no firewall sent this page, so other credentials may help
    ...(isCsrfPage(answer) ? { refusesAnybody: false } : {}),
  });
}

type RefusalMeanings = NonNullable<DescribedFailure>['status'];

/**
 * Returns the configured meaning of a refusal: by its message, in which `*` matches any text, or else by the value of the
 * `if` field. Undefined: not configured.
 */
function meaningOfRefusal(
  meanings: RefusalMeanings,
  message: string | null,
  sign: string,
): number | RefusalKind | undefined {
  const keys = Object.keys(meanings);
  const key =
    keys.find((pattern) => pattern === message) ??
    keys.find((pattern) => pattern !== '*' && message !== null && matchesPattern(message, pattern)) ??
    [sign, '*'].find((name) => Object.hasOwn(meanings, name));
  return key === undefined ? undefined : meanings[key];
}

/** Returns whether a text matches a pattern with one `*`, which matches any text. */
function matchesPattern(text: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return false;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/** Returns the HTTP status that corresponds to a refusal, and what is special about it. */
function detailsOfMeaning(
  meaning: number | RefusalKind | undefined,
  answer: Answer,
): { readonly status: number } & RefusalDetails {
  switch (meaning) {
    case 'notYours':
      return { status: 403, cause: { kind: 'notOwn', whose: 'unclear' } };
    case 'forbidden':
      return { status: 403, refusesAnybody: true };
    case 'notJoined':
      return { status: 404, cause: { kind: 'notJoined' } };
    case 'language':
      return { status: 400, cause: { kind: 'language' } };
    case 'notBegun':
    case 'ended':
    case 'deadline':
    case 'attempts':
    case 'suspended':
      return { status: 403, cause: { kind: 'closed', why: meaning } };
    case undefined:
      return { status: answer.status >= 400 ? answer.status : 400 };
    default:
      return { status: meaning };
  }
}

/**
 * Returns whether the judge rejected a POST request because it lacks a CSRF token. Judges that use Django require one
 * from guests, and therefore also from users with a wrong key.
 */
function isCsrfPage(answer: Answer): boolean {
  return answer.status === 403 && isPage(answer) && answer.text.slice(0, 10_000).includes('CSRF');
}

/** Returns the plain text of a response that rejects the content of a request. Null: another status, or no text. */
function sentenceIn({ status, contentType, text }: Answer): string | null {
  const isPlain = /^text\/plain\b/i.test(contentType ?? '');
  const isSentence = text.length <= 300 && text.trim() !== '';
  return (status === 400 || status === 422) && isPlain && isSentence ? text.trim().toWellFormed() : null;
}

/** Returns whether the `failure.if` field reports a failure. */
export function reportsFailure(body: unknown, failure: DescribedFailure): boolean {
  return isFailure(signIn(body, failure));
}

function signIn(body: unknown, failure: DescribedFailure): unknown {
  return failure && isObject(body) ? at(body, failure.if) : null;
}

/** Converts the value at `failure.if` to a key of `failure.status`; empty if it can't be one, such as an object. */
function signOf(sign: unknown): string {
  return textAt(sign, '') ?? (sign === true ? 'true' : '');
}

function isFailure(sign: unknown): boolean {
  return sign !== undefined && sign !== null && sign !== false && sign !== 0 && sign !== '';
}
