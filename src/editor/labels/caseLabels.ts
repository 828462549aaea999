import { l10n } from 'vscode';
import {
  CRASH_NOTE,
  type Case,
  type CaseFactName,
  type CaseFacts,
  type EndingName,
  errorText,
  firstFailedIn,
  firstWithStatus,
  joinedSentences,
  omissionIn,
  outputsOf,
  plainText,
  rowDescription,
  shownComparisonIn,
  signalName,
  type Envelope,
  type FirstFailed,
  type JudgeSemantics,
  type ShownRule,
} from '../../results/withoutDecoder';
import { isRejudging, type KnownRecord, isWithoutVerdict, verdictOf } from '../../records';
import { isCustomInputRun } from './customInputRuns';
import {
  failedCount,
  failedWords,
  hiddenWords,
  notComparedWords,
  joined,
  notRunWords,
  partialWords,
  passedWords,
} from './recordLabels';
import { listComma, sanitizeForUi, shownNumber } from './sanitizeText';

/** Known messages of judges about a case, with `{0}`, `{1}`, … for the parameters. */
const sentences: Readonly<Record<string, (...params: string[]) => string>> = {
  'On line {0}: Read {1}, expect {2}.': (...params) =>
    l10n.t('On line {0}: Read {1}, expect {2}.', ...params),
  'Read {0}, expect {1}.': (...params) => l10n.t('Read {0}, expect {1}.', ...params),
  'Your program returned {0}.': (...params) => l10n.t('Your program returned {0}.', ...params),
  Sample: () => l10n.t('Sample'),
  'Sample: {0}': (...params) => l10n.t('Sample: {0}', ...params),
  'User output longer than standard answer.': () => l10n.t('User output longer than standard answer.'),
  'Standard answer longer than user output.': () => l10n.t('Standard answer longer than user output.'),
  'Checker: {0}': (...params) => l10n.t('Checker: {0}', ...params),
  [CRASH_NOTE]: (...params) => l10n.t('{0} in line {1}.', ...params),
  'Error: {0}.': (...params) => l10n.t('Error: {0}.', ...params),
  '{0} doesn’t compile on this computer.': (...params) =>
    l10n.t('{0} doesn’t compile on this computer.', ...params),
  '{0} can’t be run on this computer: no command for its language. Add one to “judgeResults.local.languages”.':
    (...params) =>
      l10n.t(
        '{0} can’t be run on this computer: no command for its language. Add one to “judgeResults.local.languages”.',
        ...params,
      ),
  '{0} needs one of these tools: {1}.': (...params) =>
    l10n.t('{0} needs one of these tools: {1}.', ...params),
  '{0} wasn’t started: {1}': (...params) => l10n.t('{0} wasn’t started: {1}', ...params),
  '{0} didn’t end within {1} s.': (...params) => l10n.t('{0} didn’t end within {1} s.', ...params),
  '{0} ended with exit code {1}.': (...params) => l10n.t('{0} ended with exit code {1}.', ...params),
  '{0} was ended by signal {1}.': (...params) => l10n.t('{0} was ended by signal {1}.', ...params),
  'Interactor: {0}': (...params) => l10n.t('Interactor: {0}', ...params),
  'Stack overflow.': () => l10n.t('Stack overflow.'),
  'No answer: flush the output?': () => l10n.t('No answer: flush the output?'),
  'The program waited instead of computing, or the computer was busy.': () =>
    l10n.t('The program waited instead of computing, or the computer was busy.'),
  'The output is that of {0}.': (...params) => l10n.t('The output is that of {0}.', ...params),
  'Written: {0}.': (...params) => l10n.t('Written: {0}.', ...params),
  'The time is the elapsed time.': () => l10n.t('The time is the elapsed time.'),
  'Differs in letter case only. The judge may accept this.': () =>
    l10n.t('Differs in letter case only. The judge may accept this.'),
  'Differs in spaces and line breaks only. The judge may accept this.': () =>
    l10n.t('Differs in spaces and line breaks only. The judge may accept this.'),
  'Contains the same words in another order. The judge may accept this.': () =>
    l10n.t('Contains the same words in another order. The judge may accept this.'),
  'The problem has several right answers. The judge may accept this one.': () =>
    l10n.t('The problem has several right answers. The judge may accept this one.'),
  'Equal within {0}. The judge may accept this.': (...params) =>
    l10n.t('Equal within {0}. The judge may accept this.', ...params),
  'Line {0}: spaces or line breaks differ.': (...params) =>
    l10n.t('Line {0}: spaces or line breaks differ.', ...params),
  'Line {0}: expected {1}, found nothing more.': (...params) =>
    l10n.t('Line {0}: expected {1}, found nothing more.', ...params),
  'Line {0}: expected nothing more, found {1}.': (...params) =>
    l10n.t('Line {0}: expected nothing more, found {1}.', ...params),
  'Line {0}: expected {1}, found {2}.': (...params) =>
    l10n.t('Line {0}: expected {1}, found {2}.', ...params),
};

