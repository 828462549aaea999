import { l10n } from 'vscode';
import { formatMemory, formatTime } from '../../results/withoutDecoder';
import { hasSubmission, isSample, submissionTime, type KnownRecord } from '../../records';
import { countedWords } from './caseLabels';
import { dayAndTime } from './dateFormats';
import {
  fileName,
  isCompileError,
  languageWord,
  overallName,
  problemName,
  shownScore,
  verdictName,
} from './recordLabels';
import { idName, nameOfJudgeId } from './judgeLabels';
import { listComma, sanitizeForUi } from './sanitizeText';

/** A labeled fact about a record. The value isn't sanitized yet; empty: unknown. */
export interface RecordFact {
  readonly name: string;
  readonly value: string;
}

/** Returns the known facts in display order. */
export function knownFacts(record: KnownRecord): readonly RecordFact[] {
  return Object.values(recordFacts(record)).filter(({ value }) => value !== '');
}

/** Formats facts for a tooltip. Doesn't use Markdown, which would turn URLs from judges into links even if escaped. */
export function factLines(facts: readonly RecordFact[]): string {
  return facts
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => l10n.t('{0}: {1}', name, sanitizeForUi(value, 2000)))
    .join('\n');
}

/**
 * Returns the facts about a record, except its cases. Used for the tooltip, the Markdown, and the tool for language
 * models. The record page uses another order.
 */
export function recordFacts(record: KnownRecord) {
  const { summary, rules, submission } = record;
  const fact = (name: string, value: string | null | undefined): RecordFact => ({ name, value: value ?? '' });
  // a program that didn't compile has no time and memory
  const measured = isCompileError(record) ? null : summary;
  const judge = nameOfJudgeId(record.service);
  const contest = submission?.contest?.title ?? '';
  return {
    id: fact(idName(rules.profile), hasSubmission(record) ? record.requestId : null),
    note: fact(l10n.t('Note'), record.note),
    verdict: fact(l10n.t('Verdict'), verdictName(record)),
    ownStatus: fact(l10n.t('Status on the judge'), overallName(record)),
    cases: fact(l10n.t('Cases'), hasOtherThanPassed(record) ? countedWords(record) : ''),
    jury: fact(l10n.t('Jury'), summary?.isIgnored ? l10n.t('ignored by the jury') : ''),
    score: fact(l10n.t('Score'), shownScore(record)),
    time: fact(l10n.t('Time'), measured && formatTime(measured.time, rules.units)),
    memory: fact(l10n.t('Memory'), measured && formatMemory(measured.memory, rules.units)),
    problem: fact(l10n.t('Problem'), problemName(record)),
    // the judge of a contest is named after it
    contest: fact(l10n.t('Contest'), sanitizeForUi(contest, 100) === judge ? '' : contest),
    user: fact(l10n.t('User'), submission?.user),
    source: fact(l10n.t('Source'), record.source && fileName(record.source.uri)),
    otherFiles: fact(l10n.t('Other files'), otherFileNames(record).join(listComma())),
    language: fact(l10n.t('Language'), languageWord(record)),
    trackId: fact(l10n.t('Track ID'), summary?.trackId),
    service: fact(l10n.t('Judge'), isSample(record) ? l10n.t('none (demo)') : judge),
    requested: fact(
      submission?.at === undefined ? l10n.t('Requested') : l10n.t('Submitted'),
      dayAndTime(submissionTime(record)),
    ),
    updated: fact(l10n.t('Last updated'), record.changedAt === null ? '' : dayAndTime(record.changedAt)),
  };
}

/** Returns whether cases failed, passed partially, weren't run, or are hidden. */
function hasOtherThanPassed({ summary }: KnownRecord): boolean {
  const { failed = 0, partial = 0, notRun = 0, hidden = 0 } = summary ?? {};
  return failed > 0 || partial > 0 || notRun > 0 || hidden > 0;
}

/** Returns the files that were sent along with the program; none if it was sent alone. */
function otherFileNames({ source }: KnownRecord): readonly string[] {
  return (source?.others ?? []).map(fileName);
}
