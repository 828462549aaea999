import { commands, l10n } from 'vscode';
import type { RecordKey } from '../../records';
import { offer } from '../shared/dialogs';
import type { ExtensionServices } from '../shared/extensionServices';
import { recordName } from '../labels/recordLabels';

/** Brings a record's row into sight, and unfolds it where that takes few rows. Where the filter hides it, says so and offers to clear that. */
export async function reveal(extension: ExtensionServices, key: RecordKey): Promise<void> {
  const { tree, view, store } = extension;
  const record = store.get(key);
  if (!record) return;
  if (await tree.isListed(key)) {
    await tree.unfolding.show(key, (row, unfolds) =>
      view.reveal(row, { select: true, focus: true, expand: unfolds ? 1 : false }),
    );
    return;
  }
  const words = l10n.t('{0} was fetched but is hidden by the filter.', recordName(record));
  void offer(words, l10n.t('Clear Filter'), async () => {
    await commands.executeCommand('judgeResults.clearFilter');
    await reveal(extension, key);
  });
}
