import { l10n, window } from 'vscode';
import { isNewer, type KnownRecord } from '../../../records';
import { offerReload } from '../storage/storageProblems';
import type { Core, WithSelection } from '../core';

/**
 * Runs a command. Rejects if it fails, which `showingUnexpectedErrors` handles. `Extension`: all objects of the
 * extension.
 */
export type Command<Extension> = (extension: Extension, args: RowArguments) => Promise<unknown>;

/** Arguments of a command: the clicked row, and the selected rows. */
export type RowArguments = readonly unknown[];

/**
 * Returns the records that a command applies to: all selected records if the clicked row is selected, or else the
 * clicked record. Without a clicked row, returns the selected records. A group counts as all of its records. Checks the
 * arguments, because tasks and other extensions can pass any.
 */
export function targetRecords(
  { store, tree, selectedRows }: Core & WithSelection,
  args: RowArguments,
): KnownRecord[] {
  const [clicked, selected] = args;
  const named = (Array.isArray(selected) && selected.length > 0 ? selected : [clicked]) as readonly unknown[];
  if (args.length > 1 && named.every((row) => row === undefined)) {
    // the row was removed or is being reloaded while its menu was open, so the selection is a different one
    window.setStatusBarMessage(l10n.t('The list has changed. Try again.'), 5000);
    return [];
  }
  const keysOf = (argument: unknown): readonly string[] => {
    if (typeof argument !== 'object' || argument === null) return [];
    if ('key' in argument) return typeof argument.key === 'string' ? [argument.key] : [];
    return 'id' in argument && typeof argument.id === 'string' ? tree.recordsInGroup(argument.id) : [];
  };
  const keys = named.flatMap(keysOf);
  const wanted = keys.length > 0 ? keys : selectedRows.current.flatMap(keysOf);
  return [...new Set(wanted)].map((key) => store.get(key)).filter((record) => record !== null);
}

/**
 * Returns the target records that this version can change. If a newer version saved any of them, offers to reload the
 * window.
 */
export function recordsToChange(extension: Core & WithSelection, args: RowArguments): KnownRecord[] {
  const records = targetRecords(extension, args);
  const newer = records.find(isNewer);
  if (newer) offerReload(newer);
  return records.filter((record) => !isNewer(record));
}
