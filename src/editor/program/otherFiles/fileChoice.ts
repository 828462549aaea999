import * as v from 'valibot';
import type { Memento, Uri } from 'vscode';
import { listComma, sanitizeForUi } from '../../labels/sanitizeText';
import { mementos } from '../../shared/storage/storageKeys';
import { MAX_OTHER_FILES, MAX_PATTERN_LENGTH, MAX_REMEMBERED_CHOICES } from '../limits';

const fileChoice = v.variant('kind', [
  v.object({
    kind: v.literal('names'),
    /** files in the folder of the main file; at least one */
    names: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[^/\\]{1,255}$/), v.check(isName))),
      v.minLength(1),
      v.maxLength(MAX_OTHER_FILES),
      v.readonly(),
    ),
  }),
  v.object({
    kind: v.literal('pattern'),
    /** glob pattern below the folder of the main file: `lib/*.h` */
    pattern: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PATTERN_LENGTH)),
  }),
]);
const storedChoice = v.object({ choice: fileChoice, isUsed: v.boolean() });

function isName(name: string): boolean {
  return name !== '.' && name !== '..';
}

/** The other files of a program, as the user chose them. */
export type FileChoice = Readonly<v.InferOutput<typeof fileChoice>>;

/** The last choice for a main file. `isUsed`: whether the file's last submission contained the chosen files. */
export type StoredChoice = Readonly<v.InferOutput<typeof storedChoice>>;

/** Returns the last choice for a main file; null: none. */
export function lastChoice(state: Pick<Memento, 'get'>, main: Uri): StoredChoice | null {
  const stored = v.safeParse(storedChoice, entriesIn(state)[main.toString()]);
  return stored.success ? stored.output : null;
}

/**
 * Stores the choice made for a submission. Null: the program was sent without other files. In that case, keeps the last
 * choice as a suggestion.
 */
export async function rememberChoice(
  state: Pick<Memento, 'get' | 'update'>,
  main: Uri,
  choice: FileChoice | null,
): Promise<void> {
  const last = lastChoice(state, main);
  const kept = choice ?? last?.choice;
  if (!kept || (choice === null && !last?.isUsed)) return;
  const uri = main.toString();
  const others = Object.entries(entriesIn(state)).filter(([other]) => other !== uri);
  await state.update(mementos.otherFiles, {
    ...Object.fromEntries(others.slice(1 - MAX_REMEMBERED_CHOICES)),
    [uri]: { choice: kept, isUsed: choice !== null },
  });
}

/** Describes a choice, for example `lib.h, lib.cpp` or `lib/*.h`. */
export function choiceWords(choice: FileChoice): string {
  switch (choice.kind) {
    case 'names':
      return sanitizeForUi(choice.names.join(listComma()), 80);
    case 'pattern':
      return sanitizeForUi(choice.pattern, 80);
  }
}

/** Returns the stored choices by the URI of the main file, oldest first. */
function entriesIn(state: Pick<Memento, 'get'>): Readonly<Record<string, unknown>> {
  const stored = v.safeParse(v.record(v.string(), v.unknown()), state.get(mementos.otherFiles));
  return stored.success ? stored.output : {};
}
