import type { SubmissionLanguage } from './submission';

/** File extensions by VS Code's language ID, the most common one first. */
const extensionsOf: Readonly<Record<string, string>> = {
  ada: '.adb .ads',
  c: '.c',
  clojure: '.clj',
  cobol: '.cob .cbl',
  cpp: '.cpp .cc .cxx .c++ .cp',
  crystal: '.cr',
  csharp: '.cs',
  d: '.d',
  dart: '.dart',
  elixir: '.ex .exs',
  erlang: '.erl',
  fortran: '.f90 .f95 .f',
  fsharp: '.fs .fsx',
  go: '.go',
  groovy: '.groovy',
  haskell: '.hs',
  java: '.java',
  javascript: '.js .cjs .mjs',
  julia: '.jl',
  kotlin: '.kt .kts',
  lisp: '.lisp .cl',
  lua: '.lua',
  nim: '.nim',
  'objective-c': '.m',
  'objective-cpp': '.mm',
  ocaml: '.ml',
  octave: '.m',
  odin: '.odin',
  pascal: '.pas .pp .p .dpr',
  perl: '.pl',
  php: '.php',
  prolog: '.pl .pro',
  python: '.py',
  r: '.r',
  racket: '.rkt',
  ruby: '.rb',
  rust: '.rs',
  scala: '.scala',
  shellscript: '.sh',
  sql: '.sql',
  swift: '.swift',
  typescript: '.ts .mts',
  vb: '.vb',
  zig: '.zig',
};

/** Returns the extensions of a VS Code language ID, the most common one first; empty if it is unknown. */
export function extensionsFor(identifier: string): readonly string[] {
  const known = Object.hasOwn(extensionsOf, identifier) ? (extensionsOf[identifier] ?? '') : '';
  return known.split(' ').filter((extension) => extension !== '');
}

/** VS Code's language IDs of a document, and its file extensions with the dot. */
export type FileTypes = Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'>;

/**
 * Returns VS Code's IDs of all languages with this extension, which has a dot and is in lower case. First those whose most
 * common extension it is.
 */
export function languagesWith(extension: string): readonly string[] {
  const rank = (identifier: string): number => extensionsFor(identifier).indexOf(extension);
  return Object.keys(extensionsOf)
    .filter((identifier) => rank(identifier) !== -1)
    .sort((a, b) => rank(a) - rank(b));
}

/** Returns the file types of all of these languages, without duplicates. */
export function joinFileTypes(languages: readonly FileTypes[]): FileTypes {
  return {
    editorLanguages: [...new Set(languages.flatMap((language) => language.editorLanguages))],
    extensions: [...new Set(languages.flatMap((language) => language.extensions))],
  };
}

/** ID of the choice that lets the judge derive the language from the file's extension. */
export const BY_EXTENSION = 'auto';

/** Returns that choice, for files of these types. */
export function languageByExtension(fileTypes: FileTypes): SubmissionLanguage {
  return { id: BY_EXTENSION, name: 'By file extension', isByExtension: true, ...fileTypes };
}

/** Returns the file types of VS Code language IDs, separated by spaces: `pascal objectpascal`. Empty: none. */
export function fileTypesOf(identifiers: string): FileTypes {
  const editorLanguages = identifiers.split(' ').filter((identifier) => identifier !== '');
  return { editorLanguages, extensions: editorLanguages.flatMap(extensionsFor) };
}

/** Extensions that the editor doesn't map, or maps only in one letter case, by VS Code's language ID */
const languagesOfExtensions: Readonly<Record<string, string>> = {
  '.C': 'cpp',
  '.cjs': 'javascript',
  '.mjs': 'javascript',
};

/** Returns VS Code's language ID of a file. `editorLanguage`: the one that the editor shows. `.C` is C++, not C. */
export function languageOfFile(file: string, editorLanguage: string): string {
  const extension = /\.[^./\\]{1,20}$/.exec(file)?.[0] ?? '';
  const known = Object.hasOwn(languagesOfExtensions, extension)
    ? languagesOfExtensions[extension]
    : undefined;
  return known ?? editorLanguage;
}
