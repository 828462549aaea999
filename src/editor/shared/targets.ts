import { l10n, window } from 'vscode';
import { isNewer, type KnownRecord } from '../../records/record';
import { offerReload } from './storageProblems';
import type { ExtensionServices } from './extensionServices';

/** Runs a command. Rejects if it fails; `showingUnexpectedErrors` shows that. */
export type Command = (extension: ExtensionServices, args: RowArguments) => Promise<unknown>;

/** Commands by their ID without `judgeResults.`. `package.json` has the conditions under which each is offered. */
export type Commands<Name extends string = string> = Readonly<Record<Name, Command>>;

/** What it is given: the row that was clicked, and those that are selected. */
export type RowArguments = readonly unknown[];

/**
 * The records that a command is meant for: those selected where the clicked row is among them, else the clicked
 * one, else the selection; a group stands for all of its records. Arguments come from anywhere (a task, another
 * extension), so nothing is assumed of them.
 */
export function targetRecords(
  { store, tree, selectedRows }: ExtensionServices,
  args: RowArguments,
): KnownRecord[] {
  const [clicked, selected] = args;
  const named = (Array.isArray(selected) && selected.length > 0 ? selected : [clicked]) as readonly unknown[];
  if (args.length > 1 && named.every((row) => row === undefined)) {
    // a row that went, or is being read anew, while its menu was open: what is selected is another one
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

/** The target records that this version can change. Offers to reload the window if a newer version saved one of them. */
export function recordsToChange(extension: ExtensionServices, args: RowArguments): KnownRecord[] {
  const records = targetRecords(extension, args);
  const newer = records.find(isNewer);
  if (newer) offerReload(newer);
  return records.filter((record) => !isNewer(record));
}
