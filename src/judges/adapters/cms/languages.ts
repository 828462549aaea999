import { joinFileTypes, languageByExtension, languageOfFile } from '../../fileExtensions';
import type { SubmissionLanguage } from '../../submission';
import type { ContestLanguage, ContestPage } from './contestPage';

const CPP_EXTENSIONS = '.cpp .cc .cxx .c++ .C';

/**
 * The languages of CMS. Each contest allows some of them, and a site can define others. Offered if the contest's page, which
 * lists its languages, can't be read.
 */
export const namedLanguages: readonly SubmissionLanguage[] = [
  language('C++20 / g++', 'cpp', CPP_EXTENSIONS),
  language('C++17 / g++', 'cpp', CPP_EXTENSIONS),
  language('C++14 / g++', 'cpp', CPP_EXTENSIONS),
  language('C++11 / g++', 'cpp', CPP_EXTENSIONS),
  language('C11 / gcc', 'c', '.c'),
  language('Python 3 / CPython', 'python', '.py'),
  language('Python 3 / PyPy', 'python', '.py'),
  language('Java / JDK', 'java', '.java'),
  language('Pascal / fpc', 'pascal', '.pas'),
  language('Rust', 'rust', '.rs'),
  language('C# / Mono', 'csharp', '.cs'),
  language('Haskell / ghc', 'haskell', '.hs'),
  language('PHP', 'php', '.php'),
];

/** CMS derives the language from the file extension. This works if the contest allows only one such language. */
export const byExtension = languageByExtension(joinFileTypes(namedLanguages));

/** For tasks whose submissions consist of output files. */
export const outputOnly: SubmissionLanguage = {
  id: 'OutputOnly',
  name: 'OutputOnly',
  editorLanguages: [],
  extensions: ['.txt', '.out'],
};

/** Returns the languages that a contest allows for a task. Empty: unknown. `page`: null if it couldn't be read. */
export function allowedLanguages(page: ContestPage | null, task: string): readonly SubmissionLanguage[] {
  const extensions = page?.tasks.get(task)?.extensions ?? [];
  const isAllowed = (one: ContestLanguage): boolean =>
    extensions.length === 0 || one.extensions.some((extension) => extensions.includes(extension));
  return (page?.languages ?? []).filter(isAllowed).map(languageOnPage);
}

function languageOnPage({ name, extensions }: ContestLanguage): SubmissionLanguage {
  const known = namedLanguages.find(({ id }) => id === name);
  const editorLanguages = extensions.map((extension) => languageOfFile(`a${extension}`, ''));
  return {
    id: name,
    name,
    editorLanguages: known?.editorLanguages ?? [...new Set(editorLanguages)].filter((one) => one !== ''),
    extensions: extensions.length > 0 ? extensions : (known?.extensions ?? []),
  };
}

function language(name: string, editorLanguage: string, extensions: string): SubmissionLanguage {
  return { id: name, name, editorLanguages: [editorLanguage], extensions: extensions.split(' ') };
}
