import {
  commands,
  l10n,
  Range,
  ThemeIcon,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type QuickInputButton,
  type QuickPickItem,
} from 'vscode';
import { formatMemory, formatScore, formatTime } from '../../judge/known';
import type { KnownRecord } from '../../records';
import type { Uses } from '../extensionServices';
import { ageWords } from '../moments';
import { fileName, joined, recordName, verdictWord } from '../recordWords';
import { sanitizeForUi } from '../sanitizeForUi';
import { reveal } from '../tree/reveal';

type HistoryServices = Uses<'diagnostics' | 'store' | 'tree' | 'view'>;

interface ResultItem extends QuickPickItem {
  readonly record: KnownRecord;
}

/** “Show Results for This File”: every judged version of it, the newest first; each can be compared and restored. */
export async function showResultsOfFile(extension: HistoryServices, argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  const records = uri ? recordsOf(extension, uri) : [];
  if (!uri || records.length === 0) {
    void window.showInformationMessage(
      uri
        ? l10n.t('No results for {0}.', sanitizeForUi(fileName(uri.toString()), 80))
        : l10n.t('Open a source file first.'),
    );
    return;
  }
  const compare = button('diff', l10n.t('Compare with Submitted Code'));
  const restore = button('discard', l10n.t('Restore This Version'));
  const pick = window.createQuickPick<ResultItem>();
  pick.title = l10n.t('Results for {0}', sanitizeForUi(fileName(uri.toString()), 80));
  pick.placeholder = l10n.t('Select a result to open its record');
  pick.matchOnDescription = true;
  pick.items = records.map((record) => ({
    ...rowOf(record),
    record,
    buttons: record.judgedHash || record.source?.textHash ? [compare, restore] : [],
  }));
  const disposables = [
    pick,
    pick.onDidAccept(() => {
      const [chosen] = pick.activeItems;
      pick.hide();
      if (chosen) void reveal(extension, chosen.record.key);
    }),
    pick.onDidTriggerItemButton(({ item, button: pressed }) => {
      pick.hide();
      if (pressed === compare) {
        void commands.executeCommand('judgeResults.compareWithJudged', { key: item.record.key });
      } else {
        void restoreVersion(extension, item.record, uri);
      }
    }),
    pick.onDidHide(() => disposables.forEach((one) => void one.dispose())),
  ];
  pick.show();
}

/** The records of a file, the newest first. */
export function recordsOf({ store }: Uses<'store'>, uri: Uri): readonly KnownRecord[] {
  const wanted = uri.toString();
  return store.records().filter(({ source }) => source?.uri === wanted);
}

function rowOf(record: KnownRecord): QuickPickItem {
  const { summary, rules } = record;
  return {
    label: joined(' ', verdictWord(record), formatScore(summary?.score ?? null, rules.units)),
    description: joined(
      ' · ',
      recordName(record),
      formatTime(summary?.time ?? null, rules.units),
      formatMemory(summary?.memory ?? null, rules.units),
      ageWords(Date.now() - (record.changedAt ?? record.addedAt)),
    ),
  };
}

/** The judged text into the editor, as an edit that can be undone; the file is not saved. */
async function restoreVersion(
  extension: Uses<'diagnostics' | 'store'>,
  record: KnownRecord,
  uri: Uri,
): Promise<void> {
  const { sources } = await extension.diagnostics();
  const text = await sources.judgedText(record);
  if (text === null) {
    void window.showInformationMessage(l10n.t('The submitted code isn’t saved.'));
    return;
  }
  const document = await workspace.openTextDocument(uri);
  const edit = new WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(uri, new Range(0, 0, end.line, end.character), text);
  await workspace.applyEdit(edit);
  await window.showTextDocument(document);
}

function button(icon: string, tooltip: string): QuickInputButton {
  return { iconPath: new ThemeIcon(icon), tooltip };
}
