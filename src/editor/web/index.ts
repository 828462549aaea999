import { l10n, window, type ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from '../../api';
import { browserFetch } from '../../service/browserFetch';
import { compose } from '../compose';
import { memoryHistory } from './memoryHistory';

/**
 * The extension in a browser: samples, imported results, and services that allow web pages. What it knows lasts as
 * long as the window; nothing is pushed to it.
 */
export async function activate(context: ExtensionContext): Promise<JudgeResultsApi> {
  const { api } = await compose(context, {
    history: memoryHistory,
    fetch: browserFetch,
    isBrowser: true,
    pushSockets: null,
    callbacks: () => Promise.resolve({ copyAddress: showCallbacksUnavailable }),
  });
  return api;
}

async function showCallbacksUnavailable(): Promise<void> {
  await window.showInformationMessage(
    l10n.t('HTTP callbacks aren’t available in a browser. Use VS Code for desktop.'),
  );
}
