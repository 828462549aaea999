import { entryName, mementos, withEntryNames } from './storageKeys';
import * as v from 'valibot';
import { Uri, type Memento } from 'vscode';
import type { ProblemName } from '../../../judges';
import { isProblemId, isSubmissionLanguage } from '../problemIds';
import type { KnownRecord } from '../../../records';
import { MAX_REMEMBERED_FILES, MAX_REMEMBERED_PROBLEMS } from '../limits';

/** The choices of a submission, suggested again for the next one. */
export interface Choices {
  readonly problemId: string;
  /** domain or contest of the problem; null: none */
  readonly place: string | null;
  readonly language: string;
  readonly optimise: boolean;
}

/** The last submission of a file. `textHash` shows whether the file has changed since. */
export interface LastSubmission extends Choices {
  readonly textHash: string;
}

/** Remembered submissions: only the choices, no source code. */
export interface Recents {
  /** oldest first, by judge and file */
  readonly files: Readonly<Record<string, LastSubmission>>;
  /** last choice for a VS Code language, by judge and language */
  readonly languages: Readonly<Record<string, Pick<Choices, 'language' | 'optimise'>>>;
  /** newest first, by judge */
  readonly problems: Readonly<Record<string, readonly KnownProblem[]>>;
  /** oldest first: the problem that the user chose when a typed text named several, by judge and text */
  readonly meant: Readonly<Record<string, ProblemName>>;
}

/** A problem that the user submitted a program for, and its known data. */
export interface KnownProblem extends ProblemName {
  /** null: unknown */
  readonly title: string | null;
  /** title of its contest or homework; null: none, or unknown */
  readonly contest: string | null;
  /** label in its contest: `A`; absent: none, or unknown */
  readonly letter?: string | undefined;
}

export function isSameProblem(a: ProblemName, b: ProblemName): boolean {
  return a.problemId === b.problemId && a.place === b.place;
}

const problemId = v.pipe(v.string(), v.check(isProblemId));
const languageChoices = v.object({
  language: v.pipe(v.string(), v.check(isSubmissionLanguage)),
  optimise: v.boolean(),
});
const lastSubmission = v.object({
  ...languageChoices.entries,
  problemId,
  place: v.nullish(v.string(), null),
  textHash: v.string(),
});
const knownProblem = v.union([
  v.object({
    problemId,
    place: v.nullable(v.string()),
    title: v.nullable(v.string()),
    contest: v.nullable(v.string()),
    letter: v.optional(v.string()),
  }),
  v.pipe(
    problemId,
    v.transform((id): KnownProblem => ({ problemId: id, place: null, title: null, contest: null })),
  ),
]);
const problemName = v.object({ problemId, place: v.nullable(v.string()) });
const anything = v.object({
  files: v.unknown(),
  languages: v.unknown(),
  problems: v.unknown(),
  meant: v.optional(v.unknown()),
});

export function loadRecents(state: Pick<Memento, 'get'>): Recents {
  const stored = state.get<unknown>(mementos.recents);
  if (stored !== undefined) return readRecents(stored);
  const before = mementos.recentsBefore.map((key) => state.get<unknown>(key));
  const { files, languages, problems, meant } = readRecents(
    before.find((candidate) => candidate !== undefined),
  );
  return { files: withEntryNames(files), languages: withEntryNames(languages), problems, meant };
}

/** Reads the stored data, and skips invalid entries. */
export function readRecents(stored: unknown): Recents {
  const read = v.safeParse(anything, stored);
  const { files, languages, problems, meant } = read.success ? read.output : {};
  return {
    files: entriesOf(files, lastSubmission),
    languages: entriesOf(languages, languageChoices),
    problems: entriesOf(problems, v.array(knownProblem)),
    meant: entriesOf(meant, problemName),
  };
}

function entriesOf<Value>(
  value: unknown,
  schema: v.GenericSchema<unknown, Value>,
): Readonly<Record<string, Value>> {
  const table = v.safeParse(v.record(v.string(), v.unknown()), value);
  const entries = table.success ? Object.entries(table.output) : [];
  return Object.fromEntries(
    entries.flatMap(([name, entry]) => {
      const read = v.safeParse(schema, entry);
      return read.success ? [[name, read.output]] : [];
    }),
  );
}

/**
 * Returns the paths of files whose last submission to the judge is known, for menus. Uses both kinds of slashes,
 * because the window may run on another computer than the extension.
 */
