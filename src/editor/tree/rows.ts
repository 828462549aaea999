import {
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  workspace,
} from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import {
  formatMemory,
  formatScore,
  formatTime,
  meaningOf,
  rowDescription,
  signalName,
  statusText,
  type Case,
  type Compilation,
  type JudgingRules,
  type Measured,
  type Subtask,
} from '../../judge/known';
import { canAskAgain, isPending, type KnownRecord, type RecordState } from '../../records/record';
import { inert } from '../inert';
import { dayAndTime, shortMoment } from '../moments';
import {
  explainNothing,
  explainState,
  hadMore,
  failedToCompile,
  fileName,
  hasVerdict,
  isOnlySign,
  nameOf,
  progressWords,
  recordName,
  verdictName,
  verdictWord,
} from '../recordWords';
import { isSample } from '../samples/origin';
import { verdictIcon } from './icons';
import type {
  CaseNode,
  CompilationNode,
  DiagnosticNode,
  GroupNode,
  MessageNode,
  MoreNode,
  RecordNode,
  SubtaskNode,
} from './node';

export function recordRow(node: RecordNode, record: KnownRecord): TreeItem {
  const { summary, rules } = record;
  const item = new TreeItem(
    joined(' ', recordName(record), verdictWord(record), formatScore(summary?.score ?? null, rules.units)),
    TreeItemCollapsibleState.Collapsed,
  );
  item.id = node.id;
  const running = record.state.kind === 'judging';
  item.description = joined(
    ' · ',
    running ? progressWords(record) : formatTime(summary?.time ?? null, rules.units),
    shortMoment(record.changedAt ?? record.addedAt),
  );
  item.iconPath = recordIcon(record);
  item.contextValue = joined(
    ' ',
    'record',
    isSample(record) ? 'sample' : capabilityOf(record.state),
    record.source ? 'tied' : 'untied',
    summary ? 'result' : '',
    summary?.hasCompilation ? 'compiled' : '',
    record.submission ? 'submitted' : '',
  );
  item.accessibilityInformation = {
    label: joined(', ', recordName(record), verdictName(record), String(item.description)),
  };
  return item;
}

export function groupRow(node: GroupNode, records: number): TreeItem {
  const file = node.source === null ? null : Uri.parse(node.source);
  const label = file ? inert(fileName(file.path), 80) : l10n.t('No source file');
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.id = node.id;
  const count = records === 1 ? l10n.t('1 record') : l10n.t('{0} records', records);
  const folder = file ? workspace.asRelativePath(file).split('/').slice(0, -1).join('/') : '';
  item.description = joined(' · ', inert(folder, 80), count);
  item.iconPath = file ? ThemeIcon.File : new ThemeIcon('question');
  if (file) item.resourceUri = file;
  item.tooltip = file ? inert(file.scheme === 'file' ? file.fsPath : file.path, 500) : count;
  item.contextValue = joined(' ', 'group', file ? 'file' : '');
  item.accessibilityInformation = { label: joined(', ', label, item.description) };
  return item;
}

export function messageRow(node: MessageNode, record: KnownRecord): TreeItem {
  const words = explainNothing(record);
  const item = new TreeItem(words);
  item.id = node.id;
  item.iconPath = new ThemeIcon('info');
  item.contextValue = 'message';
  item.tooltip = words;
  // what the words speak of is one click away
  if (hadMore(record)) {
    item.command = { command: 'judgeResults.refresh', title: l10n.t('Refresh'), arguments: [node] };
  } else if (canAskAgain(record)) {
    item.command = { command: 'judgeResults.askAgain', title: l10n.t('Ask Again'), arguments: [node] };
  }
  return item;
}

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
    compileCounts(compile, diagnostics),
    compile.opt2 === null ? '' : compile.opt2 ? '-O2' : l10n.t('without -O2'),
  );
  item.iconPath = failed ? verdictIcon('compileError') : new ThemeIcon('gear');
  // the tooltip has the whole message: too much to be read out for a row
  item.accessibilityInformation = { label: joined(', ', label, item.description) };
  const hasMessage = Boolean(compile.message?.trim());
  item.contextValue = joined(' ', 'compilation', hasMessage ? 'output' : '');
  if (hasMessage) {
    item.tooltip = inert(compile.message ?? '', 1000);
    item.command = {
      command: 'judgeResults.openCompileMessage',
      title: l10n.t('Open Compile Message'),
      arguments: [node],
    };
  }
  return item;
}

