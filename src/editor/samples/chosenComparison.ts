import type { Memento, Uri } from 'vscode';
import type { ComparisonRule } from '../../results';
import { mementos } from '../shared/storage/storageKeys';
import { MAX_STORED_PROBLEMS } from './limits';
import { problemKey } from './problemKey';

/** How the user wants outputs of a problem to be compared. A number: words, and numbers within this error */
export type ChosenComparison = 'exactly' | 'lines' | 'words' | 'caseless' | number;

/** Returns the user's choice for the problem of a program; null: none. */
export function chosenComparison(storage: Memento, program: Uri): ChosenComparison | null {
  const chosen = storedComparisons(storage)[problemKey(program)];
  switch (chosen) {
    case 'exactly':
    case 'lines':
    case 'words':
    case 'caseless':
      return chosen;
    default:
      return typeof chosen === 'number' && chosen > 0 && chosen < 1 ? chosen : null;
  }
}

/** Stores the user's choice for the problem of a program. `chosen`: null: as the judge does */
export async function storeComparison(
  storage: Memento,
  program: Uri,
  chosen: ChosenComparison | null,
): Promise<void> {
  const key = problemKey(program);
  const others = Object.entries(storedComparisons(storage)).filter(([name]) => name !== key);
  const all = chosen === null ? others : [...others, [key, chosen] as const];
  await storage.update(mementos.comparisons, Object.fromEntries(all.slice(-MAX_STORED_PROBLEMS)));
}

function storedComparisons(storage: Memento): Readonly<Record<string, unknown>> {
  return storage.get<Readonly<Record<string, unknown>>>(mementos.comparisons) ?? {};
}

/** `usual`: rule of the judge, whose way to read words applies to numbers within an error; absent: unknown */
export function ruleOf(chosen: ChosenComparison, usual?: ComparisonRule): ComparisonRule {
  switch (chosen) {
    case 'exactly':
      return { unit: 'text' };
    case 'lines':
      return { unit: 'lines' };
    case 'words':
      return { unit: 'tokens' };
    case 'caseless':
      return { unit: 'tokens', caseless: 'unicode' };
    default: {
      const words = usual?.unit === 'tokens' ? usual : ({ unit: 'tokens' } as const);
      return { ...words, tolerance: { absolute: chosen, relative: chosen } };
    }
  }
}
