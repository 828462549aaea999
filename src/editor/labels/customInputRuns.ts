import { l10n } from 'vscode';
import type { JudgeSemantics, StatusTable } from '../../results';
import { isSample, type KnownRecord, showsVerdict, verdictOf } from '../../records';

/** Returns whether the record is a run with custom input. Its output isn't compared, so it has no verdict. */
export function isCustomInputRun({ submission }: Pick<KnownRecord, 'submission'>): boolean {
  const { isSelfTest = false, hasSamples = false } = submission ?? {};
  return isSelfTest && !hasSamples;
}

/**
 * Returns whether the record is a run with custom input that ended without an error. Judges report such runs as
 * accepted.
 */
export function hasRun(record: KnownRecord): boolean {
  return isCustomInputRun(record) && showsVerdict(record) && verdictOf(record)?.kind === 'accepted';
}

/**
 * Returns whether the record is a submission, so that its verdict applies to the file. False for runs with custom input
 * or with samples. A record without submission details that was submitted from here is a run, because its judge can only
 * run programs.
 */
export function isJudged({ submission, source }: Pick<KnownRecord, 'submission' | 'source'>): boolean {
  return submission ? submission.isSelfTest !== true : source?.how !== 'submitted';
}

/** Returns whether the record is a run with samples, here or at a judge. Its verdict isn’t that of a submission. */
export function isSampleRun(record: Pick<KnownRecord, 'service' | 'submission' | 'source'>): boolean {
  return !isJudged(record) && !isCustomInputRun(record) && !isSample(record);
}

/** Returns the rules for displaying a record. A run with custom input shows “Finished” instead of “Accepted”. */
export function shownRules(record: Pick<KnownRecord, 'submission' | 'rules'>): JudgeSemantics {
  const { rules } = record;
  if (!isCustomInputRun(record)) return rules;
  const known = ranInstead.get(rules);
  if (known) return known;
  const shown = { ...rules, statuses: withRan(rules.statuses) };
  ranInstead.set(rules, shown);
  return shown;
}

const ranInstead = new WeakMap<JudgeSemantics, JudgeSemantics>();

function withRan(statuses: StatusTable): StatusTable {
  const ran = l10n.t('Finished');
  return Object.fromEntries(
    Object.entries(statuses).map(([code, meaning]) => [
      code,
      meaning.kind === 'accepted' ? { ...meaning, name: ran, chineseName: ran, short: ran } : meaning,
    ]),
  );
}
