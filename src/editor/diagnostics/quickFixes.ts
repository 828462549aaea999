import { sampleScheme } from '../shared/files/files';
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
import type { Located, CurrentPositions } from './currentPositions';
import { MAX_REPLACEMENT_LENGTH } from './limits';

/**
 * Offers the compiler's fixes. They are untrusted: the title shows the whole replacement, which must be a single line
 * without invisible characters, and a fix is never preferred or part of “Fix All”.
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
  const { positions } = shown.file;
  const actions: CodeAction[] = [];
  for (const [diagnostic, problem] of shown.problems) {
    const { line, start, end } = positions.where(diagnostic);
    if (!range.intersection(new Range(line, start, line, end))) continue;
    for (const edit of offeredEdits(diagnostic, positions)) {
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

/** A compiler's edit, at its position in the current file. */
export interface OfferedEdit {
  readonly at: Located;
  readonly replacement: string;
}

/**
 * Returns the edits of a diagnostic. Omits those that can't be displayed completely, and those whose original text may
 * have changed: the text to replace, or the whole line if the compiler doesn't print it.
 */
export function offeredEdits(diagnostic: CompilerDiagnostic, positions: CurrentPositions): OfferedEdit[] {
  if (!positions.find(diagnostic)) return [];
  return (diagnostic.fixes ?? []).flatMap((fix) => {
    const at = positions.find(fix);
    if (!at || !isShowable(fix.replacement)) return [];
    const isMet = fix.expected ? at.text === fix.expected : at.seen;
    return isMet ? [{ at, replacement: fix.replacement }] : [];
  });
}

/**
 * Characters that can be invisible: control and format characters (ZWJ, bidirectional marks), private use, lone
 * surrogates, unassigned code points, default-ignorable characters, line ends, and special spaces.
 */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u;

export function isShowable(text: string): boolean {
  // tabs are allowed
  return text.length <= MAX_REPLACEMENT_LENGTH && !unseen.test(text.replace(/[ \t]/g, '.'));
}
