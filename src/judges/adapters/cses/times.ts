import { momentOf, textOf } from '../shared/jsonValues';

/**
 * Converts an ISO 8601 time to ms since 1970. Null: not a valid time. The documentation doesn’t define whether times have
 * a zone. A time without a zone is read as UTC, so that the result doesn’t depend on this computer’s zone.
 */
export function timeIn(value: unknown): number | null {
  const text = textOf(value)?.trim() ?? '';
  const hasTime = /[T ]\d{2}:\d{2}/.test(text);
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  return momentOf(hasTime && !hasZone ? `${text.replace(' ', 'T')}Z` : text);
}
