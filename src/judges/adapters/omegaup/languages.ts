import { fileTypesOf } from '../../fileExtensions';
import type { SubmissionLanguage } from '../../submission';

/** The site's names of its languages, and VS Code's IDs. */
const knownLanguages: readonly (readonly [string, string, string])[] = [
  ['cpp20-gcc', 'C++20 (g++)', 'cpp'],
  ['cpp20-clang', 'C++20 (clang++)', 'cpp'],
  ['cpp17-gcc', 'C++17 (g++)', 'cpp'],
  ['cpp17-clang', 'C++17 (clang++)', 'cpp'],
  ['cpp11-gcc', 'C++11 (g++)', 'cpp'],
  ['cpp11-clang', 'C++11 (clang++)', 'cpp'],
  ['c11-gcc', 'C11 (gcc)', 'c'],
  ['c11-clang', 'C11 (clang)', 'c'],
  ['cs', 'C#', 'csharp'],
  ['go', 'Go', 'go'],
  ['hs', 'Haskell', 'haskell'],
  ['java', 'Java', 'java'],
  ['js', 'JavaScript (Node.js)', 'javascript'],
  ['kt', 'Kotlin', 'kotlin'],
  ['lua', 'Lua', 'lua'],
  ['pas', 'Pascal', 'pascal'],
  ['py3', 'Python 3', 'python'],
  ['py2', 'Python 2', 'python'],
  ['rb', 'Ruby', 'ruby'],
  ['rs', 'Rust', 'rust'],
  ['kp', 'Karel (Pascal)', ''],
  ['kj', 'Karel (Java)', ''],
  ['cat', 'Output Only', 'plaintext'],
];

/** All known languages, in the order in which they are offered. */
export const languages: readonly SubmissionLanguage[] = knownLanguages.map(([id, name, editorLanguages]) => {
  const types = fileTypesOf(editorLanguages);
  // Karel's files have the ID of the language as extension
  return {
    id,
    name,
    ...types,
    extensions: types.extensions.length > 0 ? types.extensions : extensionsOf(id),
  };
});

/** Returns the languages with these IDs, known ones first. A new one has its ID as its name and as its extension. */
export function languagesWithIds(ids: readonly string[]): readonly SubmissionLanguage[] {
  const known = languages.filter(({ id }) => ids.includes(id));
  const others = ids.filter((id) => id !== '' && !languages.some((language) => language.id === id));
  return [...known, ...[...new Set(others)].map(newLanguage)];
}

export function languageNameOf(id: string | null): string | null {
  return languages.find((language) => language.id === id)?.name ?? null;
}

function newLanguage(id: string): SubmissionLanguage {
  // `cpp23-gcc` is a new version of a known language
  const family = /^[a-z]{1,10}/.exec(id)?.[0] ?? '';
  const relative = languages.find((language) => /^[a-z]{1,10}/.exec(language.id)?.[0] === family);
  return relative && /^[a-z]{1,10}\d/.test(id)
    ? { ...relative, id, name: id }
    : { id, name: id, editorLanguages: [], extensions: extensionsOf(id) };
}

function extensionsOf(id: string): readonly string[] {
  return id === 'cat' || !/^[a-z]{1,10}$/.test(id) ? [] : [`.${id}`];
}
