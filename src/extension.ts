import { realpath } from 'node:fs/promises';
import { window, type ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from './api';
import { showingUnexpectedErrors } from './editor/shared/unexpectedErrors';
import { compose, type Composed, whenWanted } from './editor/compose';
import { openHistory } from './editor/history';
import { Lazy } from './base/async';
import { nodeFetch } from './service/nodeFetch';

declare const DEVELOPMENT: boolean;

/** The extension on a computer. Returns what other extensions get. */
export async function activate(context: ExtensionContext): Promise<JudgeResultsApi> {
  const callbacks = new Lazy(async () => {
    const { CallbackPush } = await import('./editor/integrations/callback');
    return new CallbackPush(extension, await history.openLeases());
  });
  composed = await compose(context, {
    history: (log) => openHistory(context, log),
    fetch: nodeFetch,
    isBrowser: false,
    pushSockets: async () => (await import('./editor/pending/pushSockets')).PushSockets,
    callbacks: () => callbacks.get(),
    realPath: realpath,
  });
  const { extension, api, history, onError } = composed;
  context.subscriptions.push(
    callbacks,
    whenWanted(callbacks),
    window.registerUriHandler({
      handleUri: async (uri) => {
        const { handleUri } = await import('./editor/integrations/uriHandler');
        await showingUnexpectedErrors(extension, 'link', () => handleUri(extension, uri));
      },
    }),
  );
  if (DEVELOPMENT) {
    const { registerDevSession } = await import('./editor/integrations/devSession');
    void registerDevSession(extension).catch((error: unknown) =>
      onError('the development session failed', error),
    );
  }
  return api;
}

/** What waits is on the disk before the window is gone. */
export async function deactivate(): Promise<void> {
  await composed?.close();
}

let composed: Composed | undefined;