export function diagnosticRow(node: DiagnosticNode, diagnostic: CompilerDiagnostic): TreeItem {
  const item = new TreeItem(inert(diagnostic.message, 200));
  item.id = node.id;
  const { line, column, code } = diagnostic;
  const place = line === null ? '' : column === null ? `${line}` : `${line}:${column}`;
  item.description = joined(' · ', place, code === null ? '' : inert(code, 60));
  item.iconPath = severityIcons[diagnostic.severity];
  item.tooltip = inert(diagnostic.message, 2000);
  item.contextValue = 'diagnostic';
  item.accessibilityInformation = {
    label: joined(', ', severityWord(diagnostic.severity), inert(diagnostic.message, 500), item.description),
  };
  item.command = {
    command: 'judgeResults.row.openDiagnostic',
    title: l10n.t('Open Source'),
    arguments: [node],
  };
  return item;
}

function severityWord(severity: CompilerDiagnostic['severity']): string {
  switch (severity) {
    case 'error':
      return l10n.t('error');
    case 'warning':
      return l10n.t('warning');
    case 'information':
      return l10n.t('information');
  }
}

const severityIcons: Record<CompilerDiagnostic['severity'], ThemeIcon> = {
  error: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
  warning: new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground')),
  information: new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground')),
};

/** «1 error, 2 warnings»; where nothing was understood, how long the message is. */
function compileCounts(compile: Compilation, diagnostics: readonly CompilerDiagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const words = [
    errors === 0 ? '' : errors === 1 ? l10n.t('1 error') : l10n.t('{0} errors', errors),
    warnings === 0 ? '' : warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings),
  ];
  if (errors + warnings > 0) return joined(', ', ...words);
  const lines = compile.message?.trim() ? compile.message.trim().split('\n').length : 0;
  return lines === 0 ? '' : lines === 1 ? l10n.t('1 line of output') : l10n.t('{0} lines of output', lines);
}

export function subtaskRow(
  node: SubtaskNode,
  subtask: Subtask,
  record: KnownRecord,
  only: boolean,
): TreeItem {
  const { rules } = record;
  const label = joined(' ', l10n.t('Subtask #{0}', subtask.id ?? '–'), statusWord(subtask.status, rules));
  const item = new TreeItem(
    label,
    only ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  item.id = node.id;
  item.description = measures(subtask, rules);
  item.iconPath = statusIcon(subtask.status, record);
  item.tooltip = joined('\n', label, statusName(subtask.status, rules), item.description);
  item.contextValue = 'subtask';
  item.accessibilityInformation = {
    label: joined(
      ', ',
      l10n.t('Subtask #{0}', subtask.id ?? '–'),
      statusName(subtask.status, rules),
      item.description,
    ),
  };
  return item;
}

export function caseRow(node: CaseNode, one: Case, record: KnownRecord): TreeItem {
  const { rules } = record;
  const item = new TreeItem(joined(' ', `#${one.id ?? '–'}`, statusWord(one.status, rules)));
  item.id = node.id;
  const said = inert(rowDescription(one, rules), 300);
  const ending = joined(
    ', ',
    said.includes(`signal ${one.signal}`) ? '' : signalWords(one),
    exitCodeWords(one),
  );
  item.description = joined(' · ', measures(one, rules), ending, said);
  item.iconPath = statusIcon(one.status, record);
  item.contextValue = 'case';
  item.accessibilityInformation = {
    label: joined(', ', `#${one.id ?? '–'}`, statusName(one.status, rules), item.description),
  };
  return item;
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

/** A word for menus: still asked for, can be asked for again, at its end. */
function capabilityOf({ kind }: RecordState): 'pending' | 'again' | 'ended' {
  switch (kind) {
    case 'waiting':
    case 'judging':
      return 'pending';
    case 'failed':
    case 'expired':
    case 'stopped':
      return 'again';
    case 'finished':
    case 'settled':
      return 'ended';
  }
}

function recordIcon(record: KnownRecord): ThemeIcon | Uri {
  switch (record.state.kind) {
    case 'waiting':
      return verdictIcon('pending');
    case 'judging':
      return verdictIcon('pending', !isSample(record));
    case 'failed':
    case 'expired':
    case 'stopped':
      if (!hasVerdict(record) && !failedToCompile(record)) return new ThemeIcon('circle-slash');
      break;
    case 'finished':
    case 'settled':
      break;
  }
  if (failedToCompile(record)) return verdictIcon('compileError');
  return statusIcon(record.summary?.status ?? null, record);
}

/** It turns only while somebody asks. */
function statusIcon(status: number | null, record: KnownRecord): ThemeIcon | Uri {
  const { rules } = record;
  const look = meaningOf(rules.statuses, status)?.look ?? null;
  const turns = look === 'pending' && status === runningStatus(rules) && isPending(record);
  return verdictIcon(look, turns && !isSample(record));
}

/** The pending status that means «judging», where the service tells it from «waiting»: the highest pending code. */
function runningStatus(rules: JudgingRules): number | null {
  const pending = Object.values(rules.statuses).filter((meaning) => meaning.kind === 'pending');
  return pending.length > 1 ? Math.max(...pending.map((meaning) => meaning.code)) : null;
}

function statusName(status: number | null, rules: JudgingRules): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning ? nameOf(meaning) : statusText(status, rules);
}

/** The short code, or the name where the code is only a sign, as `…`. */
function statusWord(status: number | null, rules: JudgingRules): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning && isOnlySign(meaning.short) ? nameOf(meaning) : statusText(status, rules);
}

