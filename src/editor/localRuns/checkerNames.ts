import { isProgram, isSampleNameOf } from '../samples';

/** File names of the helpers next to a program that judge it; null: none */
export interface HelperNames {
  readonly checker: string | null;
  readonly interactor: string | null;
}

const roles = { checker: ['checker', 'check', 'chk'], interactor: ['interactor'] } as const;
export type HelperRole = keyof typeof roles;

/**
 * Finds the checker and the interactor of a program among the files in its folder: `A.checker.cpp` or `A-interactor.py`
 * for `A.cpp`, or else `checker.cpp` and `interactor.py` if the folder has no program of another problem, to which they
 * may belong. Ignores the letter case.
 */
export function helperNames(program: string, names: readonly string[]): HelperNames {
  const programs = names.filter(isProgram);
  const stem = stemOf(program);
  const isShared = programs.some(
    (name) => roleOf(name, stem) === null && !isOfSameProblem(stem, stemOf(name)),
  );
  const find = (role: HelperRole): string | null => {
    const found = programs.filter((name) => name !== program && roleOf(name, stem) === role);
    const own = found.find((name) => !isGeneric(stemOf(name)));
    return own ?? (isShared ? null : (found[0] ?? null));
  };
  return { checker: find('checker'), interactor: find('interactor') };
}

/** Returns what a file does for the program with this stem. Null: it isn't a helper, or one of another program. */
function roleOf(name: string, stem: string): HelperRole | null {
  const own = stemOf(name).toLowerCase();
  const prefix = stem.toLowerCase();
  const rest = own.startsWith(prefix) ? own.slice(prefix.length).replace(/^[-_.]/, '') : '';
  const isRole = (role: HelperRole): boolean => roles[role].some((word) => word === own || word === rest);
  return isRole('interactor') ? 'interactor' : isRole('checker') ? 'checker' : null;
}

function isGeneric(stem: string): boolean {
  return Object.values(roles).some((words) => words.some((word) => word === stem.toLowerCase()));
}

function isOfSameProblem(one: string, other: string): boolean {
  return isSampleNameOf(one, other) || isSampleNameOf(other, one);
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
