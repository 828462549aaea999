import { commands, l10n } from 'vscode';
import { later } from '../../base/ports';
import { firstFailedIn } from '../../results/withoutDecoder';
import type { RecordKey } from '../../records';
import { offer } from '../shared/dialogs/dialogs';
import { recordName } from '../labels/recordLabels';
import { waitingPerson, type Person } from '../shared/dialogs/personActions';
import type { TreeNode } from './treeNodes';
import { FIRST_REVEAL_PAUSE_MS, MAX_REVEAL_ATTEMPTS } from './limits';
import type { Core } from '../shared/core';
import type { WithList } from './withList';

type RevealOptions = Pick<NonNullable<Parameters<List['view']['reveal']>[1]>, 'select' | 'focus'>;

type List = Pick<Core, 'store'> &
  Pick<WithList, 'tree'> & {
    readonly view: Pick<WithList['view'], 'visible' | 'reveal' | 'selection'>;
  };

/**
 * Selects the row of a record and expands it. If the filter hides the record, offers to clear the filter. If the person
 * did something else while the record was fetched, leaves the focus and their selection unchanged, and doesn't open the
 * list.
 */
export async function reveal(extension: List, key: RecordKey, person: Person = waitingPerson): Promise<void> {
  const record = extension.store.get(key);
  if (!record) return;
  if (!(await extension.tree.isListed(key))) {
    const words = l10n.t('{0} was fetched but is hidden by the filter.', recordName(record));
    void offer(words, l10n.t('Clear Filter'), async () => {
      await commands.executeCommand('judgeResults.clearFilter');
      await reveal(extension, key);
    });
    return;
  }
  if (!person.isWaiting && !extension.view.visible) {
    void offer(l10n.t('{0} is in the list.', recordName(record)), l10n.t('Show in List'), () =>
      reveal(extension, key),
    );
    return;
  }
  await revealUnfolded(extension, key, () => ({
    select: !person.hasActed || extension.view.selection.length === 0,
    focus: person.isWaiting,
  }));
}

/**
 * Expands the row of a record and scrolls to it. Leaves selection and focus unchanged. No-op if the filter hides the
 * record, if the list isn’t visible, because it would be opened, or if none of several subtasks failed.
 */
export async function unfold(extension: List, key: RecordKey): Promise<void> {
  if (!extension.view.visible || !(await extension.tree.isListed(key))) return;
  const subtasks = extension.store.get(key)?.summary?.subtasks ?? 0;
  // many rows that all passed would hide the other results
  if (subtasks > 1 && (await firstFailedSubtask(extension, key)) === null) return;
  await revealUnfolded(extension, key, () => unfoldedOnly);
}

const unfoldedOnly: RevealOptions = { select: false, focus: false };

/**
 * Expands the row, and its first failed subtask, so that the failed cases are visible. `options` is called at the last
 * moment, because the person may act meanwhile.
 */
async function revealUnfolded(list: List, key: RecordKey, options: () => RevealOptions): Promise<void> {
  const { store, tree } = list;
  await revealRow(
    list,
    () => firstFailedSubtask(list, key),
    () => unfoldedOnly,
  );
  // after the subtask, because if both don't fit, the view scrolls back to the record
  await revealRow(list, () => (store.get(key) ? tree.record(key) : null), options);
}

/** Returns the row of the first failed subtask. Null: none, or hidden by the filter. */
async function firstFailedSubtask({ store, tree }: List, key: RecordKey): Promise<TreeNode | null> {
  const envelope = await store.findEnvelope(key);
  const record = store.get(key);
  const first = record && firstFailedIn(envelope, record.rules);
  if (!first) return null;
  const rows = await tree.getChildren(tree.record(key));
  return rows.find((row) => row.kind === 'subtask' && row.subtask === first.place.subtask) ?? null;
}

/**
 * Reveals a row. Tries again if the list changed meanwhile, each time after a longer pause, because many results may
 * arrive together. `find` returns null if the row doesn't exist (anymore).
 */
async function revealRow(
  { view }: Pick<List, 'view'>,
  find: () => TreeNode | null | Promise<TreeNode | null>,
  options: () => RevealOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const row = await find();
    if (!row) return;
    try {
      return await view.reveal(row, { ...options(), expand: 1 });
    } catch (error) {
      if (attempt === MAX_REVEAL_ATTEMPTS) throw error;
      const ms = FIRST_REVEAL_PAUSE_MS * 2 ** (attempt - 1);
      await new Promise<void>((resolve) => later(ms, resolve));
    }
  }
}
