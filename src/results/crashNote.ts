import type { Case } from './model';

/** Key in `extra.notes` of a sentence about an exception and the line of the program that raised it. */
export const CRASH_NOTE = '{0} in line {1}.';

/** Returns whether the description of a case contains the exception that ended the program, and its position. */
export function saysCrash({ extra }: Pick<Case, 'extra'>): boolean {
  const { notes } = extra ?? {};
  return typeof notes === 'object' && notes !== null && CRASH_NOTE in notes;
}
