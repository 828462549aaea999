import type { Problem } from '../service/problems/problem';

export interface OmegaupUser {
  readonly id: number;
  readonly username: string;
  /** Replaced by `renewToken`. */
  token: string;
  /** Whether its profile is private, so that its runs aren't listed. */
  isPrivate: boolean;
}

/** A problem of the site. */
export interface OmegaupProblem {
  readonly alias: string;
  readonly title: string;
  readonly cases: Problem;
  /** IDs of the accepted languages. */
  languages: readonly string[];
  /** Whether it is a task to solve; false: only a text to read. */
  acceptsSubmissions: boolean;
  isPublic: boolean;
  /** Which cases are shown to users who haven't solved the problem. */
  showDiff: 'all' | 'examples' | 'none';
  /**
   * The comparison of outputs that the site reports; `custom`: by a program of the problem. The stand-in itself ignores
   * it.
   */
  validator: 'token' | 'custom';
}

/** A contest, or an assignment of a course. Times are in ms since 1970. */
export interface OmegaupProblemset {
  readonly id: number;
  readonly alias: string;
  readonly title: string;
  /** Alias of its course; null: it is a contest. */
  readonly course: string | null;
  startsAt: number;
  endsAt: number;
  readonly problems: readonly OmegaupProblem[];
  /** Users who have opened the contest, or who are students of the course. */
  readonly members: Set<OmegaupUser>;
  /** The part of a run that is shown before the end. */
  feedback: 'detailed' | 'summary' | 'none';
  /** IDs of the accepted languages; empty: all. */
  languages: readonly string[];
  /** Seconds between two submissions to a problem. */
  gap: number;
  /** Whether the best points of each group count. */
  countsGroups: boolean;
  /** Whether a problem has to be opened before a submission, because that starts its clock. */
  needsOpenProblems: boolean;
}

export type OmegaupVerdict = 'AC' | 'PA' | 'WA' | 'TLE' | 'OLE' | 'MLE' | 'RTE' | 'RFE' | 'CE' | 'JE' | 'VE';

export interface OmegaupCase {
  readonly name: string;
  readonly verdict: OmegaupVerdict;
  /** Share of all points, between 0 and 1. */
  readonly score: number;
  /** Highest share. */
  readonly most: number;
  /** s */
  readonly time: number;
  /** bytes */
  readonly memory: number;
  /** Output of the program; null: it was stopped. */
  readonly output: string | null;
}

export interface OmegaupGroup {
  readonly name: string;
  readonly score: number;
  readonly most: number;
  readonly cases: readonly OmegaupCase[];
}

/** The result of a run. Until it has finished, the site sends the verdict `JE` and zeros. */
export interface OmegaupOutcome {
  status: 'uploading' | 'new' | 'waiting' | 'compiling' | 'running' | 'ready';
  verdict: OmegaupVerdict;
  /** Between 0 and 1. */
  score: number;
  /** ms */
  runtime: number;
  /** bytes */
  memory: number;
  compileError: string | null;
  groups: readonly OmegaupGroup[];
}

export interface OmegaupFeedback {
  readonly author: string;
  readonly text: string;
  /** Line of the program, counted from 0; null: the whole program. */
  readonly line: number | null;
  /** ms since 1970 */
  readonly at: number;
}

export interface OmegaupRun extends OmegaupOutcome {
  readonly guid: string;
  readonly user: OmegaupUser;
  readonly problem: OmegaupProblem;
  readonly problemset: OmegaupProblemset | null;
  readonly language: string;
  /** Without spaces and empty lines at both ends. */
  readonly source: string;
  /** ms since 1970 */
  readonly at: number;
  type: 'normal' | 'disqualified';
  readonly feedback: OmegaupFeedback[];
}

/** Behavior of the site that tests can change. */
export interface Oddities {
  /** Seconds between two submissions to a problem outside of contests. */
  gap: number;
  /** Whether the grader is away, so that details of runs can't be sent. */
  isGraderAway: boolean;
  /** Whether the server of the files is away. */
  isFileServerAway: boolean;
  /** Requests of a token in an hour. The last one is refused already. */
  requestsPerHour: number;
}

/** The part of the stand-in that the request handlers use. */
export interface OmegaupSite {
  readonly users: readonly OmegaupUser[];
  readonly problems: readonly OmegaupProblem[];
  readonly problemsets: readonly OmegaupProblemset[];
  readonly runs: readonly OmegaupRun[];
  readonly oddities: Oddities;
  /** Contests and problems whose clock a request has started, as `<contest>` and `<contest>/<problem>`. */
  readonly opened: string[];
  readonly now: () => number;
  /** Adds a program to the queue. */
  accept(program: {
    readonly user: OmegaupUser;
    readonly problem: OmegaupProblem;
    readonly problemset: OmegaupProblemset | null;
    readonly language: string;
    readonly source: string;
  }): OmegaupRun;
}

/** Removes what the site removes at both ends of a program. */
export function trimmed(source: string): string {
  const isBlank = (at: number): boolean => ' \t\r\n\0\v'.includes(source.charAt(at));
  let [start, end] = [0, source.length];
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return source.slice(start, end);
}

/** Returns the seconds between two submissions to a problem. */
export function gapOf(
  { oddities }: Pick<OmegaupSite, 'oddities'>,
  problemset: OmegaupProblemset | null,
): number {
  return problemset && problemset.course === null ? problemset.gap : oddities.gap;
}

/** Returns when the site accepts the next submission of the user to the problem, ms since 1970. */
export function nextSubmissionAt(
  site: Pick<OmegaupSite, 'runs' | 'oddities' | 'now'>,
  user: OmegaupUser,
  problem: OmegaupProblem,
  problemset: OmegaupProblemset | null,
): number {
  const last = site.runs.findLast((run) => run.user === user && run.problem === problem);
  // the site stores whole seconds
  return last ? Math.floor(last.at / 1000) * 1000 + gapOf(site, problemset) * 1000 : site.now();
}
