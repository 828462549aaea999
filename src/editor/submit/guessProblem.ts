/**
 * Finds the problem that a file is probably about by its path: an ID in the service's form in the name of the file
 * (`P1001.cpp`, `P1001-second-try.cpp`), else in the name of its folder (`P1001/main.cpp`). Null: neither has one.
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