/** Returns a case's description, translated if it consists of known messages. */
export function caseDescription({ description, extra }: Pick<Case, 'description' | 'extra'>): string | null {
  const { template, params, notes } = extra ?? {};
  if (typeof notes === 'object' && notes !== null) {
    const known = Object.entries(notes).map(([note, params]) => translated(note, [params].flat()));
    return known.every((sentence) => sentence !== null) ? joinedSentences(known) : description;
  }
  const known = typeof template === 'string' ? template : description;
  return translated(known, Array.isArray(params) ? params : []) ?? description;
}

/** Returns whether a case that ran on this computer is one of the user's own samples, which can be edited. */
export function isOwnSample({ extra }: Pick<Case, 'extra'>): boolean {
  return extra?.['isOwnSample'] === true;
}

/** Returns whether the description of a case is the output of the program, which wasn’t compared. */
export function isOutputDescription({ description, extra }: Pick<Case, 'description' | 'extra'>): boolean {
  return description !== null && extra?.['stdout'] === description && typeof extra['expected'] !== 'string';
}

/** Returns whether the output was compared on this computer, by a rule or a checker. */
export function isComparedHere({ extra }: Pick<Case, 'extra'>): boolean {
  return shownComparisonIn(extra?.['comparison']) !== null;
}

/**
 * Describes how an output was compared: “Compared as words, letter case ignored (rule of Kattis).”, “Decided by
 * checker.cpp.” Null: unknown
 */
export function comparisonWords({ extra }: Pick<Case, 'extra'>): string | null {
  const shown = shownComparisonIn(extra?.['comparison']);
  if (!shown) return null;
  if (shown.unit === 'checker')
    return shown.hasFailed ? null : l10n.t('Decided by {0}.', sanitizeForUi(shown.name, 100));
  const parts = [
    unitWords(shown),
    ...(shown.isCaseless ? [l10n.t('letter case ignored')] : []),
    ...(shown.tolerance > 0 ? [l10n.t('numbers within {0}', errorText(shown.tolerance))] : []),
  ];
  return l10n.t('Compared as {0} ({1}).', parts.join(listComma()), sourceWords(shown));
}

function unitWords({ unit }: ShownRule): string {
  switch (unit) {
    case 'text':
      return l10n.t('exact text');
    case 'lines':
      return l10n.t('lines');
    case 'tokens':
      return l10n.t('words');
  }
}

function sourceWords({ source, judge }: ShownRule): string {
  switch (source) {
    case 'user':
      return l10n.t('your choice');
    case 'judge':
      return l10n.t('rule of the problem');
    case 'statement':
      return l10n.t('from the statement');
    case 'default':
      return judge === null ? l10n.t('usual rule') : l10n.t('rule of {0}', sanitizeForUi(judge, 60));
  }
}

/** Returns a known message with its parameters, translated; null: unknown. */
function translated(template: string | null, params: readonly unknown[]): string | null {
  if (template === null || !Object.hasOwn(sentences, template)) return null;
  return sentences[template]?.(...params.map(textOf)) ?? null;
}

/** Returns whether a subtask with that name contains the samples. */
export function isSamples(name: string | undefined): boolean {
  return name === 'Samples';
}

/** Returns the judge's name of a subtask for display, translated if it is the name of the samples. */
export function subtaskName(name: string): string {
  return isSamples(name) ? l10n.t('Samples') : sanitizeForUi(name, 60);
}

export function caseFactWords(): Readonly<Record<CaseFactName, string>> {
  return {
    score: l10n.t('Score'),
    time: l10n.t('Time'),
    memory: l10n.t('Memory'),
    signal: l10n.t('Signal'),
    exitCode: l10n.t('Exit code'),
  };
}

/** Describes within a row how the program ended: `signal 11 (SIGSEGV), exit code 1`. Empty: nothing to report. */
export function endingWords({ signal, exitCode }: Pick<CaseFacts, EndingName>): string {
  return joined(', ', signal && l10n.t('signal {0}', signal), exitCode && l10n.t('exit code {0}', exitCode));
}

