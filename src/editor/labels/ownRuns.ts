import { l10n } from 'vscode';
import type { JudgeSemantics, StatusTable } from '../../judge';
import type { KnownRecord } from '../../records/record';
import { showsVerdict, verdictOf } from '../../records/verdict';

/** A run with inputs of the user's own: its output is compared with nothing, so it has no verdict. */
export function isOwnRun({ submission }: Pick<KnownRecord, 'submission'>): boolean {
  const { isSelfTest = false, hasSamples = false } = submission ?? {};
  return isSelfTest && !hasSamples;
}

/** Such a run in which the program ended without an error: the service calls that accepted. */
export function hasRun(record: KnownRecord): boolean {
  return isOwnRun(record) && showsVerdict(record) && verdictOf(record)?.kind === 'accepted';
}

/**
 * Whether the verdict of a record stands for its file. Runs with inputs of the user's own or with samples don't. The
 * extension keeps no submission for a run at a service that only runs programs.
 */
export function isJudged({ submission, source }: Pick<KnownRecord, 'submission' | 'source'>): boolean {
  return submission ? submission.isSelfTest !== true : source?.how !== 'submitted';
}

/** How the codes of a record are shown: in a run with inputs of the user's own, “Ran” instead of “Accepted”. */
export function shownRules(record: Pick<KnownRecord, 'submission' | 'rules'>): JudgeSemantics {
  const { rules } = record;
  if (!isOwnRun(record)) return rules;
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
