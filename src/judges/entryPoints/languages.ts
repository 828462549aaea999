import {
  adaMain,
  cMain,
  csharpMain,
  fortranMain,
  goMain,
  haskellMain,
  otherCMain,
  pascalMain,
  rustMain,
  type MainReader,
} from './mains';
import {
  fortranReferences,
  javascriptReferences,
  luaReferences,
  ocamlReferences,
  pascalReferences,
  pythonReferences,
  scriptReferences,
  type ReferenceReader,
} from './references';

/** How the program of a language begins in one of its files. */
export interface FileLanguage {
  /** finds the file that begins the program; absent: any file can */
  readonly main?: MainReader;
  /** A second file with a main function is a compile error. */
  readonly linksOneMain?: true;
  /** finds which files use other ones; absent: no file refers to another one */
  readonly references?: ReferenceReader;
  /** Other files refer to a file by its name with the extension. */
  readonly usesFileNames?: true;
  /** The compiler needs the main file after the files that it uses. */
  readonly isMainLast?: true;
  /** Other files don't refer to a source file by its name, so it can be renamed. */
  readonly mayRename?: true;
  /** Returns whether the compiler accepts a main file with this name (without extension). */
  readonly acceptsName?: (stem: string, text: string) => boolean;
}

const scripts: FileLanguage = { references: scriptReferences, usesFileNames: true };

/** Standard modules of Python that other standard modules import. */
const pythonModules = new Set(
  (
    'abc array ast base64 bisect calendar cmath code codecs collections colorsys contextlib copy copyreg csv ctypes ' +
    'dataclasses datetime decimal dis email enum fractions functools genericpath getopt gettext glob heapq html http ' +
    'importlib inspect io json keyword linecache locale logging math numbers opcode operator os pathlib pickle ' +
    'platform pprint queue random re reprlib secrets select selectors shlex shutil signal socket stat statistics ' +
    'string struct subprocess symbol tempfile textwrap threading time token tokenize traceback types typing ' +
    'unittest urllib uuid warnings weakref zipfile zlib'
  ).split(' '),
);

/** Standard modules that import no other one from a file. */
const pythonBuiltIns = new Set([
  'sys',
  'time',
  'itertools',
  'math',
  'builtins',
  'gc',
  'errno',
  'cmath',
  'array',
]);

/** A file that is named like a standard module replaces that module, also for other standard modules. */
function acceptsPythonName(stem: string, text: string): boolean {
  const imported = [...pythonReferences(text).used].map((name) => name.split('.', 1)[0] ?? '');
  if (imported.includes(stem)) return false;
  return !pythonModules.has(stem) || imported.every((name) => name === '' || pythonBuiltIns.has(name));
}

const isIdentifier = (stem: string): boolean => /^[A-Za-z_]\w*$/.test(stem);

/** By VS Code's language ID. Languages that aren't in the table begin in the active file. */
const fileLanguages: Readonly<Record<string, FileLanguage>> = {
  ada: { main: adaMain },
  awk: { isMainLast: true },
  c: { main: cMain, linksOneMain: true, mayRename: true },
  cpp: { main: cMain, linksOneMain: true, mayRename: true },
  csharp: { main: csharpMain, linksOneMain: true, mayRename: true },
  d: {
    main: otherCMain,
    linksOneMain: true,
    acceptsName: (stem, text) => isIdentifier(stem) || /^\s*module\b/.test(text),
  },
  dart: { main: otherCMain },
  fortran: { main: fortranMain, references: fortranReferences, isMainLast: true, mayRename: true },
  // `_a.go` is ignored, `a_test.go` isn't part of the program
  go: { main: goMain, linksOneMain: true, mayRename: true, acceptsName: (stem) => !/^_|_test$/.test(stem) },
  haskell: { main: haskellMain, linksOneMain: true },
  javascript: { references: javascriptReferences, usesFileNames: true },
  lua: { references: luaReferences, isMainLast: true, usesFileNames: true },
  nim: { references: pythonReferences, acceptsName: isIdentifier },
  'objective-c': { main: cMain, linksOneMain: true, mayRename: true },
  ocaml: { references: ocamlReferences, isMainLast: true },
  pascal: {
    main: pascalMain,
    acceptsName: (stem, text) => !pascalReferences(text).used.has(stem.toLowerCase()),
  },
  perl: scripts,
  php: scripts,
  prolog: scripts,
  python: { references: pythonReferences, acceptsName: acceptsPythonName },
  r: scripts,
  ruby: scripts,
  julia: scripts,
  // the name becomes the name of the crate
  rust: { main: rustMain, linksOneMain: true, acceptsName: (stem) => /^[\w-]+$/.test(stem) },
  shellscript: scripts,
  typescript: { references: javascriptReferences, usesFileNames: true },
};

export function fileLanguage(language: string): FileLanguage {
  return (Object.hasOwn(fileLanguages, language) ? fileLanguages[language] : undefined) ?? {};
}

/** Judges' IDs and names of languages, by VS Code's language ID */
const otherNames: Readonly<Record<string, string>> = {
  ada: 'adb gnat',
  c: 'gcc clang',
  cpp: 'c++ cxx cc g++ gcc++',
  csharp: 'c# cs mono',
  elixir: 'ex exs',
  erlang: 'erl',
  fortran: 'f90 f95',
  go: 'golang',
  haskell: 'hs ghc',
  javascript: 'js node nodejs node.js',
  kotlin: 'kt',
  ocaml: 'ml',
  pascal: 'pas fpc objectpascal',
  perl: 'pl',
  prolog: 'plg',
  python: 'py py2 py3 pypy pypy2 pypy3 python2 python3',
  ruby: 'rb',
  rust: 'rs',
  shellscript: 'bash sh',
  typescript: 'ts',
};

/** Returns VS Code's language ID by a judge's ID or name: `Python 3 (CPython)`, `py3`, and `python` are `python`. */
export function languageKey(language: string): string {
  const name = language.slice(0, 100).toLowerCase();
  const words = [name, ...name.split(/[\s(),/]+/, 1), /^[a-z+#]+/.exec(name)?.[0] ?? ''];
  for (const word of words) {
    const known = Object.entries(otherNames).find(
      ([key, others]) => key === word || others.split(' ').includes(word),
    );
    if (known) return known[0];
    if (classLanguages.has(word) || Object.hasOwn(fileLanguages, word)) return word;
  }
  return name;
}

const classLanguages = new Set(['java', 'kotlin', 'scala', 'erlang', 'elixir']);
