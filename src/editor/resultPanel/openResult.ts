import { l10n, commands } from 'vscode';
import { openAtFirstFailed, openRecordPanel } from './openPages';
import { DoubleClicks, isNode, type TreeNode } from '../list';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import { pickRecords } from './pickResults';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';

export async function openRecord(
  extension: Core & WithDiagnostics & WithList,
  args: RowArguments,
): Promise<void> {
  const targets = targetRecords(extension, args);
  const records = targets.length > 0 ? targets : await pickRecords(extension, l10n.t('Open a result'), 1);
  const [selected, ...others] = extension.selectedRows.current;
  const place = placeIn(args[0] ?? (others.length === 0 ? selected : null));
  for (const { key } of records) await openAtFirstFailed(extension, key, place ? { place } : {});
}

const clicks = new DoubleClicks(Date.now);

/**
 * Handles a click on a case: shows the case on the record page, while the list keeps the focus. A double click moves
 * the focus to the page.
 */
export async function openCase(
  extension: Core & WithDiagnostics & WithList,
  [node]: RowArguments,
): Promise<void> {
  if (!isNode('case', node)) return;
  extension.selectedRows.addClicked(node);
  openRecordPanel(extension, node.key, { place: node, preserveFocus: !clicks.isSecond(node.id) });
}

/** Handles a click on a record. VS Code expands the row. A double click opens the record's page. */
export async function clickRecord(
  extension: Core & WithDiagnostics & WithList,
  [node]: RowArguments,
): Promise<void> {
  if (!isNode('record', node)) return;
  extension.selectedRows.addClicked(node);
  if (!clicks.isSecond(node.id)) return;
  await openAtFirstFailed(extension, node.key);
}

/** Handles Enter. On a record or a case, moves the focus to its page. On any other row, does the same as a click. */
export async function enterRow(extension: Core & WithDiagnostics & WithList): Promise<void> {
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

/**
 * Returns the focused row. VS Code has no API for that, so this toggles the selection of the focused row and looks for
 * the difference.
 */
async function focusedRow({ selectedRows }: Core & WithList): Promise<TreeNode | null> {
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
  const { subtask, case: caseKey } = node;
  return typeof subtask === 'string' && typeof caseKey === 'string' ? { subtask, case: caseKey } : null;
}
