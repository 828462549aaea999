import * as v from 'valibot';
import type { StatusKind, StatusTable, VerdictStyle } from '../../../results';
import { oneOf, optionalText, statusKinds } from '../../settingFields';
import {
  statusTable,
  codeOf,
  verdictNames,
  verdicts,
  type StatusRow,
  type Verdict,
} from '../shared/commonVerdicts';
import { place } from './dottedPaths';

const nonEmptyText = v.pipe(v.string(), v.trim(), v.minLength(1));
const definition = v.object({ name: nonEmptyText, kind: oneOf(statusKinds), short: optionalText });
const noList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && !Array.isArray(value),
);
/** A status code must be a whole number, or a text that fits in a row of the list. */
const statusCode = v.pipe(v.string(), v.regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u));

/** The score determines the verdict. `full`: the full score, or the dotted path of a response field that contains it. */
const byScore = v.strictObject({
  full: v.lazy((value) =>
    typeof value === 'number'
      ? v.pipe(v.number(), v.minValue(Number.MIN_VALUE), v.finite())
      : v.pipe(place, v.minLength(1)),
  ),
});

function codesWith<Meaning extends v.GenericSchema>(meaning: (value: unknown) => Meaning) {
  return v.nullish(v.pipe(noList, v.record(statusCode, v.lazy(meaning))), {});
}

/** Maps status codes to a verdict's short name, or to a definition. */
export const describedCodes = codesWith((value) =>
  typeof value === 'string' ? oneOf(verdictNames) : definition,
);

/** Like `describedCodes`. A verdict can also depend on the score. */
export const describedCodesOrScores = codesWith((value) => {
  if (typeof value === 'string') return oneOf(verdictNames);
  return typeof value === 'object' && value !== null && 'full' in value ? byScore : definition;
});

type Definition = v.InferOutput<typeof definition>;
type VerdictByScore = v.InferOutput<typeof byScore>;

/** The full score of each status code whose verdict depends on the score: a number, or the path of a response field. */
export type FullScores = ReadonlyMap<string, number | string>;

export function tableOf(codes: Readonly<Record<string, Definition | Verdict | VerdictByScore>>): StatusTable {
  const named: [string, Verdict][] = [];
  const defined: [string, Definition][] = [];
  const scored: StatusRow[] = [];
  for (const [code, meaning] of Object.entries(codes)) {
    if (typeof meaning === 'string') named.push([code, meaning]);
    else if ('full' in meaning)
      // shown if the response contains no score
      scored.push([codeOf(code), 'partial', 'wrongAnswer', 'Scored', '已评分', 'SCORED']);
    else defined.push([code, meaning]);
  }
  return {
    ...verdicts('', Object.fromEntries(named)),
    ...definedCodes(Object.fromEntries(defined)),
    ...statusTable(scored),
  };
}

export function fullScoresOf(
  codes: Readonly<Record<string, Definition | Verdict | VerdictByScore>>,
): FullScores {
  return new Map(
    Object.entries(codes).flatMap(([code, meaning]) =>
      typeof meaning !== 'string' && 'full' in meaning ? [[code, meaning.full] as const] : [],
    ),
  );
}

function definedCodes(codes: Readonly<Record<string, Definition>>): StatusTable {
  const pending = Object.keys(codes).filter((key) => codes[key]?.kind === 'pending');
  // if there are several pending codes, assumes that the highest one means “judging” and the others “waiting”
  const numbers = pending.map(codeOf).filter((code) => typeof code === 'number');
  const running = numbers.length > 1 ? Math.max(...numbers) : null;
  return statusTable(
    Object.entries(codes).map(([key, { name, kind, short }]) => [
      codeOf(key),
      kind,
      lookOf(kind, short),
      name,
      null,
      short || name,
      codeOf(key) === running ? 'running' : undefined,
    ]),
  );
}

/** Chooses the style of a verdict by its kind. Only failed verdicts have several styles, chosen by the short name. */
function lookOf(kind: StatusKind, short: string): VerdictStyle {
  switch (kind) {
    case 'pending':
      return 'pending';
    case 'accepted':
      return 'accepted';
    case 'error':
      return 'serviceError';
    case 'partial':
    case 'failed': {
      const upper = short.toUpperCase();
      if (/^(?:RE|RTE)$/.test(upper)) return 'runtimeError';
      if (/^[A-Z]LE$/.test(upper)) return 'limitExceeded';
      return upper === 'CE' ? 'compileError' : 'wrongAnswer';
    }
  }
}
