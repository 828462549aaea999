import { sameJson } from '../../base/sameJson';
import { l10n, window } from 'vscode';
import {
  isInBrowser,
  isSample,
  type RecordKey,
  type KnownRecord,
  isPending,
  isNewer,
  isAwaited,
} from '../../records';
import { recordName } from '../labels/recordLabels';
import { confirms, offer } from '../shared/dialogs/dialogs';
import { loadRecents, forgetting, saveRecents } from '../shared/storage/recentSubmissions';
import { type RowArguments, recordsToChange } from '../shared/commands/commandTargets';
import { showingUnexpectedErrors } from '../shared/failures/unexpectedErrors';
import type { Core } from '../shared/core';
import type { WithList } from './withList';

/**
 * Removes records from the list. Requests confirmation if there are several (except demo results), or if any is
 * pending. If none is pending, the user can undo the removal.
 */
export async function remove(extension: Core & WithList, args: RowArguments): Promise<void> {
  const records = recordsToChange(extension, args);
  if (records.length === 0) return;
  const [first] = records;
  const pending = records.filter(isAwaited);
  if (pending.length > 0 || (records.length > 1 && !records.every(isSample))) {
    const question =
      records.length === 1 && first
        ? l10n.t('Remove “{0}”? It’s still pending, and its result won’t be fetched.', recordName(first))
        : l10n.t('Remove {0} results?', records.length);
    if (!(await confirms(question, l10n.t('Remove')))) return;
  }
  const keys = records.map(({ key }) => key);
  const neighbor = extension.tree.neighborOf(keys);
  await extension.tracking.stop(keys);
  const putBack = await extension.store.removeUndoably(keys);
  // immediately, because the rest takes time, and the user may select another row meanwhile
  if (neighbor !== null) await focus(extension, neighbor);
  const remember = await forgetSubmissions(extension, records);
  if (pending.length > 0) return;
  // not awaited, because the command must not run until the notification is closed
  void showingUnexpectedErrors(extension, 'remove', () =>
    offerUndo(extension, records, async () => {
      await putBack();
      await extension.tracking.resumePending();
      await remember();
    }),
  );
}

async function focus({ tree, view }: Core & WithList, key: RecordKey): Promise<void> {
  if (view.visible) await view.reveal(tree.record(key), { select: true, focus: true });
}

async function offerUndo(
  extension: Core & WithList,
  records: readonly KnownRecord[],
  undo: () => Promise<void>,
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const message =
    records.length === 1
      ? l10n.t('Removed “{0}”.', recordName(first))
      : l10n.t('Removed {0} results.', records.length);
  await offer(message, l10n.t('Undo'), async () => {
    await undo();
    await focus(extension, first.key);
  });
}

/** Removes all finished records after confirmation, because they may be many, and judges may have deleted them. */
export async function clearFinished(extension: Core & WithList): Promise<void> {
  const ended = extension.store
    .records()
    .filter((record) => !isPending(record) && !isInBrowser(record) && !isNewer(record));
  if (ended.length === 0) {
    window.setStatusBarMessage(l10n.t('No finished results'), 3000);
    return;
  }
  if (!ended.every(isSample)) {
    const { filter } = await extension.arranging();
    const question =
      ended.length === 1
        ? l10n.t('Remove 1 finished result?')
        : l10n.t('Remove {0} finished results?', ended.length);
    const detail = [
      l10n.t('Their results and submitted code are deleted from this computer.'),
      filter.kind === 'none' ? '' : l10n.t('This includes results hidden by the filter.'),
    ];
    if (!(await confirms(question, l10n.t('Clear'), detail.join(' ').trim()))) return;
  }
  await extension.store.remove(ended.map(({ key }) => key));
  await forgetSubmissions(extension, ended);
}

/** Forgets the last submissions of removed records. The returned function restores them. */
async function forgetSubmissions(
  extension: Core,
  records: readonly KnownRecord[],
): Promise<() => Promise<void>> {
  const { context, store } = extension;
  const before = loadRecents(context.globalState);
  const left = forgetting(before, records, store.records());
  await saveRecents(extension, left);
  return async () => {
    const isUntouched = sameJson(loadRecents(context.globalState), left);
    if (isUntouched) await saveRecents(extension, before);
  };
}
