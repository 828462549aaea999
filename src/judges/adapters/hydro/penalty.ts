import type { Envelope } from '../../../results';
import { numberOf, objectOf, textOf } from '../shared/jsonValues';

/** Maximum number of rules that are read. */
const MAX_RULES = 100;

/**
 * Adds to the result of a homework that was submitted late how much of its score counts. The record itself contains the
 * score without the penalty. `tdoc`: the homework of the record
 */
export function withPenalty(envelope: Envelope, tdoc: unknown): Envelope {
  const { data } = envelope;
  const { judge = null } = data ?? {};
  if (!data || !judge || judge.score === null || judge.score === 0) return envelope;
  const coefficient = coefficientOf(envelope.requestId ?? '', tdoc);
  if (coefficient === 1) return envelope;
  const counted = Math.round(judge.score * coefficient * 100) / 100;
  const penalty = `${counted} = ${judge.score} × ${coefficient}`;
  const description = [penalty, judge.description].filter(Boolean).join('\n');
  return { ...envelope, data: { ...data, judge: { ...judge, description } } };
}

/**
 * Returns the factor of the last rule whose delay has passed: `penaltyRules` contains factors by hours after
 * `penaltySince`. 1: no penalty
 */
function coefficientOf(recordId: string, tdoc: unknown): number {
  const { rule, penaltySince, penaltyRules } = objectOf(tdoc);
  const since = Date.parse(textOf(penaltySince) ?? '');
  if (rule !== 'homework' || Number.isNaN(since) || !/^[0-9a-f]{24}$/i.test(recordId)) return 1;
  const late = submittedAt(recordId) - since;
  if (late < 0) return 1;
  const rules = Object.entries(objectOf(penaltyRules))
    .slice(0, MAX_RULES)
    .map(([hours, factor]) => ({ delay: Number(hours) * 3_600_000, factor: numberOf(factor) ?? 1 }))
    .filter(({ delay }) => delay <= late)
    .sort((one, other) => one.delay - other.delay);
  return rules.at(-1)?.factor ?? 1;
}

/** Returns the time at which a record was created, ms since 1970: its ID begins with the seconds. */
function submittedAt(recordId: string): number {
  return Number.parseInt(recordId.slice(0, 8), 16) * 1000;
}
