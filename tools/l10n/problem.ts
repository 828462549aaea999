export interface Problem {
  readonly text: string;
  /** Whether `npm run l10n -- --write` fixes the problem. */
  readonly isMendedByWrite: boolean;
}

/** Returns the last line of a failed check: the number of problems, and how to fix them. */
export function closingLine(problems: readonly Problem[]): string {
  const written = problems.filter(({ isMendedByWrite }) => isMendedByWrite).length;
  const all = `l10n: ${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  const command = '"npm run l10n -- --write"';
  if (written === 0) return `${all}, to be fixed by hand in the files named above.`;
  if (written === problems.length) return `${all}. ${command} fixes ${written === 1 ? 'it' : 'them'}.`;
  return `${all}. ${command} fixes ${written} of them; fix the others by hand in the files named above.`;
}
