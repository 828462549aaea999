import { fromBase64 } from '../../base/base64';
import { meaningOf } from '../../judge/status';
import {
  isObject,
  jsonIn,
  plainText,
  readJson,
  type Case,
  type DecodeNotice,
  type FormError,
  type JudgingRules,
  type Misread,
  type Reader,
} from '../../judge';
import { ServiceFailed, retryAfterMs } from '../failure';
import type { PlainAnswer } from './answer';
import type { Question, RecentSubmission, ServiceRequest, Sighting } from '../profile';

export type { PlainAnswer, ReadResult, ResultAnswer } from './answer';

/** Reads a JSON answer. Throws `ServiceFailed` (`notJson`, `shape`) where it isn't what `read` expects. */
export function readAnswer<T>(
  answer: PlainAnswer,
  read: (json: unknown, reader: Reader) => T,
): { readonly value: T; readonly notices: readonly DecodeNotice[] } {
  return readValue(jsonOf(answer), read);
}

/** The same for JSON that is there already. */
export function readValue<T>(
  json: unknown,
  read: (json: unknown, reader: Reader) => T,
): { readonly value: T; readonly notices: readonly DecodeNotice[] } {
  const result = readJson(json, read);
  if (result.ok) return result;
  throw misshapen(result);
}

/** One question of several, which are asked one after the other; at least one. */
export function joinedQuestions<Part, Value>(
  questions: readonly Question<Part>[],
  join: (parts: readonly Part[]) => Value,
): Question<Value> {
  const [request, ...more] = questions.map((one) => one.request);
  if (!request) throw new Error('nothing is asked');
  const read = (first: PlainAnswer, now: number, others: readonly PlainAnswer[] = []): Value =>
    // an answer is missing only behind a refusal, which is thrown
    join(questions.map((one, index) => one.read([first, ...others][index] ?? first, now)));
  return { request, more, read };
}

/** The same question, whose value is made into another. */
export function mapped<From, To>(question: Question<From>, map: (value: From) => To): Question<To> {
  return { ...question, read: (answer, now, more) => map(question.read(answer, now, more)) };
}

/** Makes questions whose answers are JSON, read where they are no failure: `refuse` throws it. A text is a path. */
export function questionsBy(refuse: (answer: PlainAnswer, now: number) => void) {
  return <Value>(
    request: string | ServiceRequest,
    read: (json: unknown, reader: Reader, answer: PlainAnswer, now: number) => Value,
  ): Question<Value> => ({
    request: typeof request === 'string' ? { method: 'GET', path: request } : request,
    read: (answer, now) => {
      refuse(answer, now);
      return readAnswer(answer, (json, reader) => read(json, reader, answer, now)).value;
    },
  });
}

export function misshapen({ path, expected, found }: Misread): ServiceFailed {
  return new ServiceFailed({ kind: 'shape', path, expected, found });
}

/** The JSON of an answer. Throws `ServiceFailed` (`notJson`) where it is none. */
export function jsonOf(answer: PlainAnswer): unknown {
  const json = jsonIn(answer.text);
  if (json !== undefined) return json;
  const contentType = answer.contentType === null ? null : plainText(answer.contentType, 100);
  throw new ServiceFailed({ kind: 'notJson', contentType, looksLikeHtml: isPage(answer) });
}

function isPage({ text, contentType }: PlainAnswer): boolean {
  return (
    /^\s*<(?:!doctype|html|head|body|!--|\?xml)/i.test(text.slice(0, 1000)) ||
    /^text\/html\b/i.test(contentType ?? '')
  );
}

/** What refuses with a page in place of the service's own words: a firewall or a bot check. */
export function isBlocked(answer: PlainAnswer): boolean {
  return answer.status === 403 && isPage(answer) && jsonIn(answer.text) === undefined;
}

/**
 * A refusal in the one form that all services' failures take, whatever the service sent. `status` is what it means,
 * `now` ms since 1970.
 */
export function refused(
  answer: PlainAnswer,
  now: number,
  status: number = answer.status,
  about: {
    readonly type?: string | null;
    readonly message?: string | null;
    readonly form?: FormError;
    readonly retryAfter?: number | null;
    /** a 403 that other credentials wouldn't change; absent: as `isBlocked` finds */
    readonly refusesAnybody?: boolean;
    /** absent: the site may have an interface */
    readonly hasNoApi?: boolean;
    /** absent: it is not about the language */
    readonly refusesLanguage?: boolean;
    /** of a submission that was refused in part */
    readonly taken?: readonly string[];
  } = {},
): ServiceFailed {
  const { type = null, message = null, form = null, taken = [] } = about;
  const isSaid = type !== null || message !== null || form !== null;
  const error = { errorCode: status, errorType: type, errorMessage: message, errorData: null, form };
  const refusesAnybody = status === 403 && (about.refusesAnybody ?? isBlocked(answer));
  const retryAfter = about.retryAfter ?? retryAfterMs(answer.retryAfter ?? null, answer.date ?? null, now);
  return new ServiceFailed(
    {
      ...{ kind: 'status', status, error: isSaid ? error : null, retryAfter },
      ...(refusesAnybody ? { refusesAnybody } : {}),
      ...(about.hasNoApi ? { hasNoApi: true } : {}),
      ...(about.refusesLanguage ? { refusesLanguage: true } : {}),
    },
    { sent: taken.length === 0 && (isRefusal(answer.status) || isRefusal(status)) ? 'no' : 'maybe', taken },
  );
}

