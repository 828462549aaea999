/**
 * Guesses the problem of a file from its path: an ID in the judge's format in the file name (`P1001.cpp`), or else in
 * the folder name (`P1001/main.cpp`), or in both (`1985/A.cpp`). `problemIdIn` of each judge type decides whether other text may surround the ID
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
  const name = file.replace(/\.[^.]*$/, '');
  // a folder for each contest: `1985/A.cpp`
  const isInContest = /^\d{1,6}$/.test(folder) && /^[A-Z]\d?$/i.test(name);
  const joined = isInContest ? problemIdIn(folder + name.toUpperCase()) : null;
  return problemIdIn(name) ?? joined ?? problemIdIn(folder);
}
