import { sampleScheme } from '../shared/files';
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
import type { Problems, ShownFile } from './publishProblems';
import type { CompilerDiagnostic } from '../../compiler';
import type { Located, Locator } from './locator';
import { MAX_REPLACEMENT_LENGTH } from './limits';

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

/** An edit that a compiler offers, where it can be applied to the file as it is now. */
export interface OfferedEdit {
  readonly at: Located;
  readonly replacement: string;
}

/**
 * The edits that a diagnostic offers. Left out is what can't be shown whole, and what isn't sure to meet what the
 * compiler saw: the text that it says is replaced, or the whole line where it says none.
 */
export function offeredEdits(diagnostic: CompilerDiagnostic, locator: Locator): OfferedEdit[] {
  if (!locator.find(diagnostic)) return [];
  return (diagnostic.fixes ?? []).flatMap((fix) => {
    const at = locator.find(fix);
    if (!at || !isShowable(fix.replacement)) return [];
    const isMet = fix.expected ? at.text === fix.expected : at.seen;
    return isMet ? [{ at, replacement: fix.replacement }] : [];
  });
}

/**
 * What can't be seen: control and format characters (ZWJ, bidirectional marks), private use, halves of pairs, what no
 * font knows yet; what Unicode says may be drawn as nothing; ends of lines; blanks that look like a space and are none.
 */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u;

export function isShowable(text: string): boolean {
  // a tab is text like any other
  return text.length <= MAX_REPLACEMENT_LENGTH && !unseen.test(text.replace(/[ \t]/g, '.'));
}
