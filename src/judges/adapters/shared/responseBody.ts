import { JsonObject, parseJson, plainText, type Misread, type ParsedJson } from '../../../results';
import { RequestFailed } from '../../requestFailed';
import type { Answer } from '../../http/judgeHttp';
import type { PlainAnswer } from './makeResult';
import { tooManyEntries } from './jsonValues';

export function misshapen({ path, expected, found }: Misread): RequestFailed {
  return new RequestFailed({ kind: 'shape', path, expected, found });
}

const parsedAnswers = new WeakMap<PlainAnswer, ParsedJson>();

/**
 * Returns the JSON of a response, and parses it only once. Undefined without a response, or if it isn't JSON. If it has
 * too many entries, throws `RequestFailed` (`shape`); for an error status, returns undefined instead.
 */
export function bodyOf(answer: PlainAnswer | undefined): unknown {
  if (!answer) return undefined;
  const known = parsedAnswers.get(answer) ?? parseJson(answer.text);
  parsedAnswers.set(answer, known);
  if (known.kind === 'tooMany' && answer.status < 400) throw tooManyEntries('');
  return known.kind === 'json' ? known.value : undefined;
}

/**
 * Returns the JSON of a response. Throws `RequestFailed` (`notJson`, `shape`) if it isn't JSON or has too many entries.
 */
export function jsonOf(answer: PlainAnswer): unknown {
  const json = bodyOf(answer);
  if (json !== undefined) return json;
  const contentType = answer.contentType === null ? null : plainText(answer.contentType, 100);
  throw new RequestFailed({ kind: 'notJson', contentType, looksLikeHtml: isPage(answer) });
}

/** Reads a response that must be a JSON object. Its methods read the fields. Throws if it is anything else. */
export function readObject(answer: Answer): JsonObject {
  return JsonObject.of(jsonOf(answer));
}

/** Reads a response that must be a list of JSON objects. Throws if it is anything else. */
export function readList<Item>(answer: Answer, read: (item: JsonObject) => Item): readonly Item[] {
  return JsonObject.listOf(jsonOf(answer), read);
}

/** Returns the time of a response by the judge's clock, or else by this computer's, ms since 1970. */
export function judgeTime({ date, receivedAt }: Answer): number {
  const sent = Date.parse(date ?? '');
  return Number.isNaN(sent) ? receivedAt : sent;
}

export function isPage({ text, contentType }: PlainAnswer): boolean {
  return (
    /^\s*<(?:!doctype|html|head|body|!--|\?xml)/i.test(text.slice(0, 1000)) ||
    /^text\/html\b/i.test(contentType ?? '')
  );
}

export function cookieIn({ cookies }: PlainAnswer, name: string): string | null {
  for (const part of (cookies ?? '').slice(0, 20_000).split(/[,;]/)) {
    const [key = '', ...value] = part.trim().split('=');
    const text = value.join('=');
    if (key === name && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/.test(text)) return text;
  }
  return null;
}
