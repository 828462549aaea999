import { l10n, window } from 'vscode';
import type { Uses } from '../extensionServices';
import { recordName } from '../words/recordWords';
import { recordsToChange, type ListServices, type RowArguments } from './targets';

/** Characters; what other extensions call a record is no longer either. */
const longest = 200;

/** “Rename…”: a name of the person's own for a record; an empty one gives it back the name of its problem or file. */
export async function rename(extension: ListServices & Uses<'store'>, args: RowArguments): Promise<void> {
  const [record] = recordsToChange(extension, args);
  if (!record) return;
  const typed = await window.showInputBox({
    title: l10n.t('Rename {0}', recordName(record)),
    prompt: l10n.t('Name of the record. Leave empty for that of its problem or file.'),
    value: record.label ?? '',
    validateInput: (text) =>
      text.trim().length > longest ? l10n.t('At most {0} characters', longest) : undefined,
  });
  const label = typed?.trim();
  if (label === undefined || label.length > longest) return;
  await extension.store.update(record.key, { label: label === '' ? null : label });
}
