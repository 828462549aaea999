import { window, l10n } from 'vscode';
import { type RowArguments, recordsToChange, targetRecords } from '../shared/commands/commandTargets';
import { showJudgeNotSetUp } from './refresh';
import type { Core, WithSelection } from '../shared/core';

/** Resumes polling records that were given up, stopped, or rejected. Polls pending records now. */
export async function resumeTracking(extension: Core & WithSelection, args: RowArguments): Promise<void> {
  for (const record of recordsToChange(extension, args)) {
    if (!(await extension.tracking.resumeTracking(record))) showJudgeNotSetUp(record);
  }
}

export async function stopTracking(extension: Core & WithSelection, args: RowArguments): Promise<void> {
  await extension.tracking.stop(targetRecords(extension, args).map(({ key }) => key));
}

/** Stops polling all pending records in this workspace. */
export async function stopAll(extension: Core): Promise<void> {
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
