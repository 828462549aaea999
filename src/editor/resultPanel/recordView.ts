import { l10n } from 'vscode';
import {
  caseFactValues,
  caseName,
  haveRepeatedCaseIds,
  compareCodes,
  dialogOf,
  failureIn,
  failureOf,
  identities,
  errorOutputOf,
  inputOf,
  isCompilerTimeout,
  isTrouble,
  meaningOf,
  outputsOf,
  plainLines,
  statusText,
  subtasksOf,
  type Case,
  type Dialog,
  type DialogTurn,
  type Envelope,
  type JudgeSemantics,
  type Measured,
  type StatusCode,
  type StatusMeaning,
  type Subtask,
} from '../../results';
import {
  longestDescription,
  type CaseResult,
  type ComparedCase,
  type Figures,
  type RecordHead,
  type StatusView,
  type SubtaskView,
  type OutputsView,
} from '../../resultPage/messages';
import {
  caseDescription,
  comparisonWords,
  isComparedHere,
  isOutputDescription,
  isOwnSample,
  subtaskName,
} from '../labels/caseLabels';
import { meaningName } from '../labels/recordLabels';
import { compileErrorExplanation, explanationOf } from '../labels/verdictExplanations';
import { buttonsOf } from './caseButtons';
import { MAX_CASE_OUTPUT_LENGTH, MAX_CASE_OUTPUT_LINES } from './limits';

export interface RecordView {
  readonly head: RecordHead;
  readonly subtasks: readonly SubtaskView[];
}

export type RecordHeadTexts = Omit<
  RecordHead,
  'style' | 'explanation' | 'figures' | 'maximum' | 'units' | 'statuses'
>;

/**
 * Creates the content of the page for one record. Takes time linear in the number of cases. `hidesFailed`: the details of
 * failed cases are hidden at first
 */
export function recordView(
  envelope: Envelope | null,
  rules: JudgeSemantics,
  described: RecordHeadTexts,
  hidesFailed = false,
): RecordView {
  const list = subtasksOf(envelope);
  const keys = identities(list);
  const subtasks = list.map((subtask, index) =>
    viewOf(subtask, keys[index] ?? '', haveRepeatedCaseIds(list), rules, hidesFailed),
  );
  const judge = envelope?.data?.judge ?? null;
  const head: RecordHead = {
    ...described,
    style: withoutVerdict(styleOf(envelope, rules), described.isOwnRun),
    // would move the page when the first case fails
    explanation: described.progress ? null : explanationFor(envelope, rules),
    figures: figuresOf(judge),
    maximum: judge?.maximum ?? null,
    units: rules.units,
    statuses: statusesOf(judge, subtasks, rules, described.isOwnRun),
  };
  return { head, subtasks };
}

function figuresOf(measured: Measured | null): Figures {
  return {
    status: measured?.status ?? null,
    score: measured?.score ?? null,
    time: measured?.time ?? null,
    memory: measured?.memory ?? null,
  };
}

/** Returns the values of a subtask. If its status is only a general failure, uses the cause instead. */
export function subtaskFigures(subtask: Subtask | null, rules: JudgeSemantics): Figures {
  const own = figuresOf(subtask);
  return { ...own, status: failureOf(own.status, subtask?.cases ?? [], rules).cause ?? own.status };
}

/** `isHidden`: the details are hidden until the user reveals them */
export function caseResult(testCase: Case, isHidden = false): CaseResult {
  const sentences = [caseDescription(testCase)?.trimEnd(), comparisonWords(testCase)];
  const text = sentences.filter((sentence) => sentence).join('\n');
  const description = plainLines(text, longestDescription);
  const result = {
    status: testCase.status,
    ...caseFactValues(testCase),
    input: inputView(testCase),
    outputs: outputsView(testCase),
    dialog: dialogView(testCase),
    errorOutput: errorOutputView(testCase),
    description,
    ...(isOutputDescription(testCase) ? { outputTitle: l10n.t('Output') } : {}),
    isCut: description.length >= longestDescription - 1 && description.endsWith('…'),
    isHidden,
  };
  return {
    ...result,
    buttons: buttonsOf(result, {
      isCompared: isComparedHere(testCase),
      isOwnSample: isOwnSample(testCase),
    }),
  };
}

/**
 * Case views that were already created. They can be reused because unchanged cases of a new result are the same
 * objects.
 */
const sent = new WeakMap<Case, ComparedCase>();

function caseView(testCase: Case, key: string, name: string, isHidden: boolean): ComparedCase {
  const known = sent.get(testCase);
  if (known !== undefined && known.key === key && known.name === name && known.isHidden === isHidden)
    return known;
  const view = { key, name, ...caseResult(testCase, isHidden), before: null, change: null };
  sent.set(testCase, view);
  return view;
}

/** Returns the beginning of a long input. */
function inputView(testCase: Case): string | null {
  const input = inputOf(testCase);
  if (input === null) return null;
  const text = input.slice(0, MAX_CASE_OUTPUT_LENGTH * 2).trimEnd();
  const lines = text.split('\n').slice(0, MAX_CASE_OUTPUT_LINES).join('\n');
  return plainLines(`${lines}${lines.length < input.trimEnd().length ? '…' : ''}`, MAX_CASE_OUTPUT_LENGTH);
}

function dialogView(testCase: Case): Dialog | null {
  const dialog = dialogOf(testCase);
  if (!dialog) return null;
  const shown = ({ from, text }: DialogTurn): DialogTurn => ({ from, text: plainLines(text.trimEnd()) });
  return { start: dialog.start.map(shown), end: dialog.end.map(shown) };
}

