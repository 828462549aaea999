/**
 * Guesses the problem of a file from its path: an ID in the judge's format at the start of the file name (`P1001.cpp`,
 * `P1001-second-try.cpp`), or else of the folder name (`P1001/main.cpp`). Null: neither contains one.
 */
export function guessProblem(
  path: string,
  problemIdIn: ((name: string) => string | null) | undefined,
): string | null {
  if (!problemIdIn) return null;
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const file = parts.pop() ?? '';
  const folder = parts.pop() ?? '';
  return problemIdIn(file.replace(/\.[^.]*$/, '')) ?? problemIdIn(folder);
}
