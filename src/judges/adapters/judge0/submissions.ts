import { isObject, type JsonObject } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { bodyLimits } from '../limits';
import { readObject } from '../shared/responseBody';

/** Fields that are requested at every poll. They are small. */
const STATE_FIELDS = [
  'status',
  'time',
  'memory',
  'exit_code',
  'exit_signal',
  'message',
  'language',
  'cpu_time_limit',
  'memory_limit',
  'created_at',
];

/** Fields that are requested once, after all submissions have ended. */
const TEXT_FIELDS = ['stdout', 'stderr', 'compile_output', 'stdin', 'expected_output'];

/**
 * Expected maximum length of the texts of several submissions in one response, in UTF-16 units. The number of submissions
 * in a request at most doubles, because the first sample is often the shortest.
 */
const MAX_TEXTS_TOGETHER = 16 * 1024 * 1024;

/** Maximum length of all texts of a record, which are base64-encoded, in UTF-16 units. */
const MAX_TEXTS = bodyLimits.longest;

export interface FetchedSubmission {
  /** as in the response; null: its token is unknown */
  readonly raw: unknown;
  /** texts that weren't read because they are too large */
  readonly tooLarge: readonly string[];
}

/**
 * Fetches submissions by their tokens, their texts only after all of them have ended. All texts are base64-encoded. Texts
 * that are too large are left out.
 */
export async function fetchSubmissions(
  http: JudgeHttp,
  groups: readonly (readonly string[])[],
): Promise<readonly FetchedSubmission[]> {
  const states: FetchedSubmission[] = [];
  for (const tokens of groups) states.push(...(await fetchStates(http, tokens)));
  const isPending = states.some(({ raw }) => isObject(raw) && isPendingCode(statusCode(raw)));
  const hasTexts = states.some(({ raw }) => isObject(raw) && 'stdout' in raw);
  if (isPending || hasTexts) return states;
  const tokens = groups.flat();
  const known = tokens.flatMap((token, at) => (isObject(states[at]?.raw) ? [{ at, token }] : []));
  const complete = [...states];
  const texts = new FetchedTexts();
  const most = Math.max(...groups.map(({ length }) => length));
  let largest = 1;
  // The first response contains the program, which is the same in all submissions.
  for (let at = 0, count = 1; at < known.length;) {
    const group = known.slice(at, at + count);
    const fields = at === 0 ? [...TEXT_FIELDS, 'source_code'] : TEXT_FIELDS;
    const names = group.map(({ token }) => token);
    const fetched = texts.isFull ? names.map(() => ALL_TOO_LARGE) : await fetchFields(http, names, fields);
    group.forEach(({ at: index }, place) => {
      complete[index] = texts.added(objectOf(complete[index]?.raw), fetched[place] ?? NO_TEXTS);
    });
    largest = Math.max(largest, ...fetched.map(({ raw }) => textLength(raw)));
    at += group.length;
    count = Math.max(Math.min(2 * count, most, Math.floor(MAX_TEXTS_TOGETHER / largest)), 1);
  }
  return complete;
}

const NO_TEXTS: FetchedSubmission = { raw: null, tooLarge: [] };
const ALL_TOO_LARGE: FetchedSubmission = { raw: null, tooLarge: TEXT_FIELDS };

/** The texts of a record, up to the length that can be stored. */
class FetchedTexts {
  private length = 0;

  get isFull(): boolean {
    return this.length >= MAX_TEXTS;
  }

  /** Returns a submission with its texts. Leaves out those that would make the record too large. */
  added(state: Raw, { raw, tooLarge }: FetchedSubmission): FetchedSubmission {
    const entries = Object.entries(objectOf(raw));
    const isTooLong = ([, value]: readonly [string, unknown]): boolean => {
      const { length } = textOf(value) ?? '';
      if (this.length + length > MAX_TEXTS) return true;
      this.length += length;
      return false;
    };
    const left = entries.filter(isTooLong).map(([name]) => name);
    const kept = entries.filter(([name]) => !left.includes(name));
    return { raw: { ...state, ...Object.fromEntries(kept) }, tooLarge: [...tooLarge, ...left] };
  }
}