/** Returns the end of a long error output, because an exception is printed last. */
function errorOutputView(testCase: Case): string | null {
  const whole = errorOutputOf(testCase)?.trimEnd();
  if (whole === undefined) return null;
  const lines = whole.slice(-MAX_CASE_OUTPUT_LENGTH).split('\n').slice(-MAX_CASE_OUTPUT_LINES).join('\n');
  return plainLines(`${lines.length < whole.length ? '…' : ''}${lines}`);
}

/**
 * Returns the expected and the actual output. If they are long, returns only the part around their first difference.
 */
function outputsView(testCase: Case): OutputsView | null {
  const outputs = outputsOf(testCase);
  if (!outputs) return null;
  const { expected, actual, isWhole, omitted } = outputs;
  const most = Math.min(expected.length, actual.length);
  let differs = 0;
  while (differs < most && expected.charCodeAt(differs) === actual.charCodeAt(differs)) differs += 1;
  // starts at the previous line, unless that is too far away
  const line = expected.lastIndexOf('\n', expected.lastIndexOf('\n', differs - 1) - 1) + 1;
  const from = differs - line > MAX_CASE_OUTPUT_LENGTH / 2 ? differs - MAX_CASE_OUTPUT_LENGTH / 4 : line;
  const part = (text: string): string => {
    const cut = text.slice(from, from + MAX_CASE_OUTPUT_LENGTH * 2).trimEnd();
    const lines = cut.split('\n').slice(0, MAX_CASE_OUTPUT_LINES).join('\n');
    return plainLines(
      `${from > 0 ? '…' : ''}${lines}${from + lines.length < text.trimEnd().length ? '…' : ''}`,
      MAX_CASE_OUTPUT_LENGTH,
    );
  };
  if (omitted) return { expected: part(expected), found: part(actual), isWhole: false, omitted };
  return { expected: part(expected), found: part(actual), isWhole };
}

/** Returns the judge's name of a subtask; null: none, or only a number. */
export function subtaskTitle(subtask: Subtask | null): string | null {
  return subtask?.name === undefined ? null : subtaskName(subtask.name);
}

function viewOf(
  subtask: Subtask,
  key: string,
  isNumberedAnew: boolean,
  rules: JudgeSemantics,
  hidesFailed: boolean,
): SubtaskView {
  const keys = identities(subtask.cases);
  return {
    key,
    id: subtask.id,
    name: subtaskTitle(subtask),
    maximum: subtask.maximum ?? null,
    figures: subtaskFigures(subtask, rules),
    cases: subtask.cases.map((testCase, index) =>
      caseView(
        testCase,
        keys[index] ?? '',
        caseName(subtask.id, testCase.id, isNumberedAnew),
        hidesFailed && isTrouble(testCase.status, rules),
      ),
    ),
  };
}

/** Removes the style of an accepted verdict from runs with custom input, which are never displayed as accepted. */
function withoutVerdict(style: RecordHead['style'], isOwnRun: boolean): RecordHead['style'] {
  return isOwnRun && style === 'accepted' ? null : style;
}

function styleOf(envelope: Envelope | null, rules: JudgeSemantics): RecordHead['style'] {
  return hasOnlyCompileError(envelope, rules) ? 'compileError' : (verdictOf(envelope, rules)?.style ?? null);
}

function explanationFor(envelope: Envelope | null, rules: JudgeSemantics): RecordHead['explanation'] {
  const { message = null, success = null } = envelope?.data?.compile ?? {};
  return hasOnlyCompileError(envelope, rules) || (success === false && isCompilerTimeout(message))
    ? compileErrorExplanation(message)
    : explanationOf(verdictOf(envelope, rules));
}

/** Returns the meaning of the status, or of the cause of a general failure; null: there is none, or it is unknown. */
function verdictOf(envelope: Envelope | null, rules: JudgeSemantics): StatusMeaning | null {
  return meaningOf(rules.statuses, failureIn(envelope, rules).cause ?? envelope?.data?.judge?.status ?? null);
}

/** Returns whether the compilation failed, without any other verdict. */
function hasOnlyCompileError(envelope: Envelope | null, rules: JudgeSemantics): boolean {
  const status = failureIn(envelope, rules).cause ?? envelope?.data?.judge?.status ?? null;
  const hasNone = status === null || meaningOf(rules.statuses, status)?.kind === 'pending';
  return hasNone && envelope?.data?.compile?.success === false;
}

function statusesOf(
  judge: Measured | null,
  subtasks: readonly SubtaskView[],
  rules: JudgeSemantics,
  isOwnRun: boolean,
): StatusView[] {
  const codes = new Set<StatusCode>();
  const add = (code: StatusCode | null): void => {
    if (code !== null) codes.add(code);
  };
  add(judge?.status ?? null);
  for (const { figures, cases } of subtasks) {
    add(figures.status);
    for (const { status } of cases) add(status);
  }
  return [...codes].sort(compareCodes).map((code) => {
    const meaning = meaningOf(rules.statuses, code);
    const short = statusText(code, rules);
    return {
      code,
      short,
      name: meaning ? meaningName(meaning) : short,
      style: withoutVerdict(meaning?.style ?? null, isOwnRun),
      trouble: isTrouble(code, rules),
      isPartial: meaning?.kind === 'partial',
      explanation: explanationOf(meaning ?? null),
    };
  });
}
