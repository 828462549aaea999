import type { SubmissionLanguage } from '../profile';

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
