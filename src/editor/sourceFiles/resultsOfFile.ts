import { type QuickPickItem, Uri, window, l10n, type QuickInputButton, commands, env } from 'vscode';
import { formatTime, formatMemory } from '../../results';
import { ageInWords } from '../../resultPage/age';
import { type KnownRecord, hasJudgedText, submissionTime } from '../../records';
import { shownFileName, verdictWithScore, joined, recordName } from '../labels/recordLabels';
import { recordsOf, restoreVersion } from '../diagnostics';
import { showNoFile } from '../shared/dialogs/dialogs';
import { button, chosenIn } from '../shared/dialogs/quickPick';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

interface ResultItem extends QuickPickItem {
  readonly record: KnownRecord;
}

/**
 * “Show Results for This File”: lists all versions of the file, newest first, which can be opened, compared, and
 * restored.
 */
export async function showResultsOfFile(extension: Core & WithDiagnostics, argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  if (!uri) return showNoFile();
  const records = recordsOf(extension.store, uri);
  if (records.length === 0) {
    void window.showInformationMessage(l10n.t('No results for {0}.', shownFileName(uri)));
    return;
  }
  const compare = button('diff', l10n.t('Compare with Submitted Code'));
  const compareRecords = button('git-compare', l10n.t('Compare with Another Result'));
  const restore = button('discard', l10n.t('Restore This Version'));
  const pick = window.createQuickPick<ResultItem>();
  pick.title = l10n.t('Results for {0}', shownFileName(uri));
  pick.placeholder = l10n.t('Select a result to open');
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
      ageInWords(Date.now() - submissionTime(record), env.language),
    ),
  };
}
