import type { Reply } from '../service/http/reply';
import { ApiError } from './errors';
import { clarificationObject } from './objects';
import { shownId, type DomjudgeContest, type DomjudgeSite, type DomjudgeUser } from './site';
import { textIn, type SubmissionForm } from './submitting';

/**
 * Adds a question of a team to the jury, and returns the response. Questions may be empty, and may come before the start.
 */
export function ask(
  site: DomjudgeSite,
  user: DomjudgeUser,
  contest: DomjudgeContest,
  { fields }: SubmissionForm,
): Reply {
  if (!user.roles.includes('team'))
    throw new ApiError(403, 'You need to have the Team Member role to add a clarification');
  const { team } = user;
  if (!team) throw new ApiError(400, 'User does not belong to a team.');
  const problemId = textIn(fields, 'problem_id');
  const problem = contest.problems.find((candidate) => shownId(site, candidate) === problemId) ?? null;
  if (problemId !== null && !problem) throw new ApiError(400, `Problem '${problemId}' not found.`);
  const added = site.clarify({ text: textIn(fields, 'text') ?? '', contest, problem, from: team });
  return { status: 200, body: clarificationObject(site, added) };
}
