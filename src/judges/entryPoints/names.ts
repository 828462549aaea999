import { extensionsFor } from '../fileExtensions';

/** File names and entry points that DOMjudge, PC², and Kattis accept. */
const ACCEPTED_NAME = /^[a-zA-Z0-9_][a-zA-Z0-9+_.-]*$/;

/** Returns whether a judge accepts the name of a file or an entry point. */
export function isAcceptedName(name: string): boolean {
  return name.length <= 255 && ACCEPTED_NAME.test(name);
}

export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Returns the extension with its dot; empty: the name has none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot);
}

export function stemOf(fileName: string): string {
  return fileName.slice(0, fileName.length - extensionOf(fileName).length);
}

/**
 * Returns the extension under which a source file is sent: its own one if the judge accepts it, in the judge's letter
 * case, or else the most common one of the language that the judge accepts. `accepted`: with the dot; empty: any.
 */
export function sentExtension(fileName: string, accepted: readonly string[], language: string): string {
  const own = extensionOf(fileName);
  const usual = extensionsFor(language);
  if (accepted.length === 0) return own;
  if (accepted.includes(own)) return own;
  // `.C` is C++
  const sameLetters = accepted.find((extension) => extension.toLowerCase() === own.toLowerCase());
  if (sameLetters !== undefined && own !== '.C') return sameLetters;
  return usual.find((extension) => accepted.includes(extension)) ?? accepted[0] ?? '';
}

/** Returns whether a file is source code of the language, and not a header or data. */
export function isSource(fileName: string, accepted: readonly string[], language: string): boolean {
  const own = extensionOf(fileName);
  const lower = own.toLowerCase();
  const sources = [...accepted, ...extensionsFor(language), ...(otherExtensions[language] ?? [])];
  return sources.some((extension) => extension === own || extension.toLowerCase() === lower);
}

/** Extensions of source files that no judge lists, by VS Code's language ID. */
const otherExtensions: Readonly<Record<string, readonly string[]>> = {
  haskell: ['.lhs'],
  pascal: ['.lpr'],
  python: ['.pyw'],
};
