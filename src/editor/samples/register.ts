import { workspace, type Disposable, type Memento, type Uri } from 'vscode';
import { movedUri } from '../../base/paths';
import { mementos } from '../shared/storage/storageKeys';
import { problemKey } from './problemKey';

export { registerRunSamplesIcon } from './runSamplesIcon';

/** Choices about problems. Each is a table by `problemKey`. */
const tables = [mementos.comparisons, mementos.sentComparisons, mementos.helpers] as const;

/** Lets the choices about a problem also apply to its program after the program or its folder was renamed. */
export function registerSamples(
  storage: Memento,
  onError: (what: string, error: unknown) => void,
): Disposable {
  return workspace.onDidRenameFiles(({ files }) => {
    for (const { oldUri, newUri } of files)
      copyChoices(storage, oldUri, newUri).catch((error: unknown) =>
        onError('the choices about a renamed program could not be stored', error),
      );
  });
}

/** Copies the choices, because a program in another language may keep the old name. */
async function copyChoices(storage: Memento, from: Uri, to: Uri): Promise<void> {
  for (const table of tables) {
    const stored = storage.get<Readonly<Record<string, unknown>>>(table) ?? {};
    const copies = Object.entries(stored).flatMap(([key, choice]) => {
      const moved = key === problemKey(from) ? problemKey(to) : movedUri(key, from.toString(), to.toString());
      return moved === null || moved === key ? [] : [[moved, choice] as const];
    });
    if (copies.length > 0) await storage.update(table, { ...stored, ...Object.fromEntries(copies) });
  }
}
