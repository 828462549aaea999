import { l10n, window } from 'vscode';
import type { Uses } from '../extensionServices';
import { showServiceNotSetUp } from './refresh';
import { targetRecords, type ListServices, type RowArguments } from './targets';

/** Takes up again what was given up, stopped or refused; asks at once for what is pending already. */
export async function resumeTracking(
  extension: ListServices & Uses<'tracking'>,
  args: RowArguments,
): Promise<void> {
  for (const record of targetRecords(extension, args)) {
    if (!(await extension.tracking.resumeTracking(record))) showServiceNotSetUp(record);
  }
}

export async function stopTracking(
  extension: ListServices & Uses<'tracking'>,
  args: RowArguments,
): Promise<void> {
  await extension.tracking.stop(targetRecords(extension, args).map(({ key }) => key));
}

/** Stops asking for everything that is pending in this workspace. */
export async function stopAll(extension: Uses<'tracking'>): Promise<void> {
  const keys = extension.tracking.pending().map(({ request }) => request.key);
  await extension.tracking.stop(keys);
  window.setStatusBarMessage(
    keys.length === 0
      ? l10n.t('No pending results')
      : keys.length === 1
        ? l10n.t('Stopped tracking 1 result')
        : l10n.t('Stopped tracking {0} results', keys.length),
    3000,
  );
}
