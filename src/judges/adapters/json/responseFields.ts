import * as v from 'valibot';
import { fromBase64 } from '../../../base/base64';
import { meaningOf, type StatusCode, type StatusTable } from '../../../results';
import { oneOf } from '../../settingFields';
import type { FullScores } from '../described/statusCodes';
import { at, codeAt, isShortenedAt, numberAt, place, textAt } from '../described/dottedPaths';
import { MAX_DESCRIBED_TEXT_LENGTH } from '../limits';

/** Location of a text in a response. */
export interface TextField {
  /** dotted path */
  readonly path: string;
  /** null: the text isn't encoded */
  readonly encoding: 'base64' | null;
}

const encodedText = v.strictObject({ path: place, encoding: oneOf(['base64'] as const) });

/** The response field of a text: its dotted path, or an object if the text is encoded. */
export const textField = v.lazy((value) =>
  typeof value === 'object' && value !== null
    ? v.pipe(
        encodedText,
        v.transform(({ path }): TextField => ({ path, encoding: 'base64' })),
      )
    : v.pipe(
        place,
        v.transform((path): TextField => ({ path, encoding: null })),
      ),
);

/** The response fields of a status: one dotted path, or several. */
export const statusFields = v.lazy((value) =>
  Array.isArray(value)
    ? v.pipe(v.array(place), v.minLength(1), v.maxLength(10))
    : v.pipe(
        place,
        v.transform((path) => [path]),
      ),
);

/** A submission isn't judged, or is waiting for a rejudge, if this part of the response is empty. */
export const pendingIf = v.strictObject({
  empty: place,
  /** status codes that are final nevertheless */
  except: v.optional(v.array(v.union([v.string(), v.number()])), []),
});

type PendingIf = v.InferOutput<typeof pendingIf>;

/**
 * Returns a text with at most `limit` UTF-16 units. A text that isn't valid base64 is returned unchanged. Null: no text.
 * `field`: undefined if not configured.
 */
export function textIn(
  json: unknown,
  field: TextField | undefined,
  limit = MAX_DESCRIBED_TEXT_LENGTH,
): string | null {
  if (field === undefined) return null;
  const value = field.encoding === 'base64' ? at(json, field.path) : null;
  const decoded = typeof value === 'string' ? fromBase64(value, limit) : null;
  return decoded ?? textAt(json, field.path, limit);
}

/** Returns whether `textIn` doesn't return the whole text, or not exactly. */
export function isShortenedIn(json: unknown, field: TextField | undefined): boolean {
  if (field?.encoding !== 'base64') return isShortenedAt(json, field?.path);
  const value = at(json, field.path);
  const decoded = typeof value === 'string' ? fromBase64(value, MAX_DESCRIBED_TEXT_LENGTH) : null;
  if (typeof value !== 'string' || decoded === null) return isShortenedAt(json, field.path);
  // the decoder replaces invalid bytes, and omits a byte order mark
  const isChanged = decoded.includes('\ufffd') || value.startsWith('77u/');
  return isChanged || decoded.length >= MAX_DESCRIBED_TEXT_LENGTH;
}

/** A common verdict of a submission that isn't judged yet. */
const WAITING_CODE = 'QUEUED';

/** Code of the meaning that all codes without a meaning have. */
const ANY_OTHER_CODE = '*';

/** The configured meanings of status codes. */
export interface Codes {
  readonly statuses: StatusTable;
  readonly fullScores: FullScores;
}

export interface FoundStatus {
  /** Undefined: no valid code; null: no code yet. */
  readonly code: StatusCode | null | undefined;
  /** number of finished cases, of a total; null: the status doesn't contain them */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The highest possible score, if the verdict depends on it; null: unknown. */
  readonly maximum: number | null;
}

/**
 * Reads a status. `paths`: of several values, the first that has a meaning is used, or else the first one. `scorePath`:
 * undefined if not configured.
 */
export function statusAt(
  json: unknown,
  paths: readonly string[],
  scorePath: string | undefined,
  codes: Codes,
): FoundStatus {
  const code = chosenCode(json, paths, codes.statuses);
  const found = { code, progress: null, maximum: null };
  if (code === null || code === undefined) return found;
  const full = codes.fullScores.get(String(code));
  if (full !== undefined) {
    const maximum = positiveAt(json, full);
    return { ...found, code: codeByScore(numberAt(json, scorePath), maximum) ?? code, maximum };
  }
  const other = meaningOf(codes.statuses, ANY_OTHER_CODE);
  if (meaningOf(codes.statuses, code) || !other) return found;
  return { ...found, code: ANY_OTHER_CODE, progress: other.kind === 'pending' ? progressIn(code) : null };
}

/** Returns a positive number, or reads it at a path. Null: there is none. */
function positiveAt(json: unknown, numberOrPath: number | string): number | null {
  const value = typeof numberOrPath === 'number' ? numberOrPath : numberAt(json, numberOrPath);
  return value !== null && value > 0 ? value : null;
}

/**
 * Returns the highest possible score. `path`: undefined if not configured. Null: unknown, or the score itself is missing.
 */
export function maximumAt(
  json: unknown,
  path: string | undefined,
  score: number | null,
  { maximum }: FoundStatus,
): number | null {
  if (score === null) return null;
  return (path === undefined ? null : positiveAt(json, path)) ?? maximum;
}

/**
 * Returns the status of a submission, which is pending if the part of `pendingIf` is empty: some judges keep the old
 * status and the old cases while they judge a submission again.
 */
export function withPending(
  json: unknown,
  code: StatusCode,
  pendingIf: PendingIf | undefined,
  { statuses }: Codes,
): { readonly code: StatusCode; readonly isWithoutResult: boolean } {
  const isExempt = pendingIf?.except.map(String).includes(String(code)) ?? true;
  if (!pendingIf || isExempt || !isEmptyAt(json, pendingIf.empty)) return { code, isWithoutResult: false };
  const isPending = meaningOf(statuses, code)?.kind === 'pending';
  return { code: isPending ? code : WAITING_CODE, isWithoutResult: true };
}

/** Returns whether a value is missing or empty. */
function isEmptyAt(json: unknown, path: string): boolean {
  const value = at(json, path);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

/** Returns the code in the first field whose code has a meaning, or else the first code. */
export function chosenCode(
  json: unknown,
  paths: readonly string[],
  statuses: StatusTable,
): StatusCode | null | undefined {
  // an empty text means that the code is still missing
  const found = paths.map((path) => codeAt(json, path)).map((code) => (code === '' ? null : code));
  const codes = found.filter((code) => code !== undefined && code !== null);
  const first = codes.find((code) => meaningOf(statuses, code)) ?? codes[0];
  return first ?? (found.includes(null) ? null : undefined);
}

/** Returns the verdict for a score. Null: the score or the full score is unknown. */
function codeByScore(score: number | null, fullScore: number | null): string | null {
  if (score === null || fullScore === null) return null;
  if (score >= fullScore) return 'AC';
  return score > 0 ? 'PART' : 'WA';
}

/** Parses `3/20`. Null: another text. */
function progressIn(code: StatusCode): FoundStatus['progress'] {
  const match = /^(\d{1,6}) ?\/ ?(\d{1,6})$/.exec(String(code));
  if (!match) return null;
  const [done, total] = [Number(match[1]), Number(match[2])];
  return done <= total ? { done, total } : null;
}
