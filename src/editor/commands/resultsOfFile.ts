import { commands, env, l10n, Uri, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { formatMemory, formatTime } from '../../judge/known';
import { ageInWords } from '../../panel/age';
import { hasJudgedText } from '../../records/record';
import type { KnownRecord } from '../../records';
import type { Uses } from '../extensionServices';
import { recordsOf } from '../diagnostics/lastVerdict';
import { button, chosenIn } from '../prompts/quickPick';
import { shownFileName, joined, recordName, verdictWithScore } from '../words/recordWords';
import { restoreVersion } from '../diagnostics/judgedFile';

interface ResultItem extends QuickPickItem {
  readonly record: KnownRecord;
}

/** “Show Results for This File”: every judged version of it, the newest first; each can be opened, compared and restored. */
export async function showResultsOfFile(
  extension: Uses<'diagnostics' | 'store'>,
  argument: unknown,
): Promise<void> {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  const records = uri ? recordsOf(extension.store, uri) : [];
  if (!uri || records.length === 0) {
    void window.showInformationMessage(
      uri ? l10n.t('No results for {0}.', shownFileName(uri)) : l10n.t('Open a source file first.'),
    );
    return;
  }
  const compare = button('diff', l10n.t('Compare with Submitted Code'));
  const compareRecords = button('git-compare', l10n.t('Compare with Another Result'));
  const restore = button('discard', l10n.t('Restore This Version'));
  const pick = window.createQuickPick<ResultItem>();
  pick.title = l10n.t('Results for {0}', shownFileName(uri));
  pick.placeholder = l10n.t('Select a result to open its record');
  pick.matchOnDescription = true;
  pick.items = records.map((record) => ({
    ...rowOf(record),
    record,
    buttons: [
      ...(record.summary ? [compareRecords] : []),
      ...(hasJudgedText(record) ? [compare, restore] : []),
    ],
  }));
  const chosen = await chosenIn<ResultItem, { item: ResultItem; button?: QuickInputButton }>(
    pick,
    () => pick.activeItems[0] && { item: pick.activeItems[0] },
    [],
    (pressed) => pressed,
  );
  if (!chosen) return;
  const { record } = chosen.item;
  if (chosen.button === restore) return restoreVersion(extension, record);
  let command = 'openRecord';
  if (chosen.button === compare) command = 'compareWithJudged';
  else if (chosen.button === compareRecords) command = 'compareRecords';
  await commands.executeCommand(`judgeResults.${command}`, { key: record.key });
}

function rowOf(record: KnownRecord): QuickPickItem {
  const { summary, rules } = record;
  return {
    label: verdictWithScore(record),
    description: joined(
      ' · ',
      recordName(record),
      formatTime(summary?.time ?? null, rules.units),
      formatMemory(summary?.memory ?? null, rules.units),
      ageInWords(Date.now() - (record.changedAt ?? record.addedAt), env.language),
    ),
  };
}

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