/** Fetches the states of submissions. Rejects if even one state is too large. */
async function fetchStates(
  http: JudgeHttp,
  tokens: readonly string[],
): Promise<readonly FetchedSubmission[]> {
  const fetched = await fetchTogether(http, tokens, STATE_FIELDS);
  if (fetched !== 'tooLarge') return fetched;
  if (tokens.length > 1) return inHalves(tokens, (half) => fetchStates(http, half));
  throw new RequestFailed({ kind: 'tooLarge', limit: bodyLimits.longest });
}

/** Fetches texts of submissions. If a response is too large, requests its parts. */
async function fetchFields(
  http: JudgeHttp,
  tokens: readonly string[],
  fields: readonly string[],
): Promise<readonly FetchedSubmission[]> {
  const fetched = await fetchTogether(http, tokens, ['status', ...fields]);
  if (fetched !== 'tooLarge') return fetched;
  if (tokens.length > 1) return inHalves(tokens, (half) => fetchFields(http, half, fields));
  if (fields.length === 1) return [{ raw: {}, tooLarge: fields }];
  const parts: FetchedSubmission[] = [];
  for (const field of fields) parts.push(...(await fetchFields(http, tokens, [field])));
  const raw = parts.reduce<Raw>((all, part) => ({ ...all, ...objectOf(part.raw) }), {});
  return [{ raw, tooLarge: parts.flatMap(({ tooLarge }) => tooLarge) }];
}

async function inHalves(
  tokens: readonly string[],
  fetch: (half: readonly string[]) => Promise<readonly FetchedSubmission[]>,
): Promise<readonly FetchedSubmission[]> {
  const middle = Math.ceil(tokens.length / 2);
  const first = await fetch(tokens.slice(0, middle));
  return [...first, ...(await fetch(tokens.slice(middle)))];
}

/**
 * Fetches fields of submissions in one request. Returns one entry per token, in their order. `tooLarge`: the response is
 * too large.
 */
async function fetchTogether(
  http: JudgeHttp,
  tokens: readonly string[],
  fields: readonly string[],
): Promise<readonly FetchedSubmission[] | 'tooLarge'> {
  const query = `base64_encoded=true&fields=${fields.join(',')}`;
  const names = tokens.map(encodeURIComponent).join(',');
  const path = tokens.length > 1 ? `batch?tokens=${names}&${query}` : `${names}?${query}`;
  let answer: Answer;
  try {
    answer = await http.get(`/submissions/${path}`, { mayBeTooLarge: true });
  } catch (error) {
    if (isTooLarge(error)) return 'tooLarge';
    throw error;
  }
  const submissions = listIn(readObject(answer));
  const whole = tokens.length > 1 ? tokens.map((_, at) => submissions[at]) : submissions;
  return whole.map((raw = null) => ({ raw, tooLarge: [] }));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RequestFailed && error.failure.kind === 'status' && error.failure.status === 413;
}

/** Returns the submissions of a batch in the order of their tokens, or the only submission. */
function listIn(body: JsonObject): readonly unknown[] {
  const { submissions } = body.raw;
  if (submissions === undefined) {
    const hasStatus = 'status' in body.raw || 'status_id' in body.raw;
    return hasStatus ? [body.raw] : body.typeMismatch('status', 'an object');
  }
  return Array.isArray(submissions) ? submissions : body.typeMismatch('submissions', 'a list');
}

/** Returns the length of all texts of a submission, in UTF-16 units. */
function textLength(submission: unknown): number {
  return Object.values(objectOf(submission)).reduce<number>(
    (sum, value) => sum + (textOf(value)?.length ?? 0),
    0,
  );
}

function statusCode(submission: Raw): number {
  return Number(objectOf(submission.status).id ?? submission.status_id ?? 0);
}

export function isPendingCode(code: number): boolean {
  return code === 1 || code === 2;
}
