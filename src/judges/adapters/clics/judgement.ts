import type { AboutResult, Contest, Limits } from '../../../results';
import { type Raw, fromDecimal, milliseconds, numberOf, textOf } from '../shared/jsonValues';
import { rules } from './verdicts';
import type { OwnAccount } from './account';
import type { Constants, ContestAddress } from './constants';

export interface Judged {
  readonly address: ContestAddress;
  readonly requestId: string;
  /** empty: the server doesn't send it */
  readonly submission: Raw;
  /** null: none that this account may read */
  readonly judgement: Raw | null;
  readonly constants: Constants;
  readonly account: OwnAccount | null;
  /** time of the response by the judge's clock, ms since 1970 */
  readonly now: number;
}

/**
 * Returns whether a judgement is valid and has a verdict. An invalid one was replaced, and one without a verdict is
 * still running.
 */
export function isJudged({ judgement_type_id: type, valid }: Raw): boolean {
  return typeof type === 'string' && valid !== false;
}

/** Returns whether a judgement has a verdict, but some tests are still running. */
export function isPreliminary(judgement: Raw): boolean {
  return isJudged(judgement) && textOf(judgement.end_time) === null;
}

export function submissionOf({ submission_id: id }: Raw): string {
  return textOf(id) ?? '';
}

/**
 * Returns the status code of a judgement or run. Custom verdicts of a site become accepted or rejected, with the site's
 * name.
 */
export function codeOf(
  judgement: Raw,
  types: ReadonlyMap<string, Raw>,
): { readonly code: string; readonly name: string | null } {
  const code = textOf(judgement.judgement_type_id);
  // a judgement without a start waits for a judgehost
  if (code === null) return { code: judgement.start_time === null ? 'QUEUED' : 'JUDGING', name: null };
  const type = types.get(code);
  if (Object.hasOwn(rules.statuses, code) || !type) return { code, name: null };
  return { code: type.solved === true ? 'AC' : 'REJ', name: textOf(type.name)?.slice(0, 200) ?? code };
}

/** Returns the time of a judgement, ms. Null: unknown, or the program didn't run, for which PC² sends 0 s. */
export function timeOf(judgement: Raw): number | null {
  return judgement.judgement_type_id === 'CE' ? null : milliseconds(numberOf(judgement.max_run_time));
}

/**
 * Returns the points of a judgement or run. Null: the contest counts no points. DOMjudge sends text with nine decimals, also
 * for programs that aren't accepted.
 */
export function pointsOf({ score }: Raw, contest: Raw): number | null {
  return contest.scoreboard_type === 'score' ? numberOf(fromDecimal(score)) : null;
}

/** Returns the problem of a submission, with its letter and title if the list of problems contains it. */
export function problemOf(
  { problem_id: problemId }: Raw,
  problems: ReadonlyMap<string, Raw>,
): AboutResult['problem'] {
  const id = textOf(problemId);
  if (id === null) return null;
  const problem = problems.get(id) ?? {};
  const letter = (textOf(problem.label) ?? textOf(problem.short_name) ?? '').trim().slice(0, 40);
  return { id, title: textOf(problem.name)?.slice(0, 300) ?? null, ...(letter === '' ? {} : { letter }) };
}

export function limitsOf(problem: Raw | undefined): Limits | null {
  const time = milliseconds(numberOf(problem?.time_limit));
  return time === null ? null : { time, memory: null };
}

export function languageNameOf(id: string | null, languages: ReadonlyMap<string, Raw>): string | null {
  return id === null ? null : (textOf(languages.get(id)?.name)?.slice(0, 100) ?? null);
}

/** Returns the site's verdicts by their codes. */
export function verdictNames({ types }: Pick<Constants, 'types'>): ReadonlyMap<string, string> {
  return new Map([...types].map(([code, { name }]): [string, string] => [code, textOf(name) ?? '']));
}

/** Returns whether a submission was made after the end of its contest. */
export function isTooLate(at: number | null, { endsAt }: Contest): boolean {
  return at !== null && endsAt !== null && at >= endsAt;
}
