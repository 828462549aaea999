import type { Uri } from 'vscode';
import { thisComputer, type Judge, type ProblemName } from '../../judges';
import type { Core } from '../shared/core';
import type { Choice } from '../shared/judges';
import { problemPagesOf } from './findSubmittedFile';

/** Returns the problem that a judge's URL refers to; null if none. */
export function problemAt(
  { submission, browserSubmission }: Pick<Judge, 'submission' | 'browserSubmission'>,
  address: string,
): ProblemName | null {
  return (browserSubmission?.problemAt ?? submission?.problemAt)?.(address) ?? null;
}

/** Returns the judge of the user that has the problem whose URL is stored for a file, by cph for example; null: none. */
export async function judgeOfProblem({ judges }: Pick<Core, 'judges'>, file: Uri): Promise<Judge | null> {
  const pages = await problemPagesOf(file);
  if (pages.length === 0) return null;
  const known = await judges.all();
  return known.find((judge) => pages.some((page) => problemAt(judge, page) !== null)) ?? null;
}

/**
 * Returns the judge to which a file belongs: one of the user's judges that has the problem whose URL is stored for the file,
 * else the chosen one, else the one of the file's newest result. `file`: null if there is none
 */
export async function judgeForFile(
  { judges, store }: Pick<Core, 'judges' | 'store'>,
  file: Uri | null,
): Promise<Choice> {
  const judge = file && (await judgeOfProblem({ judges }, file));
  if (judge) return { kind: 'chosen', judge };
  const choice = await judges.choice();
  if (choice.kind !== 'none' || !file) return choice;
  const uri = file.toString();
  const newest = store
    .records()
    .find(({ source, service }) => source?.uri === uri && service !== thisComputer.id);
  const before = newest ? await judges.judgeOf(newest.service) : null;
  return before ? { kind: 'chosen', judge: before } : choice;
}
