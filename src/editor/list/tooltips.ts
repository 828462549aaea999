import { l10n } from 'vscode';
import {
  caseFactNames,
  caseFacts,
  type Case,
  type Envelope,
  type JudgeSemantics,
} from '../../results/withoutDecoder';
import { canResumeTracking, hasSubmission, isNewer, type KnownRecord } from '../../records';
import { caseDescription, caseFactWords } from '../labels/caseLabels';
import { factLines, knownFacts } from '../labels/recordFacts';
import { explainState, joined, missingDataWords } from '../labels/recordLabels';
import { statusName, statusWord } from './statusWords';

/**
 * Returns the tooltip of a record's row. Called when the mouse hovers over the row. `envelope`: null if it has no result.
 */
export function recordTooltip(record: KnownRecord, envelope: Envelope | null): string {
  return joined(
    '\n',
    factLines(knownFacts(record)),
    missingDataWords(envelope),
    canResumeTracking(record) || isNewer(record) || !hasSubmission(record) ? explainState(record) : '',
  );
}

/** Formats all known data of a case. Called when the mouse hovers over the row. */
export function caseTooltip(name: string, testCase: Case, rules: JudgeSemantics, isHidden = false): string {
  const verdict = [...new Set([statusWord(testCase.status, rules), statusName(testCase.status, rules)])].join(
    ' · ',
  );
  const facts = caseFacts(testCase, rules);
  const labels = caseFactWords();
  return factLines([
    { name: l10n.t('Case'), value: name },
    { name: l10n.t('Verdict'), value: verdict },
    ...caseFactNames.map((name) => ({ name: labels[name], value: facts[name] })),
    {
      name: l10n.t('Description'),
      value: isHidden ? l10n.t('hidden until you reveal it on the page') : (caseDescription(testCase) ?? ''),
    },
  ]);
}
