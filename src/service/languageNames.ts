import type { SubmissionSupport } from './adapter';
import type { SubmissionLanguage } from './submission';

type Documents = Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'>;

/** The file types of any of these languages. */
export function documentsOf(languages: readonly Documents[]): Documents {
  return {
    editorLanguages: [...new Set(languages.flatMap((language) => language.editorLanguages))],
    extensions: [...new Set(languages.flatMap((language) => language.extensions))],
  };
}

/** VS Code's language IDs that differ from the usual name in lowercase. */
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

/** VS Code's IDs of all known languages. */
export const editorLanguagesKnown: readonly string[] = [
  ...Object.values(identifiers),
  ...sameName.map((name) => name.toLowerCase()),
];

/** Returns VS Code's ID of a language by its usual name, such as `C++`; empty if it is unknown. */
export function editorLanguageOf(name: string): readonly string[] {
  const known = Object.hasOwn(identifiers, name) ? identifiers[name] : undefined;
  if (known !== undefined) return [known];
  return sameName.includes(name) ? [name.toLowerCase()] : [];
}

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

/** Returns the extensions of a VS Code language ID, the most common one first; empty if it is unknown. */
export function extensionsFor(identifier: string): readonly string[] {
  const known = Object.hasOwn(extensionsOf, identifier) ? (extensionsOf[identifier] ?? '') : '';
  return known.split(' ').filter((extension) => extension !== '');
}

/**
 * Returns the file types that can be submitted. If the judge lists languages only per problem, those of every known
 * language.
 */
export function submittableDocuments({
  languages,
  documents,
}: Pick<SubmissionSupport, 'languages' | 'documents'>): Documents {
  if (documents) return documents;
  return languages ? documentsOf(languages) : { editorLanguages: editorLanguagesKnown, extensions: [] };
}

/**
 * Creates a language from a judge's list. `extensions`: one extension or a list, with or without dots. Adds the other
 * extensions of the same language, because a judge may list `.cpp` only.
 */
export function listedLanguage(id: string, name: string | null, extensions: unknown): SubmissionLanguage {
  const named = [extensions]
    .flat()
    .filter(
      (extension): extension is string =>
        typeof extension === 'string' && /^\.?[\w+-]{1,20}$/.test(extension),
    )
    .map((extension) => `.${extension.replace(/^\./, '')}`);
  const editorLanguages = identifiersFor(name ?? id, named);
  return {
    id,
    name: name ?? id,
    editorLanguages,
    extensions: [...new Set([...named, ...editorLanguages.flatMap(extensionsFor)])],
  };
}

/** Finds VS Code's ID of a language by its name, which may contain a version, or by its extensions. Empty: unknown. */
function identifiersFor(name: string, extensions: readonly string[]): readonly string[] {
  const known = editorLanguageOf(name);
  if (known.length > 0) return known;
  const byExtension = extensions.flatMap((extension) => {
    const fitting = Object.keys(extensionsOf).filter(
      (identifier) => extensionsFor(identifier)[0] === extension,
    );
    // `.pl` is Perl and Prolog
    return fitting.length === 1 ? fitting : [];
  });
  if (byExtension.length > 0) return [...new Set(byExtension)];
  const words = new Set(name.slice(0, 200).split(/[\s(),/]+/));
  return [...Object.keys(identifiers), ...sameName]
    .filter((name) => words.has(name))
    .slice(0, 1)
    .flatMap(editorLanguageOf);
}

/**
 * Parses a table of languages, the judge's ID and VS Code's ID of each: `C++=cpp; Python 3=python`. The judge's IDs are
 * also the names.
 */
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

/** Returns the public type of a Java program, or else the outermost type around `main`. Null: neither exists. */
function javaClassOf(code: string): string | null {
  const type = String.raw`(?:class|enum|interface|record)\s{1,20}([A-Za-z_]\w{0,99})`;
  const isPublic = new RegExp(
    String.raw`\bpublic\s{1,20}(?:(?:abstract|final|sealed|strictfp)\s{1,20}){0,3}${type}`,
  );
  const publicClass = isPublic.exec(code)?.[1];
  const main = code.search(/\bstatic\s{1,20}(?:final\s{1,20}|public\s{1,20})?void\s{1,20}main\b/);
  if (publicClass !== undefined || main < 0) return publicClass ?? null;
  let depth = 0;
  let outermost: string | null = null;
  for (const [token, name] of code.slice(0, main).matchAll(new RegExp(String.raw`[{}]|\b${type}`, 'g'))) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0) outermost = name ?? null;
  }
  return outermost;
}

function firstGroup(pattern: RegExp): (code: string) => string | null {
  return (code) => pattern.exec(code)?.[1] ?? null;
}

/** How to find the main class or module, by the judge's name of the language. */
const mainClasses: readonly (readonly [RegExp, (code: string) => string | null])[] = [
  [/^java(?!script)/i, javaClassOf],
  [/^scala/i, firstGroup(/\bobject\s{1,20}([A-Za-z_]\w{0,99})/)],
  [/^elixir/i, firstGroup(/\bdefmodule\s{1,20}([A-Za-z_][\w.]{0,99})/)],
  [/^erlang/i, firstGroup(/-module\(([a-z]\w{0,99})\)/)],
];

/**
 * Returns the main class or module of a program. Null: the language has none, or it wasn't found. `language`: its name
 * or ID.
 */
export function mainClassOf(language: string, code: string): string | null {
  // matches the file name that `programFile` creates
  if (/^kotlin|^kt$/i.test(language)) return 'MainKt';
  const entry = mainClasses.find(([name]) => name.test(language));
  return entry ? entry[1](code) : null;
}

/** Creates the source file, named after the main class. `extensions`: accepted by the judge for this language. */
export function programFile(mainClass: string | null, [extension = '']: readonly string[], text: string) {
  return { fileName: `${mainClass?.replace(/Kt$/, '') ?? 'main'}${extension}`, text };
}