/** Explains why the judge doesn't send an output; empty if the judge sends it, or if it doesn't exist. */
export function omittedOutputWords({ extra }: Pick<Case, 'extra'>): string {
  switch (omissionIn(extra?.['omitted'], 'stdout')) {
    case 'tooLarge':
      return l10n.t('output too large to show');
    case 'binary':
      return l10n.t('output is binary');
    case 'notSent':
    case null:
      return '';
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Outcome of a record, as shown on its page and in the notification when it finishes. */
export interface Outcome {
  /** “2 of 6 failed”; empty if no cases are known */
  readonly counted: string;
  readonly first: FirstFailed | null;
  /** reason why the first case failed: “expected 3, actual 1”; empty if unknown */
  readonly said: string;
}

export function outcomeOf(record: KnownRecord, envelope: Envelope | null): Outcome {
  return outcomeAt(record, firstFailedIn(envelope, record.rules));
}

/** Like `outcomeOf`, but with the first case that is nearly right. Null: no case is, or another one has failed. */
export function nearlyOutcome(record: KnownRecord, envelope: Envelope | null): Outcome | null {
  const first = record.summary?.status === 'NEAR' ? firstWithStatus(envelope, 'NEAR') : null;
  return first && outcomeAt(record, first);
}

function outcomeAt(record: KnownRecord, first: FirstFailed | null): Outcome {
  return { counted: countedWords(record), first, said: first ? failureReason(first.case, record.rules) : '' };
}

/**
 * Returns “2 of 6 failed” or “6 of 6 passed”, and “3 of 5 passed, 2 hidden” if the judge doesn't show all verdicts.
 * Returns “3 cases passed” if the judge doesn't list all cases, and “5 passed, none failed yet” while the submission is
 * pending. If the judge only shows the samples, returns “1 of 1 samples”, because a program may pass all samples and
 * fail.
 */
export function countedWords(record: KnownRecord): string {
  const {
    failed = 0,
    partial = 0,
    cases = 0,
    notRun = 0,
    hidden = 0,
    notCompared = 0,
    hasOnlySamples,
  } = record.summary ?? {};
  if (hasOnlySamples) {
    const counted =
      failed > 0
        ? l10n.t('{0} of {1} samples failed', shownNumber(failed), shownNumber(cases))
        : l10n.t('{0} of {0} samples', shownNumber(cases));
    return joined(listComma(), counted, partialWords(partial));
  }
  const others = [
    partialWords(partial),
    notRunWords(notRun),
    hiddenWords(hidden),
    notComparedWords(notCompared),
  ];
  if (failed > 0 || notRun > 0) return joined(listComma(), failedWords(failed, cases), ...others);
  // the output of a run with custom input isn't compared
  if (cases === 0 || isCustomInputRun(record)) return '';
  return joined(listComma(), countedPassedWords(record), ...others);
}

/** Returns “2/6 failed” for narrow views, and “3 of 5 passed, 2 hidden” if the judge doesn't show all verdicts. */
export function shortCountedWords(record: KnownRecord): string {
  return (record.summary?.hidden ?? 0) > 0 ? countedWords(record) : failedCount(record);
}

/** Returns “3 of 5 passed”; empty if no case is known to have passed, and the judge didn't count them. */
function countedPassedWords(record: KnownRecord): string {
  const { cases: all = 0, hidden = 0, notCompared = 0, progress, passed: counted } = record.summary ?? {};
  const cases = all - notCompared;
  const passed = counted ?? progress?.done ?? 0;
  const isCounted = counted !== undefined && hidden > 0;
  if (passed === 0 && !isCounted) return '';
  if (isWithoutVerdict(record) && !isRejudging(record))
    return l10n.t('{0} passed, none failed yet', shownNumber(passed));
  const { kind } = verdictOf(record) ?? {};
  const isIncomplete = passed === cases && (kind === 'failed' || kind === 'partial');
  if (passed > cases || isIncomplete) return passedWords(passed);
  return passed === cases
    ? l10n.t('{0} of {0} passed', shownNumber(passed))
    : l10n.t('{0} of {1} passed', shownNumber(passed), shownNumber(cases));
}

/** Maximum length of an output within a sentence, UTF-16 units. */
const mostOutput = 40;

/** Describes briefly why a case failed: the actual and expected output, the judge's message, or the signal. */
function failureReason(testCase: Case, rules: JudgeSemantics): string {
  const outputs = outputsOf(testCase);
  const fits = (text: string): boolean => text.length <= mostOutput && !text.includes('\n');
  if (outputs && !outputs.isWhole && fits(outputs.actual) && fits(outputs.expected)) {
    return l10n.t('expected {0}, actual {1}', sanitizeForUi(outputs.expected), sanitizeForUi(outputs.actual));
  }
  const said = plainText(rowDescription({ ...testCase, description: caseDescription(testCase) }, rules), 80);
  // used inside of a sentence
  if (said !== '') return sanitizeForUi(said.replace(/[.。]$/, ''));
  return (testCase.signal ? signalName(testCase.signal) : null) ?? '';
}
