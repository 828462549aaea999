import type { FoundProblem } from '../../submission';

/** Maximum length of a text that is compared with problems, in UTF-16 units. Longer texts aren't compared. */
const MAX_LENGTH = 4096;

/**
 * Returns the problems of a contest whose name is in a typed text, a file name, or a path, the likeliest first: `A`,
 * `a/solution.py`, `A - Sum.cpp`, `a_1.py`, an ID, a short name, a title. Letter case is ignored. A label comes before an
 * ID that looks the same. A title counts only if no label, ID, or short name is the same. A part of a name only counts if
 * it is a letter before a number in the name of a file: `a2.cpp`.
 */
export function problemsNamed(text: string, problems: readonly FoundProblem[]): readonly FoundProblem[] {
  if (text.length > MAX_LENGTH) return [];
  for (const candidate of candidatesIn(text)) {
    const named = problemsWithName(candidate, problems);
    if (named.length > 0) return named;
  }
  return [];
}

/**
 * Returns the parts of a text that may name a problem, in lower case: the whole text, the file name without folders,
 * without extension, its first word, the letter before its number, and the name of its folder. Empty for a URL, because
 * the numbers of the judge's pages aren't IDs.
 */
function candidatesIn(text: string): readonly string[] {
  const wholeText = text.trim().toLowerCase();
  if (/^[a-z]{2,10}:\/\//.test(wholeText)) return [];
  const parts = wholeText.split(/[\\/]/).filter((part) => part !== '');
  const fileName = parts.at(-1) ?? '';
  const withoutExtension = fileName.replace(/(?<=.)\.[^.\s]*$/, '');
  const folder = parts.at(-2) ?? '';
  const candidates = [
    wholeText,
    fileName,
    withoutExtension,
    ...firstWords(withoutExtension),
    ...(fileName === withoutExtension ? [] : labelOfVersion(withoutExtension)),
    folder,
    ...firstWords(folder),
  ];
  return candidates.filter((candidate) => candidate !== '');
}

/** Returns the label in the name of a further version, such as `a2`; none: another name. */
function labelOfVersion(name: string): readonly string[] {
  const [, label] = /^([a-z])\d{1,2}$/.exec(name) ?? [];
  return label === undefined ? [] : [label];
}

/** Returns the beginning of a name up to the first space, `_`, or `(`, and also up to the first `-` or `.`. */
function firstWords(name: string): readonly string[] {
  const beforeSpace = /^[^\s_(]+/.exec(name)?.[0] ?? '';
  return [beforeSpace, /^[^-.–]+/.exec(beforeSpace)?.[0] ?? ''];
}

function problemsWithName(name: string, problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const withName = (nameOf: (problem: FoundProblem) => string | undefined): readonly FoundProblem[] =>
    problems.filter((problem) => nameOf(problem)?.toLowerCase() === name);
  const named = new Set([
    ...withName(({ letter }) => letter),
    ...withName(({ problemId }) => problemId),
    ...withName(({ shortName }) => shortName),
  ]);
  return named.size > 0 ? [...named] : withName(({ title }) => title);
}
