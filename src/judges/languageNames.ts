import type { SubmissionSupport } from './adapter';
import type { SubmissionLanguage } from './submission';
import { extensionsFor, fileTypesOf, joinFileTypes, languagesWith, type FileTypes } from './fileExtensions';

/** VS Code's language IDs that aren't just the usual name in lowercase, by usual name. */
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

/**
 * Returns the file types that can be submitted. If the judge lists languages only per problem, those of every known
 * language.
 */
export function submittableDocuments({
  languages,
  documents,
}: Pick<SubmissionSupport, 'languages' | 'documents'>): FileTypes {
  if (documents) return documents;
  return languages ? joinFileTypes(languages) : { editorLanguages: editorLanguagesKnown, extensions: [] };
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
    ...(named.length === 0 ? {} : { acceptedExtensions: named }),
  };
}

/** Finds VS Code's ID of a language by its name, which may contain a version, or by its extensions. Empty: unknown. */
function identifiersFor(name: string, extensions: readonly string[]): readonly string[] {
  const known = editorLanguageOf(name);
  if (known.length > 0) return known;
  const byExtension = extensions.flatMap((extension) => {
    const fitting = languagesWith(extension);
    // `.pl` can be Perl or Prolog
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
 * Parses a table that contains the judge's ID and VS Code's ID of each language: `C++=cpp; Python 3=python`. The judge's
 * ID is also the display name.
 */
export function namedLanguages(table: string): readonly SubmissionLanguage[] {
  return table.split('; ').map((entry) => {
    const at = entry.lastIndexOf('=');
    const [id, editor] = [entry.slice(0, at), entry.slice(at + 1)];
    return { id, name: id, ...fileTypesOf(editor) };
  });
}
