import { parseJson, plainText, type Misread, type ParsedJson } from '../../judge';
import { ServiceFailed } from '../failure';
import type { PlainAnswer } from './answer';
import type { RecentSubmission, BatchAnswer } from '../adapter';
import type { FoundProblem, Submitted } from '../submission';
import { objectOf, tooManyEntries } from './values';
import { MAX_ERROR_MESSAGE_LENGTH } from './limits';

export type { PlainAnswer, ReadResult, ResultAnswer } from './answer';

export function misshapen({ path, expected, found }: Misread): ServiceFailed {
  return new ServiceFailed({ kind: 'shape', path, expected, found });
}

const parsedAnswers = new WeakMap<PlainAnswer, ParsedJson>();

/**
 * Returns the JSON of a response, and parses it only once. Undefined if it isn't JSON, or if there is no response. If
 * it has too many entries, throws `ServiceFailed` (`shape`); for an error status, returns undefined instead.
 */
export function bodyOf(answer: PlainAnswer | undefined): unknown {
  if (!answer) return undefined;
  const known = parsedAnswers.get(answer) ?? parseJson(answer.text);
  parsedAnswers.set(answer, known);
  if (known.kind === 'tooMany' && answer.status < 400) throw tooManyEntries('');
  return known.kind === 'json' ? known.value : undefined;
}

/**
 * Returns the JSON of a response. Throws `ServiceFailed` (`notJson`, `shape`) if it isn't JSON or has too many entries.
 */
export function jsonOf(answer: PlainAnswer): unknown {
  const json = bodyOf(answer);
  if (json !== undefined) return json;
  const contentType = answer.contentType === null ? null : plainText(answer.contentType, 100);
  throw new ServiceFailed({ kind: 'notJson', contentType, looksLikeHtml: isPage(answer) });
}

export function isPage({ text, contentType }: PlainAnswer): boolean {
  return (
    /^\s*<(?:!doctype|html|head|body|!--|\?xml)/i.test(text.slice(0, 1000)) ||
    /^text\/html\b/i.test(contentType ?? '')
  );
}

/** Whether a firewall or a bot check sent a page instead of the judge's response. */
export function isBlocked(answer: PlainAnswer): boolean {
  return answer.status === 403 && isPage(answer) && bodyOf(answer) === undefined;
}

/** Whether the response is certainly a Cloudflare bot check. The judge's own pages don't match. */
export function isBotCheck(answer: PlainAnswer): boolean {
  if (answer.mitigated?.toLowerCase() === 'challenge') return true;
  if (answer.status < 400 || !isPage(answer)) return false;
  const head = answer.text.slice(0, 100_000);
  return head.includes('/cdn-cgi/challenge-platform/') || head.includes('_cf_chl_opt');
}

/** Creates the failure of an unknown request ID, for responses without an error status. */
export function unknownId(): ServiceFailed {
  return new ServiceFailed({ kind: 'status', status: 404, error: null, retryAfter: null }, { sent: 'no' });
}

/** Finds an error message in one of the usual fields; null if there is none. */
export function saidIn(body: unknown): string | null {
  const raw = objectOf(body);
  for (const field of ['errorMessage', 'message', 'detail', 'error', 'title', 'msg']) {
    const message = Object.hasOwn(raw, field) ? sentenceOf(raw[field]) : '';
    if (message) return message.toWellFormed().slice(0, MAX_ERROR_MESSAGE_LENGTH);
  }
  return null;
}

/** Reads a text, an object that contains one, or a list of either. */
function sentenceOf(value: unknown): string {
  const sentences = [value].flat().map((item) => {
    const { message, msg, detail } = objectOf(item);
    return [item, message, msg, detail].find((text): text is string => typeof text === 'string');
  });
  return sentences.slice(0, 10).filter(Boolean).join('; ');
}

/** Returns a cookie that a response sets. Null: none with that name. */
export function cookieIn({ cookies }: PlainAnswer, name: string): string | null {
  for (const part of (cookies ?? '').slice(0, 20_000).split(/[,;]/)) {
    const [key = '', ...value] = part.trim().split('=');
    const text = value.join('=');
    if (key === name && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/.test(text)) return text;
  }
  return null;
}

/** Whether this status means that the judge didn’t act on the request. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

export function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}

export function accepted(requestId: string, hint: string | null = null): Submitted {
  return { kind: 'accepted', requestId, hint };
}

/** Returns the problems whose ID or title contains the text. */
export function problemsLike(text: string, problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const lowerCaseText = text.toLowerCase();
  return problems.filter(({ problemId, title }) =>
    `${problemId} ${title}`.toLowerCase().includes(lowerCaseText),
  );
}

/** Creates an entry of the recent submissions. Unknown fields are null. */
export function recentOf(
  known: Pick<RecentSubmission, 'requestId'> & Partial<RecentSubmission>,
): RecentSubmission {
  return {
    hint: null,
    problem: null,
    problemId: null,
    problemTitle: null,
    status: null,
    score: null,
    at: null,
    ...known,
  };
}

/** Creates the batch state of a listed submission without a result. */
export function endedOrNotReady(hasEnded: boolean): BatchAnswer {
  return { kind: hasEnded ? 'ended' : 'notReady' };
}
