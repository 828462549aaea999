import { isProblemId, isSubmissionLanguage } from './input';

/** What another extension or a task may give to “Submit”: everything of it is optional, nothing is believed. */
export interface SubmitArguments {
  readonly file: string | null;
  readonly problemId: string | null;
  readonly language: string | null;
  readonly optimise: boolean | null;
}

/**
 * Reads the argument of `submit`: a file's address (`file:///…`, or an object with `scheme` and `path` as menus
 * give it), or `{ file, problemId, language, optimise }`. Null: it is neither, or a part of it has a wrong form.
 */
export function readSubmitArguments(argument: unknown): SubmitArguments | null {
  const nothing: SubmitArguments = { file: null, problemId: null, language: null, optimise: null };
  if (argument === undefined || argument === null) return nothing;
  const address = addressOf(argument);
  if (address !== null) return { ...nothing, file: address };
  if (typeof argument !== 'object' || Array.isArray(argument)) return null;
  const given = argument as Readonly<Record<string, unknown>>;
  const { problemId, language, optimise } = given;
  const file = given.file === undefined || given.file === null ? null : addressOf(given.file);
  if (given.file !== undefined && given.file !== null && file === null) return null;
  if (isGiven(problemId) && !(typeof problemId === 'string' && isProblemId(problemId))) return null;
  if (isGiven(language) && !(typeof language === 'string' && isSubmissionLanguage(language))) return null;
  if (isGiven(optimise) && typeof optimise !== 'boolean') return null;
  return {
    file,
    problemId: typeof problemId === 'string' ? problemId : null,
    language: typeof language === 'string' ? language : null,
    optimise: typeof optimise === 'boolean' ? optimise : null,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A file's address as text; null: it is none. */
function addressOf(value: unknown): string | null {
  if (typeof value === 'string')
    return /^[a-z][a-z\d+.-]+:/i.test(value) && value.length < 4096 ? value : null;
  if (typeof value !== 'object' || value === null || !('scheme' in value) || !('path' in value)) return null;
  if (typeof value.scheme !== 'string' || typeof value.path !== 'string') return null;
  const text = (value as { toString(): unknown }).toString();
  return typeof text === 'string' ? addressOf(text) : null;
}
