import { meaningOf, statusText, type JudgeSemantics, type StatusCode } from '../../results/withoutDecoder';
import { isOnlySign, nameOf } from '../labels/recordLabels';

/** Returns the full name: `Wrong Answer`, or `Status 99`. */
export function statusName(status: StatusCode | null, rules: JudgeSemantics): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning ? nameOf(meaning) : statusText(status, rules);
}

/** Returns the short code, or the name if the code is only a symbol, such as `…`. */
export function statusWord(status: StatusCode | null, rules: JudgeSemantics): string {
  const meaning = meaningOf(rules.statuses, status);
  const short = statusText(status, rules);
  return meaning && isOnlySign(short) ? nameOf(meaning) : short;
}
