import { l10n, window, commands } from 'vscode';
import type { RowArguments } from '../shared/commands/commandTargets';
import type { Core } from '../shared/core';

export async function showVerdictActions({ judges }: Core, [record, uri]: RowArguments): Promise<void> {
  const judge = await judges.chosen();
  const canSubmit = Boolean(judge?.submission ?? judge?.browserSubmission);
  const actions = [
    { label: `$(open-preview) ${l10n.t('Open Result')}`, command: 'openRecord', argument: record },
    ...(canSubmit
      ? [{ label: `$(cloud-upload) ${l10n.t('Submit Again')}`, command: 'submitAgain', argument: uri }]
      : []),
    {
      label: `$(history) ${l10n.t('Show Results for This File')}`,
      command: 'showResultsOfFile',
      argument: uri,
    },
    {
      label: `$(diff) ${l10n.t('Compare with Submitted Code')}`,
      command: 'compareWithJudged',
      argument: record,
    },
  ];
  const chosen = await window.showQuickPick(actions, { placeHolder: l10n.t('Select what to do') });
  if (chosen) await commands.executeCommand(`judgeResults.${chosen.command}`, chosen.argument);
}
