import { l10n } from 'vscode';
import { compareRecords } from './openPages';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import { pickRecords } from './pickResults';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';

/** Compares the first two selected records. If only one is selected, prompts for the other. */
export async function compare(
  extension: Core & WithDiagnostics & WithList,
  args: RowArguments,
): Promise<void> {
  const targets = targetRecords(extension, args).slice(0, 2);
  const [one, other] =
    targets.length === 2
      ? targets
      : await pickRecords(extension, l10n.t('Compare two results'), 2, targets[0]);
  if (one && other) compareRecords(extension, one.key, other.key);
}
