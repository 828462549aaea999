import type { Uri } from 'vscode';
import { siteOf, namesProblem, type KnownRecord } from '../../records';
import type { FoundProblem, ProblemList, ProblemName, Judge } from '../../judges';
import { problemState, type ProblemState } from '../labels/problemState';
import { answerOrNull } from '../shared/failures/showFailure';
import { problemAt, problemPagesOf } from '../sourceFiles';
import { isSameProblem, lastOf, loadRecents, type KnownProblem } from '../shared/storage/recentSubmissions';
import { MAX_OFFERED_PROBLEMS } from './limits';
import { listedProblem, withId, type ChosenProblem } from './typedProblem';
import type { Core } from '../shared/core';

export interface ProblemGuess {
  readonly id: string;
  readonly place: string | null;
  /**
   * `keptProblem`: stored by another extension; `lastTime`: of the file's last submission; `now`: entered before the
   * user went back to this step
   */
  readonly from: 'fileName' | 'keptProblem' | 'lastTime' | 'now';
}

/**
 * Returns the problems that were submitted to from here, or that records contain, newest first, without duplicates.
 * Omits problems whose contest or domain is unknown.
 */
export function knownProblems(extension: Core, judge: Judge): readonly KnownProblem[] {
  const submitted = loadRecents(extension.context.globalState).problems[judge.id] ?? [];
  const ofRecords = extension.store.records().flatMap((record) => problemOf(record, judge) ?? []);
  const places = new Map<string | null, string | null>();
  const known = new Map<string, KnownProblem>();
  for (const problem of [...submitted, ...ofRecords]) {
    const { place } = problem;
    const currentPlace = places.has(place) ? (places.get(place) ?? null) : placeNow(extension, judge, place);
    places.set(place, currentPlace);
    const current = currentPlace === place ? problem : { ...problem, place: currentPlace, contest: null };
    const key = keyOf(current, judge);
    const before = known.get(key);
    known.set(key, before ? { ...before, title: before.title ?? current.title } : current);
  }
  return [...known.values()].slice(0, MAX_OFFERED_PROBLEMS);
}

/**
 * Returns found problems in the known spelling of their contest or domain, so that a problem isn't offered once for
 * each spelling.
 */
export function withKnownPlaces(
  found: readonly FoundProblem[],
  known: readonly KnownProblem[],
  judge: Judge,
): readonly FoundProblem[] {
  return found.map((problem) => {
    const same = known.find((other) => keyOf(other, judge) === keyOf(problem, judge));
    return same ? { ...problem, place: same.place } : problem;
  });
}

/**
 * Guesses the problem of a file: from its last submission, its newest record, or its name. Null: unknown, or known in
 * several contests or domains.
 */
export function problemOfFile(
  extension: Core,
  judge: Judge,
  file: Pick<Uri, 'path' | 'toString'>,
): ProblemGuess | null {
  const uri = file.toString();
  const known = knownProblems(extension, judge);
  const last =
    lastOf(loadRecents(extension.context.globalState), judge.id, uri) ??
    extension.store
      .records()
      .flatMap((record) => (record.source?.uri === uri ? (problemOf(record, judge) ?? []) : []))
      .at(0);
  if (last) {
    const now = { ...last, place: placeNow(extension, judge, last.place) };
    const { problemId, place } = known.find((problem) => keyOf(problem, judge) === keyOf(now, judge)) ?? now;
    return { id: problemId, place, from: 'lastTime' };
  }
  const id = guessProblem(file.path, judge.problemIdIn);
  if (id === null) return null;
  // prefers the contest or domain of a known problem with this ID, unless there are several
  const same = known.filter(({ problemId }) => problemId === id);
  if (same.length > 1) return null;
  const before = same[0] ?? known.find(({ problemId }) => problemId.toLowerCase() === id.toLowerCase());
  return { id: before?.problemId ?? id, place: before?.place ?? null, from: 'fileName' };
}

