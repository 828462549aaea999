import { joinFileTypes, languageByExtension } from '../../fileExtensions';
import type { SubmissionLanguage } from '../../submission';

const CPP_EXTENSIONS = '.cpp .cc .cxx .c++ .C';

/** The languages of CMS. Each contest allows some of them, and a site can define others. The API lists none. */
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

function language(name: string, editorLanguage: string, extensions: string): SubmissionLanguage {
  return { id: name, name, editorLanguages: [editorLanguage], extensions: extensions.split(' ') };
}
