import {
  CodeAction,
  CodeActionKind,
  l10n,
  languages,
  Range,
  WorkspaceEdit,
  type CodeActionProvider,
  type Disposable,
  type TextDocument,
} from 'vscode';
import { toEditorRange, type CompilerDiagnostic, type EditorRange, type OfferedFix } from '../../compiler';
import { sampleScheme } from '../samples/origin';
import type { Problems } from './problems';

/** Characters of a replacement that are shown and so may be applied. */
const longest = 200;

/**
 * What the compiler itself offers. It was written by a stranger: the title shows the whole replacement, it is one
 * line without control or bidirectional characters, and it is never preferred nor part of a «fix all».
 */
export class QuickFixes implements CodeActionProvider, Disposable {
  private readonly registration: Disposable;

  constructor(private readonly problems: Problems) {
    this.registration = languages.registerCodeActionsProvider(
      [{ scheme: 'file' }, { scheme: 'vscode-remote' }, { scheme: 'vscode-vfs' }, { scheme: sampleScheme }],
      this,
      {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      },
    );
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    const published = this.problems.in(document.uri);
    if (!published) return [];
    const actions: CodeAction[] = [];
    for (const { problem, placed } of published.placed) {
      if (placed.outdated || !problem.range.intersection(range)) continue;
      for (const fix of placed.diagnostic.fixes ?? []) {
        const action = actionFor(
          document,
          placed.line - ((placed.diagnostic.line ?? 1) - 1),
          fix,
          placed.diagnostic,
        );
        if (!action) continue;
        action.diagnostics = [problem];
        actions.push(action);
      }
    }
    return actions;
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** Null where the text at the place is not what the compiler saw. `moved`: by how many lines the text has moved. */
function actionFor(
  document: TextDocument,
  moved: number,
  fix: OfferedFix,
  owner: CompilerDiagnostic,
): CodeAction | null {
  const line = fix.line - 1 + moved;
  if (line < 0 || line >= document.lineCount || !isShowable(fix.replacement)) return null;
  const text = document.lineAt(line).text;
  const at = offsetsOf(fix, owner, text);
  if (fix.expected !== undefined && text.slice(at.start, at.end) !== fix.expected) return null;
  const range = new Range(line, at.start, line, at.end);
  const replaced = document.getText(range);
  const action = new CodeAction(
    replaced === ''
      ? l10n.t('Insert “{0}” (offered by the compiler)', fix.replacement)
      : fix.replacement === ''
        ? l10n.t('Remove “{0}” (offered by the compiler)', replaced)
        : l10n.t('Replace “{0}” with “{1}” (offered by the compiler)', replaced, fix.replacement),
    CodeActionKind.QuickFix,
  );
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, range, fix.replacement);
  return action;
}

function offsetsOf(
  { column, endColumn, unit }: OfferedFix,
  owner: CompilerDiagnostic,
  text: string,
): EditorRange {
  const range = toEditorRange({ column, endColumn, unit: unit ?? owner.unit }, text);
  return endColumn === column ? { start: range.start, end: range.start } : range;
}

function isShowable(text: string): boolean {
  // a tab is text like any other
  return (
    text.length <= longest &&
    !/[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(text)
  );
}
