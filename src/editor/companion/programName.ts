import { MAX_STEM_LENGTH } from './limits';

/** File names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a name for the program that solves a problem, without extension, that is valid on every system: letters, digits,
 * `_`, and `-`. Such names are also valid for a class if `language` is Java.
 *
 * @param id ID of the problem at its judge; null: unknown
 */
export function stemForProblem(id: string | null, title: string, language: string): string {
  // a single letter is unique only within its contest
  const chosen = id !== null && id.length > 2 ? id : title;
  const cleaned = cleanedName(chosen) || cleanedName(title) || 'problem';
  if (language === 'java') return classNamed(cleaned);
  return reserved.test(cleaned) ? `${cleaned}_` : cleaned;
}

/** Returns the letters and digits of a text, with `_` between its parts; empty if it has none. */
function cleanedName(text: string): string {
  const parts = text
    .slice(0, 1000)
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}_-]+/gu, '_');
  return shortened(trimmed(parts));
}

function trimmed(text: string): string {
  return text.replace(/^[_\-\p{M}]+/u, '').replace(/(?<![_-])[_-]+$/, '');
}

/** Cuts a text without splitting a character, or a letter from its accents. `most`: UTF-16 units */
function shortened(text: string, most = MAX_STEM_LENGTH): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text.slice(0, 2 * most))) {
    if (kept.length + segment.length > most) break;
    kept += segment;
  }
  return trimmed(kept);
}

function classNamed(name: string): string {
  const joined = name.replaceAll('-', '_');
  const begun = /^[\p{L}_]/u.test(joined) && !reserved.test(joined) && joined !== '_' ? joined : `_${joined}`;
  return shortened(begun);
}

/** Returns the first free name: `A`, then `A-2`, `A-3`. `taken`: files in the folder; their letter case is ignored */
export function freeProgramName(stem: string, extension: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.normalize('NFC').toLowerCase()));
  const separator = extension === '.java' ? '_' : '-';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `${separator}${number}`;
    const name = `${shortened(stem, MAX_STEM_LENGTH - suffix.length)}${suffix}${extension}`;
    if (!used.has(name.normalize('NFC').toLowerCase())) return name;
  }
}