/** `0 · 3 ms · 800 KiB` */
function measures(one: Measured, { units }: JudgingRules): string {
  return joined(
    ' · ',
    formatScore(one.score, units),
    formatTime(one.time, units),
    formatMemory(one.memory, units),
  );
}

function signalWords({ signal }: Case): string {
  if (!signal) return '';
  const name = signalName(signal);
  return name ? l10n.t('signal {0} ({1})', signal, name) : l10n.t('signal {0}', signal);
}

function exitCodeWords({ exitCode }: Case): string {
  return exitCode ? l10n.t('exit code {0}', exitCode) : '';
}

/** Made when the mouse rests on the row. */
export function recordTooltip(record: KnownRecord): MarkdownString {
  const { summary, rules } = record;
  const lines: [string, string][] = [
    [l10n.t('Request ID'), record.requestId],
    [l10n.t('Verdict'), verdictName(record)],
    [l10n.t('Score'), formatScore(summary?.score ?? null, rules.units)],
    [l10n.t('Time'), formatTime(summary?.time ?? null, rules.units)],
    [l10n.t('Memory'), formatMemory(summary?.memory ?? null, rules.units)],
    [l10n.t('Problem'), record.submission?.problemId ?? ''],
    [l10n.t('Language'), record.submission?.language ?? ''],
    [l10n.t('Track ID'), summary?.trackId ?? ''],
    [l10n.t('Service'), isSample(record) ? l10n.t('none: a sample') : record.origin],
    [l10n.t('Asked for'), dayAndTime(record.addedAt)],
    [l10n.t('Last change'), record.changedAt === null ? '' : dayAndTime(record.changedAt)],
  ];
  const markdown = table(lines);
  return canAskAgain(record) ? markdown.appendText(explainState(record)) : markdown;
}

/** Everything the specification has about a case, verbatim; made when the mouse rests on the row. */
export function caseTooltip(one: Case, rules: JudgingRules): MarkdownString {
  return table([
    [l10n.t('Case'), `#${one.id ?? '–'}`],
    [
      l10n.t('Verdict'),
      [...new Set([statusWord(one.status, rules), statusName(one.status, rules)])].join(' · '),
    ],
    [l10n.t('Score'), formatScore(one.score, rules.units)],
    [l10n.t('Time'), formatTime(one.time, rules.units)],
    [l10n.t('Memory'), formatMemory(one.memory, rules.units)],
    [
      l10n.t('Signal'),
      one.signal === null ? '' : joined(' ', String(one.signal), signalName(one.signal) ?? ''),
    ],
    [l10n.t('Exit code'), one.exitCode === null ? '' : String(one.exitCode)],
    [l10n.t('Description'), one.description ?? ''],
  ]);
}

/** Text only: whatever a service sends is escaped, nothing in it becomes a link, a picture or an icon. */
function table(lines: readonly (readonly [string, string])[]): MarkdownString {
  const markdown = new MarkdownString();
  for (const [name, value] of lines) {
    if (value === '') continue;
    markdown.appendText(`${name}: ${inert(value, 2000)}`);
    markdown.appendMarkdown('  \n');
  }
  return markdown;
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
