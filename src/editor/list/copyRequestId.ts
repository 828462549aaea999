import { env, window, l10n } from 'vscode';
import { hasSubmission } from '../../records';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import type { Core } from '../shared/core';
import type { WithList } from './withList';

export async function copyRequestId(extension: Core & WithList, args: RowArguments): Promise<void> {
  const records = targetRecords(extension, args).filter(hasSubmission);
  if (records.length === 0) return;
  await env.clipboard.writeText(records.map((record) => record.requestId).join('\n'));
  window.setStatusBarMessage(l10n.t('ID copied'), 2000);
}
