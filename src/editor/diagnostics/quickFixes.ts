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
import { sampleScheme } from '../samples/origin';
import { offeredEdits, type OfferedEdit } from './offeredEdits';
import type { Problems } from './problems';

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
    const lineAt = (line: number): string | undefined =>
      line < document.lineCount ? document.lineAt(line).text : undefined;
    for (const { problem, placed } of published.placed) {
      if (!problem.range.intersection(range)) continue;
      for (const edit of offeredEdits(placed, published.text, lineAt)) {
        const action = actionFor(document, edit);
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

function actionFor(document: TextDocument, edit: OfferedEdit): CodeAction {
  const { line, start, end, replaced, replacement } = edit;
  const action = new CodeAction(
    replaced === ''
      ? l10n.t('Insert “{0}” (offered by the compiler)', replacement)
      : replacement === ''
        ? l10n.t('Remove “{0}” (offered by the compiler)', replaced)
        : l10n.t('Replace “{0}” with “{1}” (offered by the compiler)', replaced, replacement),
    CodeActionKind.QuickFix,
  );
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, new Range(line, start, line, end), replacement);
  return action;
}
