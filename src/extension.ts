import { realpath } from 'node:fs/promises';
import type { ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from './api';
import { compose, type Composed } from './editor/compose';
import { registerReceiving } from './editor/companion/register';
import { registerOnDesktop } from './editor/integrations/registerOnDesktop';
import { openHistory } from './editor/openHistory';
import { Lazy } from './base/async';
import { mayUseProxy } from './editor/shared/settings/settingsOfOthers';
import { hostLookup } from './judges/http/hostLookup';
import { nodeFetch } from './judges/http/nodeFetch';

declare const DEVELOPMENT: boolean;

const desktop = () => import('./editor/lazy/desktop');
const local = () => import('./editor/lazy/local');

/** Activates the extension on desktop. Returns the API for other extensions. */
export async function activate(context: ExtensionContext): Promise<JudgeResultsApi> {
  const callbacks = new Lazy(async () => {
    const { CallbackPush } = await desktop();
    return new CallbackPush(extension, await history.openLeases());
  });
  const receiving = new Lazy(async () => {
    const { ReceivingSwitch } = await desktop();
    return new ReceivingSwitch(extension);
  });
  const localComputer = new Lazy(async () => {
    const { openLocalComputer } = await local();
    return openLocalComputer(process.env, context.globalStorageUri.fsPath, history, extension.log);
  });
  composed = await compose(context, {
    history: (log, containsCredential) => openHistory(context, log, containsCredential),
    fetch: nodeFetch,
    networkOf: hostLookup(() => mayUseProxy(process.env)),
    isBrowser: false,
    pushSockets: async () => (await desktop()).PushSockets,
    callbacks: () => callbacks.get(),
    copyMcpConfiguration: async () => (await desktop()).copyMcpConfiguration(context),
    receiving: () => receiving.get(),
    realPath: realpath,
    localComputer: () => localComputer.get(),
  });
  const { extension, api, history, onError } = composed;
  context.subscriptions.push(
    localComputer,
    registerReceiving(context, receiving),
    registerOnDesktop(extension, callbacks, desktop),
  );
  if (DEVELOPMENT) {
    const { registerDevSession } = await import('./editor/integrations/devSession');
    void registerDevSession(extension).catch((error: unknown) =>
      onError('the development session failed', error),
    );
  }
  return api;
}

/** Writes all waiting changes before the window closes. */
export async function deactivate(): Promise<void> {
  await composed?.close();
}

let composed: Composed | undefined;
