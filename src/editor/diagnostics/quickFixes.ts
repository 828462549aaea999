import {
  CodeAction,
  CodeActionKind,
  l10n,
  languages,
  Range,
  WorkspaceEdit,
  type Disposable,
  type Uri,
} from 'vscode';
import { sampleScheme } from '../samples/isSample';
import { offeredEdits, type OfferedEdit } from './offeredEdits';
import type { Problems, ShownFile } from './problems';

/**
 * What the compiler itself offers. It was written by a stranger: the title shows the whole replacement, it is one
 * line without characters that can't be seen, and it is never preferred nor part of a “fix all”.
 */
export function offerQuickFixes(problems: Problems): Disposable {
  return languages.registerCodeActionsProvider(
    [{ scheme: 'file' }, { scheme: 'vscode-remote' }, { scheme: 'vscode-vfs' }, { scheme: sampleScheme }],
    { provideCodeActions: ({ uri }, range) => actionsIn(uri, range, problems.in(uri)) },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

function actionsIn(uri: Uri, range: Range, shown: ShownFile | null): CodeAction[] {
  if (!shown) return [];
  const { locator } = shown.file;
  const actions: CodeAction[] = [];
  for (const [diagnostic, problem] of shown.problems) {
    const { line, start, end } = locator.where(diagnostic);
    if (!range.intersection(new Range(line, start, line, end))) continue;
    for (const edit of offeredEdits(diagnostic, locator)) {
      const action = actionFor(uri, edit);
      action.diagnostics = [problem];
      actions.push(action);
    }
  }
  return actions;
}

function actionFor(uri: Uri, { at, replacement }: OfferedEdit): CodeAction {
  const { line, start, end, text } = at;
  const action = new CodeAction(
    text === ''
      ? l10n.t('Insert “{0}” (compiler suggestion)', replacement)
      : replacement === ''
        ? l10n.t('Remove “{0}” (compiler suggestion)', text)
        : l10n.t('Replace “{0}” with “{1}” (compiler suggestion)', text, replacement),
    CodeActionKind.QuickFix,
  );
  action.edit = new WorkspaceEdit();
  action.edit.replace(uri, new Range(line, start, line, end), replacement);
  return action;
}
