import { l10n } from 'vscode';
import {
  firstFailedIn,
  outputsOf,
  plainText,
  rowDescription,
  signalName,
  type Case,
  type Envelope,
  type FirstFailed,
  type JudgingRules,
} from '../../judge/known';
import type { KnownRecord } from '../../records/record';
import { isPending } from '../../records/record';
import { showsVerdict } from '../../records/verdict';
import { caseDescription } from './caseMessages';
import { failedWords } from './recordWords';
import { sanitizeForUi } from './sanitizeForUi';

/** How a judging came out, as the page's head and the notice of its end say it. */
export interface Outcome {
  /** “2 of 6 failed”; empty where no cases are known */
  readonly counted: string;
  readonly first: FirstFailed | null;
  /** “read 0, expected -”: why the first failed; empty where nobody says */
  readonly said: string;
}

export function outcomeOf(record: KnownRecord, envelope: Envelope | null): Outcome {
  const first = firstFailedIn(envelope, record.rules);
  return { counted: countedWords(record), first, said: first ? caseSaid(first.case, record.rules) : '' };
}

/** “2 of 6 failed”, “6 of 6 passed”; of one that is still judged “5 passed, none failed yet”. */
function countedWords(record: KnownRecord): string {
  const { failed = 0, cases = 0, progress } = record.summary ?? {};
  if (failed > 0) return failedWords(failed, cases);
  const done = progress?.done ?? 0;
  if (done === 0 || cases === 0) return '';
  if (isPending(record) && !showsVerdict(record)) return l10n.t('{0} passed, none failed yet', done);
  return done === cases ? l10n.t('{0} of {0} passed', done) : l10n.t('{0} of {1} passed', done, cases);
}

/** Most characters of what a case should have written that fit into a sentence. */
const mostOutput = 40;

/** Why a case failed, in a few words: what was read and expected, else what the judge says of it. */
function caseSaid(one: Case, rules: JudgingRules): string {
  const outputs = outputsOf(one);
  const fits = (text: string): boolean => text.length <= mostOutput && !text.includes('\n');
  if (outputs && !outputs.isWhole && fits(outputs.actual) && fits(outputs.expected)) {
    return l10n.t('read {0}, expected {1}', sanitizeForUi(outputs.actual), sanitizeForUi(outputs.expected));
  }
  const said = plainText(rowDescription({ ...one, description: caseDescription(one) }, rules), 80);
  if (said !== '') return sanitizeForUi(said);
  return (one.signal ? signalName(one.signal) : null) ?? '';
}
