import { commands, l10n, window } from 'vscode';
import type { Uses } from '../extensionServices';

/** What can be done after a verdict. */
export async function showVerdictActions(
  { services }: Uses<'services'>,
  record: unknown,
  uri: unknown,
): Promise<void> {
  const canSubmit = Boolean((await services.chosen())?.submission);
  const actions = [
    { label: `$(open-preview) ${l10n.t('Open Record')}`, command: 'openRecord', argument: record },
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
