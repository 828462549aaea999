import { l10n, window } from 'vscode';
import type { KnownRecord } from '../../records';
import { recordName } from '../labels/recordLabels';
import { type RowArguments, recordsToChange } from '../shared/commands/commandTargets';
import { MAX_LABEL_LENGTH } from '../shared/limits';
import { MAX_NOTE_LENGTH } from './limits';
import type { Core } from '../shared/core';
import type { WithList } from './withList';

/** “Rename…”: sets a record's label. An empty label restores the name of its problem or file. */
export async function rename(extension: Core & WithList, args: RowArguments): Promise<void> {
  await editText(extension, args, (record) => ({
    field: 'label',
    title: l10n.t('Rename {0}', recordName(record)),
    prompt: l10n.t('Leave empty to use the name of the problem or file.'),
    longest: MAX_LABEL_LENGTH,
  }));
}

/** “Edit Note…”: sets a record's note. An empty text removes it. */
export async function editNote(extension: Core & WithList, args: RowArguments): Promise<void> {
  await editText(extension, args, (record) => ({
    field: 'note',
    title: l10n.t('Note on {0}', recordName(record)),
    prompt: l10n.t('Shown in the result’s tooltip and on its page. Leave empty to remove it.'),
    longest: MAX_NOTE_LENGTH,
  }));
}

/** `longest`: maximum length, characters */
interface TextQuestion {
  readonly field: 'label' | 'note';
  readonly title: string;
  readonly prompt: string;
  readonly longest: number;
}

async function editText(
  extension: Core & WithList,
  args: RowArguments,
  question: (record: KnownRecord) => TextQuestion,
): Promise<void> {
  const [record] = recordsToChange(extension, args);
  if (!record) return;
  const { field, title, prompt, longest } = question(record);
  const typed = await window.showInputBox({
    title,
    prompt,
    value: record[field] ?? '',
    validateInput: (text) =>
      text.trim().length > longest ? l10n.t('At most {0} characters', longest) : undefined,
  });
  const text = typed?.trim();
  if (text === undefined || text.length > longest) return;
  await extension.store.update(record.key, { [field]: text === '' ? null : text });
}
