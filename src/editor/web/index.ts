import { l10n, window, type ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from '../../api';
import { browserFetch } from '../../service/browserFetch';
import { compose } from '../compose';
import { MemoryStorage } from '../../records/storage';
import type { LeaseObserver, Leases } from '../../base/ports';
import type { History } from '../history';

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
    realPath: null,
  });
  return api;
}

async function showCallbacksUnavailable(): Promise<void> {
  await window.showInformationMessage(
    l10n.t('HTTP callbacks aren’t available in a browser. Use VS Code for desktop.'),
  );
}

/** A history that lasts as long as the window: a browser has no folder that its windows share. */
function memoryHistory(): History {
  const storage = new MemoryStorage();
  return {
    // memory refuses nothing
    records: { openStorage: () => Promise.resolve(storage), onProblem: () => undefined },
    openLeases: () => Promise.resolve(everythingOurs),
    sweep: () => Promise.resolve(),
  };
}

const never = () => ({ dispose: () => undefined });

/** There is no other window to share with. */
const everythingOurs: Leases & LeaseObserver = {
  tryAcquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  isHeld: () => Promise.resolve(false),
  onDidChange: never,
};
