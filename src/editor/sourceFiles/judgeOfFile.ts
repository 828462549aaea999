import type { Uri } from 'vscode';
import type { Judge, ProblemName } from '../../judges';
import type { Core } from '../shared/core';
import { problemPagesOf } from './findSubmittedFile';

/** Returns the problem that a judge's URL refers to; null if none. */
export function problemAt(
  { submission, browserSubmission }: Pick<Judge, 'submission' | 'browserSubmission'>,
  address: string,
): ProblemName | null {
  return (browserSubmission?.problemAt ?? submission?.problemAt)?.(address) ?? null;
}

/** Returns the judge of the user that has the problem whose URL is stored for a file, by cph for example; null: none. */
export async function judgeOfProblem(core: Pick<Core, 'judges'>, file: Uri): Promise<Judge | null> {
  return judgeOfPages(core, await problemPagesOf(file));
}

/** Returns the judge of the user that has the problem of one of these URLs; null: none. */
export async function judgeOfPages(
  { judges }: Pick<Core, 'judges'>,
  pages: readonly string[],
): Promise<Judge | null> {
  if (pages.length === 0) return null;
  const known = await judges.all();
  return known.find((judge) => pages.some((page) => problemAt(judge, page) !== null)) ?? null;
}
