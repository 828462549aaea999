import { editorLanguagesKnown } from '../../languageNames';
import { BY_EXTENSION, extensionsFor, fileTypesOf, languageByExtension } from '../../fileExtensions';
import type { AboutResult } from '../../../results';
import type { SubmissionLanguage } from '../../submission';
import { objectOf, textOf } from '../shared/jsonValues';

/** A language as CSES identifies it. If both are null, CSES derives the language from the file’s extension. */
export interface CsesLanguage {
  readonly name: string | null;
  /** version or implementation, such as `C++17` or `PyPy3` */
  readonly option: string | null;
}

/** ID, name, and VS Code language ID of some accepted languages. CSES has no list of all. */
const languageRows: readonly (readonly [string, string, string])[] = [
  ['C++/C++17', 'C++17', 'cpp'],
  ['C++/C++20', 'C++20', 'cpp'],
  ['C++/C++11', 'C++11', 'cpp'],
  ['Python3/CPython3', 'Python 3 (CPython)', 'python'],
  ['Python3/PyPy3', 'Python 3 (PyPy)', 'python'],
  ['Java/Java', 'Java', 'java'],
  ['Rust/2021', 'Rust 2021', 'rust'],
  ['Rust/2018', 'Rust 2018', 'rust'],
];

export const languages: readonly SubmissionLanguage[] = [
  languageByExtension({
    editorLanguages: editorLanguagesKnown,
    extensions: [...new Set(editorLanguagesKnown.flatMap(extensionsFor))],
  }),
  ...languageRows.map(([id, name, editorLanguages]) => ({ id, name, ...fileTypesOf(editorLanguages) })),
];

/** Parses the ID of a language: `C++/C++17`, or only the name. */
export function languageOf(id: string): CsesLanguage {
  if (id === BY_EXTENSION) return { name: null, option: null };
  const slash = id.indexOf('/');
  if (slash < 0) return { name: id, option: null };
  return { name: id.slice(0, slash), option: id.slice(slash + 1) || null };
}

export function languageIn(value: unknown): Pick<AboutResult, 'language' | 'languageName'> {
  const { name, option } = objectOf(value);
  const id = idOf(textOf(name), textOf(option));
  const known = languages.find((language) => language.id === id)?.name;
  return { language: id, ...(known === undefined ? {} : { languageName: known }) };
}

function idOf(name: string | null, option: string | null): string | null {
  if (!name) return null;
  return option ? `${name}/${option}` : name;
}
