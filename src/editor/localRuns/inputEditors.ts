import { commands, l10n, Uri, ViewColumn, window, workspace, type TextDocument } from 'vscode';
import { setContext } from '../shared/contextKeys';
import { withLineFeeds } from '../../records';

/** Callbacks of “Run with Custom Input…” by the URI of the open input document. */
const open = new Map<string, () => void>();

/**
 * Runs the program with the input in a document, by default in the active editor. Returns false for any other document.
 */
export function runWithInput(argument: unknown): boolean {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  const run = open.get(uri?.toString() ?? '');
  run?.();
  return run !== undefined;
}

/**
 * Lets the user type an input with several lines in an editor next to the program. The user starts the run with the
 * button in a notification, or with the one in the editor's title bar, which remains visible. `program`: file name.
 * Undefined: the editor was closed.
 */
export async function typedInput(program: string, last: string): Promise<string | undefined> {
  const document = await workspace.openTextDocument({ content: last });
  const key = document.uri.toString();
  const ending = ended(document, program);
  await showRunButton();
  try {
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: false });
    if ((await ending.reached) === 'closed') return undefined;
    const text = withLineFeeds(document.getText());
    // reverts the document, so that VS Code doesn't offer to save it
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside });
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  } finally {
    ending.dispose();
    open.delete(key);
    await showRunButton();
  }
}

type Ending = 'run' | 'closed';

/**
 * Shows a notification with “Run”. `reached` resolves when the user presses either “Run” button or closes the document.
 * Dismissing the notification has no effect.
 */
function ended(document: TextDocument, program: string) {
  const run = l10n.t('Run');
  const words = l10n.t('Type the input for {0} in the editor, then run it.', program);
  let closing: { dispose(): void } | undefined;
  const reached = new Promise<Ending>((resolve) => {
    open.set(document.uri.toString(), () => resolve('run'));
    closing = workspace.onDidCloseTextDocument((closed) => {
      if (closed === document) resolve('closed');
    });
    void window.showInformationMessage(words, run).then((pressed) => {
      if (pressed === run) resolve('run');
    });
  });
  return { reached, dispose: () => closing?.dispose() };
}

async function showRunButton(): Promise<void> {
  await setContext('inputEditors', [...open.keys()]);
}
