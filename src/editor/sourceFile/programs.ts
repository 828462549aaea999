const families: Readonly<Record<string, { readonly extensions: string; readonly words: RegExp }>> = {
  cpp: { extensions: 'cpp cc cxx c++ cp', words: /c\+\+|cpp|cxx|\bg\+\+|^cc(?:\.|$)/ },
  csharp: { extensions: 'cs', words: /c#|csharp|mono_?cs|^cs\b/ },
  objectiveC: { extensions: 'm mm', words: /objective|\bobjc/ },
  javascript: {
    extensions: 'js mjs cjs ts mts',
    words: /javascript|typescript|node|^[jt]s\b|\bdeno\b|\bv8js/,
  },
  java: { extensions: 'java', words: /java/ },
  kotlin: { extensions: 'kt kts', words: /kotlin|^kt\b/ },
  scala: { extensions: 'scala', words: /\bscala/ },
  python: { extensions: 'py', words: /python|pypy|^py/ },
  pascal: { extensions: 'pas pp p dpr', words: /pascal|delphi|\bfpc\b|^pas\b/ },
  rust: { extensions: 'rs', words: /rust|^rs\b/ },
  go: { extensions: 'go', words: /^go|golang/ },
  ruby: { extensions: 'rb', words: /ruby|^rb\b/ },
  haskell: { extensions: 'hs', words: /hask|ghc|^hs\b/ },
  php: { extensions: 'php', words: /php/ },
  perl: { extensions: 'pl', words: /perl|^pl\b/ },
  ocaml: { extensions: 'ml', words: /ocaml|^ml\b/ },
  d: { extensions: 'd', words: /^d\b|\bdmd\b|\bldc\b/ },
  julia: { extensions: 'jl', words: /julia/ },
  swift: { extensions: 'swift', words: /swift/ },
  lua: { extensions: 'lua', words: /lua/ },
  r: { extensions: 'r', words: /^r\b/ },
  fsharp: { extensions: 'fs fsx', words: /f#|fsharp|monofs/ },
  visualBasic: { extensions: 'vb', words: /\bvb\b|visual basic|mono_?vb/ },
  // last: a C stands in many names
  c: { extensions: 'c', words: /^(?:gnu )?c(?:\d|\b)|\bgcc\b|clang/ },
};

const familyByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([family, { extensions }]) =>
    extensions.split(' ').map((extension) => [extension, family] as const),
  ),
);

/** The extensions of all files that are looked at, without the dot. */
export const programExtensions: readonly string[] = [...familyByExtension.keys()];

/** The file's name without its extension; null: it is no program. */
export function programStem(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 && familyByExtension.has(name.slice(dot + 1).toLowerCase()) ? name.slice(0, dot) : null;
}

/**
 * Whether a file may be written in a language, as a service names it (`GNU C++17`, `cc.cc14`, `CPP20`). True where
 * nobody knows.
 */
export function mayBeIn(path: string, language: string | null): boolean {
  const spoken = language?.slice(0, 100).toLowerCase() ?? '';
  const [family] = Object.entries(families).find(([, { words }]) => words.test(spoken)) ?? [];
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return family === undefined || familyByExtension.get(extension) === family;
}
