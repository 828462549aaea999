import type { SubmissionLanguage } from '../submission';

type Documents = Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'>;

/** The documents that go with any of these languages. */
export function documentsOf(languages: readonly Documents[]): Documents {
  return {
    editorLanguages: [...new Set(languages.flatMap((one) => one.editorLanguages))],
    extensions: [...new Set(languages.flatMap((one) => one.extensions))],
  };
}

/** VS Code's identifiers of languages whose usual name is another. */
const identifiers: Readonly<Record<string, string>> = {
  'C++': 'cpp',
  'C#': 'csharp',
  'F#': 'fsharp',
  Bash: 'shellscript',
  'Common Lisp': 'lisp',
  'Visual Basic.Net': 'vb',
};

const sameName = (
  'C,Clojure,COBOL,D,Dart,Elixir,Erlang,Fortran,Go,Groovy,Haskell,Java,JavaScript,Julia,Kotlin,Lua,Nim,' +
  'Objective-C,OCaml,Octave,Pascal,Perl,PHP,Prolog,Python,R,Ruby,Rust,Scala,SQL,Swift,TypeScript'
).split(',');

/** The identifiers of all languages that are known by their usual name. */
export const editorLanguagesKnown: readonly string[] = [
  ...Object.values(identifiers),
  ...sameName.map((name) => name.toLowerCase()),
];

/** VS Code's identifier of a language by its usual name, such as `C++`; none where it is not known. */
export function editorLanguageOf(name: string): readonly string[] {
  const known = Object.hasOwn(identifiers, name) ? identifiers[name] : undefined;
  if (known !== undefined) return [known];
  return sameName.includes(name) ? [name.toLowerCase()] : [];
}

/** Extensions of files by VS Code's identifier of their language; the first is the usual one. */
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
  kotlin: '.kt',
  lisp: '.lisp .cl',
  lua: '.lua',
  nim: '.nim',
  'objective-c': '.m',
  ocaml: '.ml',
  octave: '.m',
  odin: '.odin',
  pascal: '.pas .pp .p',
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
  typescript: '.ts',
  vb: '.vb',
  zig: '.zig',
};

/** The extensions of a language by VS Code's identifier, the usual one first; none where it isn't known. */
export function extensionsFor(identifier: string): readonly string[] {
  const known = Object.hasOwn(extensionsOf, identifier) ? (extensionsOf[identifier] ?? '') : '';
  return known.split(' ').filter((one) => one !== '');
}

/** Where a problem tells which languages it takes: nothing is known before. */
export const toldLanguages = {
  languages: [],
  documents: { editorLanguages: editorLanguagesKnown, extensions: [] },
} satisfies { readonly languages: readonly SubmissionLanguage[]; readonly documents: Documents };

/** A language that a service lists, with the extensions that it tells, with or without their dots. */
export function listedLanguage(id: string, name: string | null, extensions: unknown): SubmissionLanguage {
  const told = [extensions].flat().filter((one) => typeof one === 'string');
  return {
    ...{ id, name: name ?? id, editorLanguages: editorLanguageOf(name ?? id) },
    extensions: told
      .filter((one) => /^\.?[\w+-]{1,20}$/.test(one))
      .map((one) => `.${one.replace(/^\./, '')}`),
  };
}

/** Languages by the service's ID and VS Code's identifier of each: `C++=cpp; Python 3=python`. Their IDs are their names. */
export function namedLanguages(table: string): readonly SubmissionLanguage[] {
  return table.split('; ').map((entry) => {
    const at = entry.lastIndexOf('=');
    const [id, editor] = [entry.slice(0, at), entry.slice(at + 1)];
    return {
      id,
      name: id,
      editorLanguages: editor === '' ? [] : [editor],
      extensions: extensionsFor(editor),
    };
  });
}

/** What begins the program, where a language needs that said, by what services call the language. */
const mainClasses: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^java(?!script)/i, /\bpublic\s+(?:final\s+)?class\s+([A-Za-z_]\w{0,99})/, 'Main'],
  [/^scala/i, /\bobject\s+([A-Za-z_]\w{0,99})/, 'Main'],
  [/^elixir/i, /\bdefmodule\s+([A-Za-z_][\w.]{0,99})/, 'Main'],
  [/^erlang/i, /-module\(([a-z]\w{0,99})\)/, 'main'],
];

/** The class or module that a program begins in; null: its language has none. `language`: its name or ID. */
export function mainClassOf(language: string, code: string): string | null {
  if (/^kotlin|^kt$/i.test(language)) return 'MainKt';
  const found = mainClasses.find(([name]) => name.test(language));
  return found ? (found[1].exec(code)?.[1] ?? found[2]) : null;
}

/** What is offered where the languages are known before. */
export function offering(languages: readonly SubmissionLanguage[]) {
  return { languages, documents: documentsOf(languages) };
}

/** A program as the file that its language wants it in, by the extensions that the service takes for it. */
export function programFile(mainClass: string | null, [extension = '']: readonly string[], text: string) {
  return { fileName: `${mainClass?.replace(/Kt$/, '') ?? 'main'}${extension}`, text };
}
