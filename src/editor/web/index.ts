import { l10n, window, type ExtensionContext } from 'vscode';
import type { JudgeResultsApi } from '../../api';
import { browserFetch } from '../../judges/http/browserFetch';
import { compose } from '../compose';
import { MemoryAssistantRules, MemoryStorage } from '../../records';
import type { LeaseObserver, Leases } from '../../base/ports';
import type { History } from '../openHistory';

/**
 * Activates the extension in a browser, with demo results, imported results, and judges that allow web pages. The
 * history exists only in memory, and nothing is pushed.
 */
export async function activate(context: ExtensionContext): Promise<JudgeResultsApi> {
  const { api } = await compose(context, {
    history: memoryHistory,
    fetch: browserFetch,
    networkOf: null,
    isBrowser: true,
    pushSockets: null,
    callbacks: () => Promise.resolve({ copyAddress: showCallbacksUnavailable }),
    copyMcpConfiguration: showMcpServerUnavailable,
    receiving: () => Promise.resolve({ toggle: showReceivingUnavailable }),
    realPath: null,
    localComputer: null,
  });
  return api;
}

async function showCallbacksUnavailable(): Promise<void> {
  await window.showInformationMessage(
    l10n.t('HTTP callbacks aren’t available in a browser. Use VS Code for desktop.'),
  );
}

async function showMcpServerUnavailable(): Promise<void> {
  await window.showInformationMessage(
    l10n.t('The MCP server isn’t available in a browser. Use VS Code for desktop.'),
  );
}

async function showReceivingUnavailable(): Promise<void> {
  await window.showInformationMessage(
    l10n.t('Problems can’t be received in VS Code for the Web. Use VS Code for desktop.'),
  );
}

/** Creates a history in memory, because browsers have no folder that the windows could share. */
function memoryHistory(): History {
  const storage = new MemoryStorage();
  const assistantRules = new MemoryAssistantRules();
  return {
    // memory can't fail
    records: { openStorage: () => Promise.resolve(storage), onProblem: () => undefined },
    openLeases: () => Promise.resolve(everythingOurs),
    openAssistantRules: () => Promise.resolve(assistantRules),
    sweep: () => Promise.resolve(),
  };
}

const never = () => ({ dispose: () => undefined });

/** A browser has no other windows to coordinate with. */
const everythingOurs: Leases & LeaseObserver = {
  tryAcquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  isHeld: () => Promise.resolve(false),
  onDidChange: never,
};
