import { momentOf, textOf } from '../jsonValues';

/**
 * Converts an ISO 8601 time to ms since 1970. The documentation leaves open whether times have a zone. A time without
 * one is read as UTC, so that it doesn’t depend on this computer’s zone. Null: not a valid time.
 */
export function timeIn(value: unknown): number | null {
  const text = textOf(value)?.trim() ?? '';
  const hasTime = /[T ]\d{2}:\d{2}/.test(text);
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  return momentOf(hasTime && !hasZone ? `${text.replace(' ', 'T')}Z` : text);
}