/** The service knows nothing of that ID, in an answer that is no refusal. */
export function unknownId(): ServiceFailed {
  return new ServiceFailed({ kind: 'status', status: 404, error: null, retryAfter: null }, { sent: 'no' });
}

/** What services of all sorts say of a failure, in one of their usual fields. Null: nothing. */
export function saidIn(body: unknown): string | null {
  const raw = objectOf(body);
  for (const field of ['errorMessage', 'message', 'detail', 'error', 'title', 'msg']) {
    const said = Object.hasOwn(raw, field) ? sentenceOf(raw[field]) : '';
    if (said) return said.toWellFormed().slice(0, longestSaid);
  }
  return null;
}

const longestSaid = 1000;

/** A text, an object that has one, or a list of either. */
function sentenceOf(value: unknown): string {
  const sentences = [value].flat().map((one) => {
    const { message, msg, detail } = objectOf(one);
    return [one, message, msg, detail].find((text): text is string => typeof text === 'string');
  });
  return sentences.slice(0, 10).filter(Boolean).join('; ');
}

/** A cookie that an answer sets. Null: it sets none of that name. */
export function cookieIn({ cookies }: PlainAnswer, name: string): string | null {
  for (const part of (cookies ?? '').slice(0, 20_000).split(/[,;]/)) {
    const [key = '', ...value] = part.trim().split('=');
    const text = value.join('=');
    if (key === name && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/.test(text)) return text;
  }
  return null;
}

/** The service has not acted on what was sent. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** An object of JSON, as it came. */
export type Raw = Readonly<Record<string, unknown>>;

/** One without any fields for what is no object. */
export function objectOf(value: unknown): Raw {
  return isObject(value) ? value : {};
}

/** Null: it is no text. Half of a surrogate pair, which no address can hold, is replaced. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}

/** Null: it is no number. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Null: it is no whole number that can be counted with. */
export function wholeOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** The objects in a list; none where it is no list. */
export function objectsOf(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A moment in ISO 8601, or in seconds since 1970, as ms since 1970. Null: it is none. */
export function momentOf(value: unknown): number | null {
  const moment = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value) ?? '');
  return Number.isFinite(moment) ? moment : null;
}

/** An ID as a part of an address. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Of the fields named, those that are texts, decoded from base 64. Where one of them is none, all are as they came. */
export function decodedTexts(raw: Raw, fields: readonly string[]): Record<string, string> {
  const texts = fields.flatMap((field) => {
    const text = textOf(raw[field]);
    return text === null ? [] : [{ field, text, decoded: fromBase64(text) }];
  });
  const isEncoded = texts.every(({ decoded }) => decoded !== null);
  return Object.fromEntries(
    texts.map(({ field, text, decoded }) => [field, isEncoded ? (decoded ?? text) : text]),
  );
}

/** What cases took together: the time of all, the memory of the largest. Null: none says it. */
export function figuresOf(cases: readonly Case[]): Pick<Case, 'time' | 'memory'> {
  const times = cases.flatMap(({ time }) => time ?? []);
  const memories = cases.flatMap(({ memory }) => memory ?? []);
  return {
    time: times.length > 0 ? times.reduce((sum, one) => sum + one, 0) : null,
    memory: memories.length > 0 ? memories.reduce((a, b) => Math.max(a, b)) : null,
  };
}

/** 0.057 s are 57 ms, not 57.00000000000001. */
export function milliseconds(seconds: number | null): number | null {
  const rounded = Math.round((seconds ?? NaN) * 1e6) / 1e3;
  return Math.abs(rounded) <= Number.MAX_SAFE_INTEGER ? rounded : null;
}

/** A number that the service sends as text, such as `"0.002"`; anything else as it is. */
export function fromDecimal(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

export function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}

/** One of the user's submissions with what is known of it. */
export function recentOf(
  known: Pick<RecentSubmission, 'requestId'> & Partial<RecentSubmission>,
): RecentSubmission {
  return { hint: null, problem: null, status: null, score: null, at: null, ...known };
}

/**
 * The signs of life in a list: those with a code that is pending are not ready, others have ended. `withoutCode`: what is
 * meant by a submission that has none.
 */
export function sightingsOf(
  recent: readonly RecentSubmission[],
  { statuses }: JudgingRules,
  withoutCode: 'notReady' | 'ended',
): ReadonlyMap<string, Sighting> {
  return new Map(
    recent.map(({ requestId, status }): [string, Sighting] => {
      if (status === null) return [requestId, { kind: withoutCode }];
      return [requestId, { kind: meaningOf(statuses, status)?.kind === 'pending' ? 'notReady' : 'ended' }];
    }),
  );
}
