/**
 * Guesses the problem of a file from its path: an ID in the judge's format in the file name (`P1001.cpp`), or else in
 * the folder name (`P1001/main.cpp`). `problemIdIn` of each judge type decides whether other text may surround the ID
 * (`P1001-second-try.cpp`). Null: neither contains an ID.
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
