import { l10n, type Position, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import {
  caseFactNames,
  caseFacts,
  failureOf,
  formatMemory,
  formatScoreOf,
  formatTime,
  inputOf,
  meaningOf,
  comparableOutputs,
  rowDescription,
  saysCrash,
  statusText,
  type Case,
  type Compilation,
  type Envelope,
  type JudgeSemantics,
  type Measured,
  type StatusCode,
  type Subtask,
} from '../../results/withoutDecoder';
import { canResumeTracking, type KnownRecord } from '../../records';
import {
  caseDescription,
  isComparedHere,
  isOwnSample,
  caseFactWords,
  endingWords,
  isSamples,
  omittedOutputWords,
  subtaskName,
} from '../labels/caseLabels';
import { judgeIdentity, localJudge } from '../../judges/address';
import { isSampleRun, shownRules } from '../labels/customInputRuns';
import { isHiddenCase } from '../shared/hiddenCases';
import { sanitizeForUi, sanitizeLinesForUi } from '../labels/text';
import {
  countWords,
  explainNothing,
  hadMore,
  isOnlySign,
  joined,
  judgeMessage,
  missingOutputWords,
  nameOf,
  shortCount,
} from '../labels/recordLabels';
import { statusIcon, verdictIcon } from './icons';
import type {
  CaseNode,
  CompilationNode,
  DiagnosticNode,
  MessageNode,
  MoreNode,
  SubtaskNode,
} from './treeNodes';
import { factLines } from '../labels/recordFacts';

/** Creates the row of a compilation. */
export function compilationRow(
  node: CompilationNode,
  compile: Compilation,
  diagnostics: readonly CompilerDiagnostic[],
): TreeItem {
  const failed = compile.success === false;
  const label = failed ? l10n.t('Compilation failed') : l10n.t('Compilation');
  const item = new TreeItem(
    label,
    diagnostics.length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  );
  item.id = node.id;
  item.description = joined(
    ' · ',
    compileCounts(compile, diagnostics) || missingOutputWords(compile),
    compile.opt2 === null ? '' : compile.opt2 ? '-O2' : l10n.t('without -O2'),
  );
  item.iconPath = failed ? verdictIcon('compileError') : new ThemeIcon('gear');
  // screen readers shouldn't read the tooltip, which contains the whole output
  item.accessibilityInformation = { label: joined(', ', label, item.description) };
  const hasMessage = Boolean(compile.message?.trim());
  item.contextValue = joined(' ', 'compilation', hasMessage ? 'output' : '');
  if (hasMessage) {
    item.tooltip = sanitizeLinesForUi(compile.message ?? '', 1000);
    item.command = {
      command: 'judgeResults.openCompileMessage',
      title: l10n.t('Open Compiler Output'),
      arguments: [node],
    };
  }
  return item;
}

/**
 * Creates the row of a compiler error or warning. `position`: 0-based position of the Problem in VS Code; null:
 * unknown, so the row shows the compiler's own position.
 */
export function diagnosticRow(
  node: DiagnosticNode,
  diagnostic: CompilerDiagnostic,
  position: Pick<Position, 'line' | 'character'> | null,
): TreeItem {
  const item = new TreeItem(sanitizeForUi(diagnostic.message, 200));
  item.id = node.id;
  const { code } = diagnostic;
  const shown = position ? `${position.line + 1}:${position.character + 1}` : printedPosition(diagnostic);
  item.description = joined(' · ', shown, code === null ? '' : sanitizeForUi(code, 60));
  item.iconPath = severityIcons[diagnostic.severity];
  item.tooltip = sanitizeForUi(diagnostic.message, 2000);
  item.contextValue = 'diagnostic';
  item.accessibilityInformation = {
    label: joined(
      ', ',
      severityWord(diagnostic.severity),
      sanitizeForUi(diagnostic.message, 500),
      item.description,
    ),
  };
  item.command = {
    command: 'judgeResults.row.openDiagnostic',
    title: l10n.t('Open Source'),
    arguments: [node],
  };
  return item;
}

/** Returns the position as printed by the compiler; empty if none was printed. */
function printedPosition({ line, column }: CompilerDiagnostic): string {
  return line === null ? '' : column === null ? `${line}` : `${line}:${column}`;
}

function severityWord(severity: CompilerDiagnostic['severity']): string {
  return { error: l10n.t('error'), warning: l10n.t('warning'), information: l10n.t('information') }[severity];
}

const severityIcons: Record<CompilerDiagnostic['severity'], ThemeIcon> = {
  error: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
  warning: new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground')),
  information: new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground')),
};

/** Returns “1 error, 2 warnings”, or the number of lines if no diagnostics were found. */
function compileCounts(compile: Compilation, diagnostics: readonly CompilerDiagnostic[]): string {
  const counted = joined(', ', ...countWords(diagnostics));
  if (counted !== '') return counted;
  const lines = compile.message?.trim() ? compile.message.trim().split('\n').length : 0;
  return lines === 0 ? '' : lines === 1 ? l10n.t('1 line of output') : l10n.t('{0} lines of output', lines);
}

function subtaskLabel({ id, name }: Subtask): string {
  const title = name === undefined ? String(id ?? '') : subtaskName(name);
  if (title === '') return l10n.t('Cases');
  return isSamples(name) ? title : l10n.t('Subtask {0}', title);
}

export function subtaskRow(
  node: SubtaskNode,
  subtask: Subtask,
  record: KnownRecord,
  only: boolean,
): TreeItem {
  const rules = shownRules(record);
  const failure = failureOf(subtask.status, subtask.cases, rules);
  const { cause } = failure;
  const status = cause ?? subtask.status;
  const name = subtaskLabel(subtask);
  const label = joined(' ', name, statusWord(status, rules));
  const item = new TreeItem(
    label,
    only ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  item.id = node.id;
  const { score, time, memory } = known(subtask, rules);
  item.description = joined(
    ' · ',
    formatScoreOf(score, subtask.maximum ?? null, rules.units),
    shortCount(failure, subtask.cases.length),
    formatTime(time, rules.units),
    formatMemory(memory, rules.units),
  );
  item.iconPath = statusIcon(status, record);
  const own = joined(' ', statusWord(subtask.status, rules), statusName(subtask.status, rules));
  item.tooltip = joined('\n', label, statusName(status, rules), cause === null ? '' : own, item.description);
  item.contextValue = 'subtask';
  item.accessibilityInformation = {
    label: joined(', ', name, statusName(status, rules), item.description),
  };
  return item;
}

/** Creates the row of a case. `name`: name of the case within its record. */
export function caseRow(node: CaseNode, name: string, testCase: Case, record: KnownRecord): TreeItem {
  const rules = shownRules(record);
  const item = new TreeItem(joined(' ', name, statusWord(testCase.status, rules)));
  item.id = node.id;
  const said = isHiddenCase(testCase, record)
    ? ''
    : sanitizeForUi(rowDescription({ ...testCase, description: caseDescription(testCase) }, rules), 300);
  const facts = caseFacts(testCase, rules);
  const isSignalSaid = said.includes(`signal ${testCase.signal}`);
  const ending = endingWords({
    signal: isSignalSaid ? '' : facts.signal,
    // interpreters return it with each exception
    exitCode: saysCrash(testCase) ? '' : facts.exitCode,
  });
  const isAccepted = meaningOf(rules.statuses, testCase.status)?.kind === 'accepted';
  const omitted = omittedOutputWords(testCase);
  // a narrow view cuts the end, and the reason matters more than the figures
  item.description = isAccepted
    ? joined(' · ', facts.score, facts.time, facts.memory, ending, said, omitted)
    : joined(' · ', facts.score, said.replace(/[.。]$/, ''), ending, facts.time, facts.memory, omitted);
  item.iconPath = statusIcon(testCase.status, record);
  item.contextValue = joined(
    ' ',
    'case',
    comparableOutputs(testCase) ? 'outputs' : '',
    inputOf(testCase) === null ? '' : 'input',
    isComparedHere(testCase) ? 'compared' : '',
    mayBeOwnSample(testCase, record) ? 'sampleCase' : '',
  );
  item.command = {
    command: 'judgeResults.row.openCase',
    title: l10n.t('Open Result'),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: joined(', ', l10n.t('Case {0}', name), statusName(testCase.status, rules), item.description),
  };
  return item;
}

/** Returns whether a case is one of the user's samples. Of a run at a judge, that isn't known. */
function mayBeOwnSample(testCase: Case, record: KnownRecord): boolean {
  if (judgeIdentity(record.service).type === localJudge.type) return isOwnSample(testCase);
  return inputOf(testCase) !== null && isSampleRun(record);
}

export function moreRow(node: MoreNode, left: number): TreeItem {
  const title = l10n.t('Show more ({0} left)', left);
  const item = new TreeItem(title);
  item.id = node.id;
  item.iconPath = new ThemeIcon('ellipsis');
  item.command = { command: 'judgeResults.row.showMoreCases', title, arguments: [node] };
  item.contextValue = 'more';
  return item;
}

/** Returns the full name: `Wrong Answer`, or `Status 99`. */
function statusName(status: StatusCode | null, rules: JudgeSemantics): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning ? nameOf(meaning) : statusText(status, rules);
}

/** Returns the short code, or the name if the code is only a symbol, such as `…`. */
function statusWord(status: StatusCode | null, rules: JudgeSemantics): string {
  const meaning = meaningOf(rules.statuses, status);
  const short = statusText(status, rules);
  return meaning && isOnlySign(short) ? nameOf(meaning) : short;
}

/** Removes zeros of pending items, because judges send them before there is a value. */
function known(result: Measured, rules: JudgeSemantics): Pick<Measured, 'score' | 'time' | 'memory'> {
  if (meaningOf(rules.statuses, result.status)?.kind !== 'pending') return result;
  return { score: result.score || null, time: result.time || null, memory: result.memory || null };
}

/** Creates the row that explains why a record has no other rows. */
export function messageRow(node: MessageNode, record: KnownRecord, envelope: Envelope | null): TreeItem {
  const words = judgeMessage(envelope) || explainNothing(record);
  const item = new TreeItem(words);
  item.id = node.id;
  item.iconPath = new ThemeIcon('info');
  item.contextValue = 'message';
  item.tooltip = words;
  // a click performs the action that the text suggests
  if (hadMore(record)) {
    item.command = { command: 'judgeResults.refresh', title: l10n.t('Refresh'), arguments: [node] };
  } else if (record.state.kind === 'notSubmitted') {
    item.command = {
      command: 'judgeResults.submitInBrowser',
      title: l10n.t('Submit in Browser'),
      arguments: [node],
    };
  } else if (canResumeTracking(record)) {
    item.command = {
      command: 'judgeResults.resumeTracking',
      title: l10n.t('Resume Tracking'),
      arguments: [node],
    };
  }
  return item;
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
