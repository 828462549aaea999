import { isTrouble, type Case, type Envelope } from '../../results/withoutDecoder';
import { isSample, type KnownRecord } from '../../records';
import { outcomeOf, type Outcome } from '../labels/caseLabels';
import { isJudged } from '../labels/customInputRuns';
import { choiceSetting } from './settings/settings';

/**
 * Returns whether the inputs, outputs, and messages of a record’s failed cases are hidden until the user reveals them.
 * False for the user’s own runs, because the user has their inputs.
 */
export function hidesFailedCases(record: Pick<KnownRecord, 'service' | 'submission' | 'source'>): boolean {
  return choiceSetting('cases.reveal') === 'onClick' && (isSample(record) || isJudged(record));
}

/** Returns whether the details of this case are hidden. Its verdict, time, and memory are always shown. */
export function isHiddenCase({ status }: Pick<Case, 'status'>, record: KnownRecord): boolean {
  return hidesFailedCases(record) && isTrouble(status, record.rules);
}

/** Like `outcomeOf`, but without the reason why the first case failed if it is hidden. */
export function shownOutcome(record: KnownRecord, envelope: Envelope | null): Outcome {
  const outcome = outcomeOf(record, envelope);
  return hidesFailedCases(record) ? { ...outcome, said: '' } : outcome;
}