/**
 * Guesses the problem of a file from its path: an ID in the judge's format in the file name (`P1001.cpp`), or else in
 * the folder name (`P1001/main.cpp`), or in both (`1985/A.cpp`). `problemIdIn` of each judge type decides whether other
 * text may surround the ID (`P1001-second-try.cpp`). Null: neither contains an ID.
 */
export function guessProblem(
  path: string,
  problemIdIn: ((name: string) => string | null) | undefined,
): string | null {
  if (!problemIdIn) return null;
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const file = parts.pop() ?? '';
  const folder = parts.pop() ?? '';
  const name = file.replace(/\.[^.]*$/, '');
  // a folder for each contest: `1985/A.cpp`
  const isInContest = /^\d{1,6}$/.test(folder) && /^[A-Z]\d?$/i.test(name);
  const joined = isInContest ? problemIdIn(folder + name.toUpperCase()) : null;
  return problemIdIn(name) ?? joined ?? problemIdIn(folder);
}

/**
 * Like `problemOfFile`, but the URL that is stored for the file, by cph for example, is better than a guess from its name.
 */
export async function likelyProblemOfFile(
  extension: Core,
  judge: Judge,
  file: Uri,
): Promise<ProblemGuess | null> {
  const guess = problemOfFile(extension, judge, file);
  if (guess?.from === 'lastTime') return guess;
  const pages = await problemPagesOf(file);
  const kept = pages.map((page) => problemAt(judge, page)).find((problem) => problem !== null);
  if (!kept) return guess;
  return { id: kept.problemId, place: placeNow(extension, judge, kept.place), from: 'keptProblem' };
}

/**
 * Like `likelyProblemOfFile`, but for commands without a prompt. If the ID is only guessed from the file name, looks it
 * up at the judge, if possible. Null: the problem doesn't exist.
 */
export async function confirmedProblemOfFile(
  extension: Core,
  judge: Judge,
  file: Uri,
  signal?: AbortSignal,
): Promise<ChosenProblem | null> {
  const guess = await likelyProblemOfFile(extension, judge, file);
  if (!guess) return problemNamedByFile(extension, judge, file, signal);
  const known = knownProblem(extension, judge, guess);
  if (known) return known;
  const findProblems = judge.submission?.findProblems;
  if (!findProblems || guess.from !== 'fileName') return nameOfGuess(guess);
  const found = await answerOrNull(extension, judge, (http) => findProblems(http, guess.id), signal);
  return confirmedGuess(guess, found);
}

/**
 * Returns the ID of the problem to which a file was submitted in another contest of the judge's site, because the next
 * contest may also contain it. Null: none
 */
export function problemIdElsewhere(
  { store }: Core,
  { id }: Judge,
  file: Pick<Uri, 'toString'>,
): string | null {
  const uri = file.toString();
  const before = store
    .records()
    .find(
      ({ source, service, submission }) =>
        source?.uri === uri && service !== id && submission !== null && siteOf(service) === siteOf(id),
    );
  return before?.submission?.problemId ?? null;
}

/**
 * Returns the problem that was guessed from a file name, in the judge's spelling; null: the problem doesn't exist.
 * `found`: the result of searching for its ID; null: the search failed, so the guess is returned unchanged.
 */
export function confirmedGuess(
  guess: ProblemGuess,
  found: readonly FoundProblem[] | null,
): ChosenProblem | null {
  return found === null ? nameOfGuess(guess) : withId(found, guess.id);
}

/** Returns the guessed problem with its letter and title. Undefined: the problem isn't known. */
function knownProblem(extension: Core, judge: Judge, guess: ProblemGuess): KnownProblem | undefined {
  const name = nameOfGuess(guess);
  return knownProblems(extension, judge).find((problem) => isSameProblem(problem, name));
}

/** Returns the guessed problem, with its letter and title if they are known. */
export function problemOfGuess(extension: Core, judge: Judge, guess: ProblemGuess): ChosenProblem {
  return knownProblem(extension, judge, guess) ?? nameOfGuess(guess);
}

export function nameOfGuess({ id, place }: ProblemGuess): ProblemName {
  return { problemId: id, place };
}

