import { l10n } from 'vscode';
import { compareRecords } from './openPages';
import type { ExtensionServices } from '../shared/extensionServices';
import { type RowArguments, targetRecords } from '../shared/commandTargets';
import { pickRecords } from './pickResults';

/** Compares the first two selected records. If only one is selected, asks for the other. */
export async function compare(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const targets = targetRecords(extension, args).slice(0, 2);
  const [one, other] =
    targets.length === 2
      ? targets
      : await pickRecords(extension, l10n.t('Compare two results'), 2, targets[0]);
  if (one && other) compareRecords(extension, one.key, other.key);
}
