import { l10n, type Position, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import type { Compilation } from '../../results/withoutDecoder';
import { sanitizeForUi, sanitizeLinesForUi } from '../labels/sanitizeText';
import { countWords, joined, missingOutputWords } from '../labels/recordLabels';
import { verdictIcon } from './icons';
import type { CompilationNode, DiagnosticNode } from './treeNodes';

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
