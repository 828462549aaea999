import { isProblemId, isSubmissionLanguage } from './input';

/** What was chosen for a submission, to be offered again. */
export interface Choices {
  readonly problemId: string;
  readonly language: string;
  readonly optimise: boolean;
}

/** The last submission of a file; `textHash` tells whether its text has changed since. */
export interface LastSubmission extends Choices {
  readonly textHash: string;
}

/** What is remembered of submissions: choices only, no text. */
export interface Recents {
  /** newest last, by service origin and file */
  readonly files: Readonly<Record<string, LastSubmission>>;
  /** the last choice for a language of the editor, by service origin and language */
  readonly languages: Readonly<Record<string, Pick<Choices, 'language' | 'optimise'>>>;
  /** problem IDs, newest first, by service origin */
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

const mostFiles = 200;
const mostProblems = 20;

/** Recents from what was stored, whatever stands there. */
export function readRecents(stored: unknown): Recents {
  const { files, languages, problems } = objectOf(stored);
  return {
    files: only(files, isLastSubmission),
    languages: only(languages, isLanguageChoice),
    problems: only(problems, isProblemList),
  };
}

/** The recents after a submission. */
export function remembering(
  recents: Recents,
  origin: string,
  file: string,
  editorLanguage: string,
  last: LastSubmission,
): Recents {
  const { problemId, language, optimise } = last;
  const fileKey = keyOf(origin, file);
  const others = Object.entries(recents.files).filter(([key]) => key !== fileKey);
  const kept = others.slice(1 - mostFiles);
  const problems = [problemId, ...(recents.problems[origin] ?? []).filter((id) => id !== problemId)];
  return {
    files: { ...Object.fromEntries(kept), [fileKey]: last },
    languages: { ...recents.languages, [keyOf(origin, editorLanguage)]: { language, optimise } },
    problems: { ...recents.problems, [origin]: problems.slice(0, mostProblems) },
  };
}

export function lastOf(recents: Recents, origin: string, file: string): LastSubmission | null {
  return recents.files[keyOf(origin, file)] ?? null;
}

export function languageChoice(
  recents: Recents,
  origin: string,
  editorLanguage: string,
): Pick<Choices, 'language' | 'optimise'> | null {
  return recents.languages[keyOf(origin, editorLanguage)] ?? null;
}

function keyOf(origin: string, name: string): string {
  return `${origin} ${name}`;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function only<Value>(
  value: unknown,
  fits: (entry: unknown) => entry is Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter((pair): pair is [string, Value] => fits(pair[1])),
  );
}

function isLanguageChoice(value: unknown): value is Pick<Choices, 'language' | 'optimise'> {
  const { language, optimise } = objectOf(value);
  return typeof language === 'string' && isSubmissionLanguage(language) && typeof optimise === 'boolean';
}

function isLastSubmission(value: unknown): value is LastSubmission {
  const { problemId, textHash } = objectOf(value);
  return (
    isLanguageChoice(value) &&
    typeof problemId === 'string' &&
    isProblemId(problemId) &&
    typeof textHash === 'string'
  );
}

function isProblemList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && isProblemId(id));
}
