import { commands, l10n, window, type QuickPickItem, env, Uri } from 'vscode';
import type { KnownRecord } from '../../records';
import { shortMoment } from '../labels/moments';
import { compareRecords, openAtFirstFailed, openRecordPanel } from './index';
import { compareOutput } from './compareOutput';
import { DoubleClicks, isNode, type TreeNode } from '../list';
import { joined, recordName, verdictWithScore } from '../labels/recordLabels';
import { targetRecords, type RowArguments } from '../shared/targets';
import { nameOfService } from '../labels/serviceLabels';
import type { ExtensionServices } from '../shared/extensionServices';
import type { RecordPageCommands } from './register';

export const recordPageCommands: RecordPageCommands = {
  openRecord,
  compareOutput: (extension, [place]) => compareOutput(extension, place),
  compareRecords: compare,
  openInBrowser,
  'row.openCase': openCase,
  'row.clickRecord': clickRecord,
  'row.enter': enterRow,
};

async function openRecord(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const targets = targetRecords(extension, args);
  const records = targets.length > 0 ? targets : await pickRecords(extension, l10n.t('Open a result'), 1);
  const [selected, ...others] = extension.selectedRows.current;
  const place = placeIn(args[0] ?? (others.length === 0 ? selected : null));
  for (const { key } of records) await openAtFirstFailed(extension, key, place ? { place } : {});
}

const clicks = new DoubleClicks(Date.now);

/**
 * A click on a case shows it on the record page, and the list keeps the focus. A double click moves the focus to the
 * page.
 */
async function openCase(extension: ExtensionServices, [node]: RowArguments): Promise<void> {
  if (!isNode('case', node)) return;
  extension.selectedRows.addClicked(node);
  openRecordPanel(extension, node.key, { place: node, preserveFocus: !clicks.isSecond(node.id) });
}

/** A click on a record expands it (by VS Code). A double click opens its page. */
async function clickRecord(extension: ExtensionServices, [node]: RowArguments): Promise<void> {
  if (!isNode('record', node)) return;
  extension.selectedRows.addClicked(node);
  if (!clicks.isSecond(node.id)) return;
  await openAtFirstFailed(extension, node.key);
}

/** Enter on a record or a case moves the focus to its page. On any other row, it does the same as a click. */
async function enterRow(extension: ExtensionServices): Promise<void> {
  const focused = await focusedRow(extension);
  if (isNode('record', focused)) {
    await extension.view.reveal(focused, { select: true, focus: true, expand: false });
    await openAtFirstFailed(extension, focused.key);
    return;
  }
  await commands.executeCommand('list.select');
  const [node, ...others] = extension.selectedRows.current;
  if (isNode('case', node) && others.length === 0) openRecordPanel(extension, node.key, { place: node });
}

/** Returns the focused row. VS Code has no API for that, so this toggles its selection and compares. */
async function focusedRow({ selectedRows }: ExtensionServices): Promise<TreeNode | null> {
  const before = selectedRows.current;
  await commands.executeCommand('list.toggleSelection');
  const after = selectedRows.current;
  const added = after.find((node) => !before.includes(node));
  if (added) return added;
  const removed = before.find((node) => !after.includes(node)) ?? null;
  await commands.executeCommand('list.toggleSelection');
  return removed;
}

/** Returns the case of a row; null if it isn't a case. Unchecked, because any extension can pass arguments. */
function placeIn(node: unknown): { readonly subtask: string; readonly case: string } | null {
  if (typeof node !== 'object' || node === null || !('subtask' in node) || !('case' in node)) return null;
  const { subtask, case: one } = node;
  return typeof subtask === 'string' && typeof one === 'string' ? { subtask, case: one } : null;
}

/** Compares two records. If only one is selected, asks for the other. */
async function compare(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const targets = targetRecords(extension, args).slice(0, 2);
  const [one, other] =
    targets.length === 2
      ? targets
      : await pickRecords(extension, l10n.t('Compare two results'), 2, targets[0]);
  if (one && other) compareRecords(extension, one.key, other.key);
}

interface RecordItem extends QuickPickItem {
  readonly record: KnownRecord;
}

/**
 * Asks for `count` records, including `first`; fewer if the user cancels. By default, offers only records with a
 * result.
 */
async function pickRecords(
  { store }: ExtensionServices,
  title: string,
  count: 1 | 2,
  first?: KnownRecord,
  isOffered = (record: KnownRecord): boolean => record.summary !== null,
): Promise<KnownRecord[]> {
  const chosen = first ? [first] : [];
  while (chosen.length < count) {
    const [before] = chosen;
    const items = store
      .records()
      .filter((record) => isOffered(record) && !chosen.includes(record))
      // records of the same source come first
      .sort((a, b) => Number(sameSource(b, before)) - Number(sameSource(a, before)))
      .map(itemOf);
    if (items.length === 0) {
      void window.showInformationMessage(l10n.t('No results to compare.'));
      break;
    }
    const placeHolder = before
      ? l10n.t('Select a result to compare with {0}', recordName(before))
      : l10n.t('A result');
    const item = await window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
    if (!item) break;
    chosen.push(item.record);
  }
  return chosen;
}

function sameSource(record: KnownRecord, other: KnownRecord | undefined): boolean {
  return record.source !== null && record.source.uri === other?.source?.uri;
}

function itemOf(record: KnownRecord): RecordItem {
  return {
    label: joined(' ', recordName(record), verdictWithScore(record)),
    description: `${shortMoment(record.addedAt)} · ${record.requestId}`,
    record,
  };
}

/** “Open Result in Browser”: opens the record's page on the website, even if the result can't be fetched. */
export async function openInBrowser(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const [target] = targetRecords(extension, args);
  const title = l10n.t('Open a result in the browser');
  const [record] = target ? [target] : await pickRecords(extension, title, 1, undefined, () => true);
  if (!record) return;
  const profile = await extension.services.profileOf(record.service);
  const page = profile?.pages?.record?.(record) ?? null;
  if (page === null) {
    void window.showInformationMessage(
      l10n.t('{0} has no page for this result.', nameOfService(record.service)),
    );
    return;
  }
  // given a string, Uri.parse would decode the ID
  await env.openExternal(Uri.parse(page, true));
}