interface FileInContest {
  readonly list: Pick<ProblemList, 'named'>;
  /** null: no file */
  readonly path: string | null;
  /** ID of the problem to which the file was submitted in another contest of the site; null: none */
  readonly idElsewhere: string | null;
}

/**
 * Returns the problem of a contest that a file is for: the one that it was submitted to in another contest, or else the
 * one whose name is in its path. Undefined: unknown
 */
export function problemOfFileIn(
  problems: readonly FoundProblem[],
  { list, path, idElsewhere }: FileInContest,
): FoundProblem | undefined {
  const same = problems.find(({ problemId }) => problemId === idElsewhere);
  return same ?? (path === null ? undefined : list.named(path, problems)[0]);
}

/** Returns the problem of the judge's contest that the file is for. Null: none, or the contest has no list. */
export async function problemNamedByFile(
  extension: Core,
  judge: Judge,
  file: Pick<Uri, 'path' | 'toString'>,
  signal?: AbortSignal,
): Promise<ChosenProblem | null> {
  const list = judge.submission?.problemList;
  const fetched = list && (await answerOrNull(extension, judge, (http) => list.fetchAll(http), signal));
  const idElsewhere = problemIdElsewhere(extension, judge, file);
  const meant = fetched && problemOfFileIn(fetched.problems, { list, path: file.path, idElsewhere });
  return meant ? listedProblem(meant) : null;
}

/**
 * Returns the contest or domain in which problems of `place` can be submitted now. After a contest has ended, that is no
 * longer the contest.
 */
export function placeNow(
  { store }: Core,
  { id, submission: support }: Judge,
  place: string | null,
): string | null {
  const places = support?.places;
  if (place === null || !places) return place;
  const key = places.key(place);
  for (const { service, submission } of store.records()) {
    const endsAt = submission?.contest?.endsAt ?? null;
    if (service === id && submission && endsAt !== null && places.key(submission.place) === key)
      return endsAt <= Date.now() ? places.afterContest(place) : place;
  }
  return place;
}

/** Returns the problem of a record. Null: the record is from another judge, or the problem's contest is unknown. */
function problemOf(record: KnownRecord, judge: Judge): KnownProblem | null {
  const { service, submission } = record;
  if (service !== judge.id || !submission) return null;
  const { problemId, place, title, letter, contest } = submission;
  // the result doesn't contain the scope of its contest, and this judge has several
  if (contest && place === null && judge.submission?.places) return null;
  const known = { problemId, place, title, contest: contest?.title ?? null };
  return letter === undefined ? known : { ...known, letter };
}

/**
 * Returns the user's results of the judge's problems, as of now. A record belongs to a problem of its contest, or of its
 * scope.
 */
export function problemStates(
  { store }: Pick<Core, 'store'>,
  judge: Judge,
): (problem: ProblemName) => ProblemState {
  const records = new Map<string, KnownRecord[]>();
  const add = (key: string, record: KnownRecord): void => {
    const known = records.get(key);
    if (known) known.push(record);
    else records.set(key, [record]);
  };
  for (const record of store.records()) {
    const { service, submission } = record;
    if (service !== judge.id || !namesProblem(submission)) continue;
    add(keyOf(submission, judge), record);
    for (const key of keysInContest(submission, submission.contest?.id ?? null)) add(key, record);
  }
  const states = new Map<string, ProblemState>();
  return (problem) => {
    const keys = [
      keyOf(problem, judge),
      ...keysInContest(problem, problem.place ?? judge.contests?.only ?? null),
    ];
    const id = keys.join('\n');
    const state = states.get(id) ?? problemState([...new Set(keys.flatMap((key) => records.get(key) ?? []))]);
    states.set(id, state);
    return state;
  };
}

/** `contest`: its ID; null: none */
function keysInContest({ problemId }: ProblemName, contest: string | null): readonly string[] {
  return contest === null ? [] : [`contest ${contest}\n${problemId}`];
}

function keyOf({ problemId, place }: ProblemName, { submission }: Judge): string {
  return `${submission?.places?.key(place) ?? place ?? ''} ${problemId}`;
}
