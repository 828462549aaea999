import type { DomjudgeLanguage } from './languages';
import type { Problem } from '../service/problems/problem';

/**
 * The versions that the stand-in imitates. `8.3` has numbers as IDs (`data_source` 0), `9.0` and `10` have external IDs.
 * `10` shows contests before their start.
 */
export type DomjudgeVersion = '8.3' | '9.0' | '10';

export interface DomjudgeTeam {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  isEnabled: boolean;
}

export interface DomjudgeUser {
  readonly number: number;
  readonly username: string;
  readonly password: string;
  readonly roles: readonly ('team' | 'jury' | 'api_reader')[];
  readonly team: DomjudgeTeam | null;
}

export interface DomjudgeProblem {
  readonly number: number;
  readonly id: string;
  readonly label: string;
  readonly name: string;
  /** Its test cases. The first ones are samples. */
  cases: Problem;
  readonly samples: number;
  /** Time limit, ms. */
  readonly time: number;
  /** IDs of the languages that it accepts; null: all. */
  languages: readonly string[] | null;
}

/** Times are in ms since 1970. */
export interface DomjudgeContest {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  /** Null: the start is delayed, and `endsAt` isn't valid. */
  startsAt: number | null;
  endsAt: number;
  /** Null: the scoreboard is frozen in the last fifth. */
  freezesAt: number | null;
  isActive: boolean;
  allowsSubmissions: boolean;
  isScored: boolean;
  warning: string | null;
  problems: readonly DomjudgeProblem[];
  /** IDs of the languages that it accepts; null: all. */
  languages: readonly string[] | null;
}

/** The outcome of a compilation. */
export interface CompiledProgram {
  readonly isSuccessful: boolean;
  /** Output as the site shows it; empty: none. */
  readonly output: string;
}

/** A run of a sample, with the data on the team's page. */
export interface SampleRun {
  readonly verdict: string;
  /** s */
  readonly time: number;
  readonly output: string;
  readonly errors: string;
}

/** The result of a submission. Times are in ms since 1970. */
export interface DomjudgeJudgement {
  readonly number: number;
  readonly startedAt: number;
  /** Null: tests are still being run. The verdict may already be known. */
  endedAt: number | null;
  /** `AC`, `WA`; null: not known yet. */
  verdict: string | null;
  /** Longest running time, s; null: it didn't run. */
  time: number | null;
  score: number;
  compilation: CompiledProgram;
  samples: readonly SampleRun[];
  /** Verdicts of all tests, of which only the jury can read. */
  tests: readonly { readonly verdict: string; readonly time: number; readonly score: number }[];
  /** Whether the jury has verified it. */
  isVerified: boolean;
}

export interface SubmittedFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface DomjudgeSubmission {
  /** Internal number. The team's page has it in its URL. */
  readonly number: number;
  /** ID at the API; the number, unless it was imported. */
  readonly id: string;
  readonly contest: DomjudgeContest;
  readonly problem: DomjudgeProblem;
  readonly team: DomjudgeTeam;
  readonly language: DomjudgeLanguage;
  readonly files: readonly SubmittedFile[];
  readonly entryPoint: string | null;
  /** ms since 1970 */
  readonly at: number;
  /** Whether the jury ignores it. */
  isIgnored: boolean;
  /** Whether the team has opened the page with its result. */
  isSeen: boolean;
  judgement: DomjudgeJudgement | null;
}

/** A message in a contest. */
export interface DomjudgeClarification {
  readonly number: number;
  readonly contest: DomjudgeContest;
  /** Null: it isn't about a problem. */
  readonly problem: DomjudgeProblem | null;
  /** Number of the question that it answers; null: none. */
  readonly replyTo: number | null;
  /** Null: the jury. */
  readonly from: DomjudgeTeam | null;
  /** Null: the jury if a team sent it, or else all teams. */
  readonly to: DomjudgeTeam | null;
  readonly text: string;
  /** ms since 1970 */
  readonly at: number;
}

/** Behavior of the site that tests can change. */
export interface Oddities {
  /** Response to an accepted submission: the submission, its bare number, or the submission without its ID. */
  acceptedAs: 'submission' | 'number' | 'submissionWithoutId';
  /** Number of submissions that are still accepted before the site answers 429; infinite by default. */
  submissionsLeft: number;
  /** Seconds until the site accepts submissions again. */
  retryAfter: number;
  /** Whether the site has the form for user name and password; false: another server signs in its users. */
  hasForm: boolean;
  /** User whose IP address signs in at the API and on the pages without a password; null: none. */
  ipUser: DomjudgeUser | null;
  /** Whether only verified judgements are shown to teams. */
  requiresVerification: boolean;
  /** IDs of the languages whose entry point is required. */
  entryPointRequired: readonly string[];
}

/** Configuration of the site that everybody can read. */
export interface DomjudgeConfig {
  sourcesize_limit: number;
  sourcefiles_limit: number;
  /** 0: never, 1: only compile errors, 2: always. */
  show_compile: 0 | 1 | 2;
  show_sample_output: boolean;
}

/** A session of the website. */
export interface DomjudgeSession {
  /** Null: nobody has signed in. */
  readonly user: DomjudgeUser | null;
  readonly token: string;
}

/** The part of the stand-in that the request handlers use. */
export interface DomjudgeSite {
  readonly version: DomjudgeVersion;
  /** Path of the site, such as `/domjudge`; empty: the root. */
  readonly folder: string;
  readonly users: readonly DomjudgeUser[];
  readonly teams: readonly DomjudgeTeam[];
  readonly contests: readonly DomjudgeContest[];
  readonly languages: readonly DomjudgeLanguage[];
  readonly submissions: readonly DomjudgeSubmission[];
  readonly clarifications: readonly DomjudgeClarification[];
  readonly sessions: Map<string, DomjudgeSession>;
  readonly config: DomjudgeConfig;
  readonly oddities: Oddities;
  /** ms since 1970 */
  readonly now: () => number;
  /** Adds a message. */
  clarify(
    message: Pick<DomjudgeClarification, 'text'> & Partial<DomjudgeClarification>,
  ): DomjudgeClarification;
  /** Adds a program to the queue. */
  accept(
    program: Omit<DomjudgeSubmission, 'number' | 'id' | 'isIgnored' | 'isSeen' | 'judgement'>,
  ): DomjudgeSubmission;
}

/** Returns the ID of a contest, problem, or team at the API. */
export function shownId(
  { version }: DomjudgeSite,
  { number, id }: { readonly number: number; readonly id: string },
): string {
  return version === '8.3' ? String(number) : id;
}

export function hasBegun({ now }: Pick<DomjudgeSite, 'now'>, { startsAt }: DomjudgeContest): boolean {
  return startsAt !== null && startsAt <= now();
}

export function isJury({ roles }: DomjudgeUser): boolean {
  return roles.includes('jury');
}

/** Returns the judgement that a team can read; null: it can't read any. */
export function judgementForTeam(
  { oddities }: DomjudgeSite,
  submission: DomjudgeSubmission,
): DomjudgeJudgement | null {
  const { judgement, at, contest } = submission;
  if (judgement === null || judgement.verdict === null || at >= contest.endsAt) return null;
  return oddities.requiresVerification && !judgement.isVerified ? null : judgement;
}
