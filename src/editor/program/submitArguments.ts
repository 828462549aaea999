import * as v from 'valibot';
import { isProblemId, isSubmissionLanguage } from '../shared/problemIds';

const given = v.object({
  file: v.nullish(v.pipe(v.unknown(), v.transform(addressOf), v.string()), null),
  problemId: v.nullish(v.pipe(v.string(), v.check(isProblemId)), null),
  language: v.nullish(v.pipe(v.string(), v.check(isSubmissionLanguage)), null),
  optimise: v.nullish(v.boolean(), null),
});

/** Optional arguments of “Submit” from another extension or a task. They aren't trusted. */
export type SubmitArguments = Readonly<v.InferOutput<typeof given>>;

/**
 * Parses the argument of `submit`: the URI of a file (`file:///…`, or an object with `scheme` and `path`, as menus pass
 * it), or `{ file, problemId, language, optimise }`. Null: invalid.
 */
export function readSubmitArguments(argument: unknown): SubmitArguments | null {
  if (Array.isArray(argument)) return null;
  const file = addressOf(argument);
  const read = v.safeParse(given, file === null ? (argument ?? {}) : { file });
  return read.success ? read.output : null;
}

/** Returns a URI as text; null: not a URI. */
function addressOf(value: unknown): string | null {
  if (typeof value === 'string')
    return /^[a-z][a-z\d+.-]+:/i.test(value) && value.length < 4096 ? value : null;
  if (typeof value !== 'object' || value === null || !('scheme' in value) || !('path' in value)) return null;
  if (typeof value.scheme !== 'string' || typeof value.path !== 'string') return null;
  const text = (value as { toString(): unknown }).toString();
  return typeof text === 'string' ? addressOf(text) : null;
}