export function submittedFiles(recents: Recents, service: string): readonly string[] {
  const start = entryName(service, '');
  const files = Object.keys(recents.files).filter((key) => key.startsWith(start));
  return files
    .flatMap((key) => pathOf(key.slice(start.length)) ?? [])
    .flatMap((path) => [path.replaceAll('\\', '/'), path.replaceAll('/', '\\')]);
}

/** Returns the file-system path of a stored URI; null if the stored text isn't a URI. */
function pathOf(uri: string): string | null {
  try {
    return Uri.parse(uri, true).fsPath;
  } catch {
    return null;
  }
}

export function lastOf(recents: Recents, service: string, file: string): LastSubmission | null {
  return recents.files[entryName(service, file)] ?? null;
}

export function languageChoice(
  recents: Recents,
  service: string,
  editorLanguage: string,
): Pick<Choices, 'language' | 'optimise'> | null {
  return recents.languages[entryName(service, editorLanguage)] ?? null;
}

/** Saves the data, and updates the context keys of menus. */
export async function saveRecents(
  {
    context,
    judges,
  }: {
    readonly context: { readonly globalState: Pick<Memento, 'update'> };
    readonly judges: { updateContext(): Promise<void> };
  },
  recents: Recents,
): Promise<void> {
  await context.globalState.update(mementos.recents, recents);
  await judges.updateContext();
}

/**
 * Returns the data after a submission. `file`: null if the submission can't be repeated. `told`: data about the problem
 * from the judge.
 */
export function remembering(
  recents: Recents,
  service: string,
  file: string | null,
  editorLanguage: string,
  last: LastSubmission,
  fromJudge: Pick<KnownProblem, 'title' | 'contest' | 'letter'> = { title: null, contest: null },
): Recents {
  const { problemId, place, language, optimise } = last;
  const known = recents.problems[service] ?? [];
  const before = known.find((other) => isSameProblem(other, last));
  const { title = null, contest = null } = before ?? {};
  const letter = fromJudge.letter ?? before?.letter;
  const problem: KnownProblem = {
    problemId,
    place,
    title: fromJudge.title ?? title,
    contest: fromJudge.contest ?? contest,
    ...(letter === undefined ? {} : { letter }),
  };
  const problems = [problem, ...known.filter((other) => other !== before)];
  return {
    ...recents,
    files: file === null ? recents.files : withNewest(recents.files, entryName(service, file), last),
    languages: { ...recents.languages, [entryName(service, editorLanguage)]: { language, optimise } },
    problems: { ...recents.problems, [service]: problems.slice(0, MAX_REMEMBERED_PROBLEMS) },
  };
}

/** Returns the data after the user chose one of several problems with the typed name. */
export function rememberingMeant(
  recents: Recents,
  service: string,
  text: string,
  { problemId, place }: ProblemName,
): Recents {
  const key = entryName(service, text.toLowerCase());
  return { ...recents, meant: withNewest(recents.meant, key, { problemId, place }) };
}

/** Returns the problem that the user chose when this text named several; null: none. */
export function meantProblem(recents: Recents, service: string, text: string): ProblemName | null {
  return recents.meant[entryName(service, text.toLowerCase())] ?? null;
}

function withNewest<Entry>(
  entries: Readonly<Record<string, Entry>>,
  key: string,
  newest: Entry,
): Readonly<Record<string, Entry>> {
  const others = Object.entries(entries).filter(([other]) => other !== key);
  return { ...Object.fromEntries(others.slice(1 - MAX_REMEMBERED_FILES)), [key]: newest };
}

/** Returns the data after records were removed: without their submissions, unless records in `left` have the same. */
export function forgetting(
  recents: Recents,
  removed: readonly KnownRecord[],
  left: readonly KnownRecord[],
): Recents {
  const submitted = removed.filter(({ submission }) => submission);
  const isLeft = (same: (record: KnownRecord) => boolean) =>
    left.some((record) => record.submission && same(record));
  const files = new Set(
    submitted
      .filter(
        ({ service, source }) =>
          !isLeft((record) => record.service === service && record.source?.uri === source?.uri),
      )
      .map(({ service, source }) => entryName(service, source?.uri ?? '')),
  );
  const isForgotten = (service: string, problem: KnownProblem) => {
    const isIt = (record: KnownRecord): boolean =>
      record.service === service && record.submission !== null && isSameProblem(record.submission, problem);
    return submitted.some(isIt) && !isLeft(isIt);
  };
  return {
    ...recents,
    files: Object.fromEntries(Object.entries(recents.files).filter(([key]) => !files.has(key))),
    problems: Object.fromEntries(
      Object.entries(recents.problems).map(([service, problems]) => [
        service,
        problems.filter((problem) => !isForgotten(service, problem)),
      ]),
    ),
  };
}
