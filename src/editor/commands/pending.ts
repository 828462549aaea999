import { l10n, window } from 'vscode';
import type { ExtensionServices } from '../extensionServices';
import { showServiceNotSetUp } from './serviceNotSetUp';
import { targetRecords } from './targets';

/** Takes up again what was given up, stopped or refused; asks at once for what is pending already. */
export async function askAgain(parts: ExtensionServices, args: readonly unknown[]): Promise<void> {
  for (const record of targetRecords(parts, args)) {
    if (!(await parts.tracking.askAgain(record))) showServiceNotSetUp(record);
  }
}

export async function stopTracking(parts: ExtensionServices, args: readonly unknown[]): Promise<void> {
  await parts.tracking.stop(targetRecords(parts, args).map(({ key }) => key));
}

/** Stops asking for everything that is pending in this workspace. */
export async function stopAll(parts: ExtensionServices): Promise<void> {
  const keys = parts.tracking.pending().map(({ request }) => request.key);
  await parts.tracking.stop(keys);
  window.setStatusBarMessage(
    keys.length === 0
      ? l10n.t('Nothing is pending here')
      : keys.length === 1
        ? l10n.t('Stopped asking for 1 result')
        : l10n.t('Stopped asking for {0} results', keys.length),
    3000,
  );
}
