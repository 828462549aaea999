import { Disposable, l10n, StatusBarAlignment, window, type Uri } from 'vscode';
import { SAVED_MESSAGE_MS } from './limits';

let current: Disposable | null = null;

/**
 * Shows in the status bar for a short time that something was saved. A click opens the file. Replaces the previous
 * message.
 */
export function showSaved(message: string, file: Uri): void {
  current?.dispose();
  const item = window.createStatusBarItem('judgeResults.saved', StatusBarAlignment.Left, 3);
  item.name = l10n.t('Saved Sample');
  item.text = `$(check) ${l10n.t('{0} · Open', message)}`;
  item.tooltip = l10n.t('Open File');
  item.command = { command: 'vscode.open', title: item.tooltip, arguments: [file] };
  item.show();
  const shown = new Disposable(() => {
    clearTimeout(timer);
    item.dispose();
    if (current === shown) current = null;
  });
  const timer = setTimeout(() => void shown.dispose(), SAVED_MESSAGE_MS);
  current = shown;
}
