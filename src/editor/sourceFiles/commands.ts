import {
  commands,
  l10n,
  window,
  workspace,
  type QuickPickItem,
  Uri,
  env,
  type QuickInputButton,
} from 'vscode';
import type { KnownRecord } from '../../records';
import { offer } from '../shared/dialogs';
import { fileOf, restoreVersion, showGone, judgedUri, recordsOf } from '../problems';
import { likelyFiles } from './find';
import { sanitizeForUi } from '../labels/text';
import { fileName, recordName, shownFileName, joined, verdictWithScore } from '../labels/recordLabels';
import { recordsToChange, targetRecords, type RowArguments } from '../shared/targets';
import { formatMemory, formatTime } from '../../judge/known';
import { ageInWords } from '../../panel/age';
import { hasJudgedText } from '../../records/record';
import { button, chosenIn } from '../shared/quickPick';
import type { ExtensionServices } from '../shared/extensionServices';
import type { SourceFileCommands } from './register';

export const sourceFileCommands: SourceFileCommands = {
  setSourceFile,
  openSource,
  compareWithJudged,
  showResultsOfFile: (extension, [file]) => showResultsOfFile(extension, file),
  'row.showVerdictActions': showVerdictActions,
};

/** Lets the user choose the judged file. Stores its current text for later comparisons. */
export async function setSourceFile(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const [record] = recordsToChange(extension, args);
  if (!record) return;
  const uri = await askFile(extension, record);
  if (!uri) return;
  const { sources } = await extension.diagnostics();
  await sources.tie(record, uri);
}

/** Opens the judged file. */
async function openSource(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const uri = await fileOf(extension, record);
  if (!uri) return offerToSet(extension, record);
  try {
    await window.showTextDocument(uri);
  } catch {
    showGone(uri);
  }
}

/** Compares the judged text with the current file. */
async function compareWithJudged(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const { sources } = await extension.diagnostics();
  const uri = await fileOf(extension, record);
  const judged = record.source ? await sources.judgedText(record) : null;
  if (!uri || judged === null) {
    void window.showInformationMessage(
      l10n.t('The submitted code isn’t saved. It is saved when you submit or set a source file.'),
    );
    return;
  }
  const title =
    record.source?.how === 'submitted'
      ? l10n.t('{0}: submitted ↔ current', fileName(uri.toString()))
      : l10n.t(
          '{0}: when set as source (may differ from what was submitted) ↔ current',
          fileName(uri.toString()),
        );
  await commands.executeCommand('vscode.diff', judgedUri(record, uri), uri, title);
}

interface FileItem extends QuickPickItem {
  readonly uri: Uri | null;
}

/** Lets the user choose a file: likely ones first, then the active one and other open files. */
async function askFile(extension: ExtensionServices, record: KnownRecord): Promise<Uri | undefined> {
  const { sources } = await extension.diagnostics();
  const active = sources.activeFile();
  const open = workspace.textDocuments
    .map((document) => document.uri)
    .filter((uri) => workspace.getWorkspaceFolder(uri));
  const found = await likelyFiles(extension, record);
  const files = new Map([...found, ...(active ? [active] : []), ...open].map((uri) => [uri.toString(), uri]));
  const items: FileItem[] = [...files.values()].map((uri) => ({
    label: shownFileName(uri),
    description: sanitizeForUi(workspace.asRelativePath(uri), 200),
    uri,
  }));
  items.push({ label: l10n.t('Another file…'), uri: null, alwaysShow: true });
  const item = await window.showQuickPick(items, {
    title: l10n.t('Select the source file of {0}', recordName(record)),
  });
  if (!item) return undefined;
  if (item.uri) return item.uri;
  const [chosen] = (await window.showOpenDialog({ canSelectMany: false })) ?? [];
  return chosen;
}

function offerToSet(extension: ExtensionServices, record: KnownRecord): Promise<void> {
  return offer(l10n.t('No source file is set for {0}.', recordName(record)), l10n.t('Set Source File'), () =>
    setSourceFile(extension, [{ key: record.key }]),
  );
}

interface ResultItem extends QuickPickItem {
  readonly record: KnownRecord;
}

/**
 * “Show Results for This File”: lists all versions of the file, newest first, which can be opened, compared, and
 * restored.
 */
export async function showResultsOfFile(extension: ExtensionServices, argument: unknown): Promise<void> {
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
      ageInWords(Date.now() - (record.changedAt ?? record.addedAt), env.language),
    ),
  };
}

/** Shows the actions for the last verdict. */
async function showVerdictActions(
  { services }: ExtensionServices,
  [record, uri]: RowArguments,
): Promise<void> {
  const judge = await services.chosen();
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
