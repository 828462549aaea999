import type { JudgeHttp, ListedSubmission } from '../../adapter';
import type { Answer, OutgoingRequest } from '../../http/judgeHttp';
import { encoded, numberOf, objectsOf, textOf, type Raw } from '../shared/jsonValues';
import { DMOJ_PROBLEM_VALID_MS, MAX_DMOJ_LISTED_PROBLEMS } from '../limits';
import { throwIfBusy } from '../shared/refusals';
import { refusalIn } from './refusals';
import { contestRequest, objectIn } from './contest';
import { verdictOf } from './verdicts';

/**
 * Adds the highest possible scores and the titles to a list of the API: the points of the problem, or those that its
 * contest gives for it. Problems that the API doesn't show have none. Throws `RequestFailed` if the site is too busy.
 */
export async function withMaxima(
  http: JudgeHttp,
  submissions: readonly ListedSubmission[],
): Promise<readonly ListedSubmission[]> {
  const scored = submissions.filter(({ score }) => score !== null);
  const codes = distinct(scored.filter(({ hint }) => hint === null).map(({ problemId }) => problemId));
  const contests = distinct(scored.map(({ hint }) => hint));
  const answers = await http.sendAll([...codes.map(problemRequest), ...contests.map(contestRequest)]);
  for (const answer of answers) throwIfBusy(refusalIn(answer));
  const problems = new Map(codes.map((code, index) => [code, objectIn(answers[index])]));
  const contestProblems = new Map(
    contests.map((key, index) => [key, problemsIn(answers[codes.length + index])]),
  );
  return submissions.map((listed) => {
    const { hint, problemId, score, status } = listed;
    if (problemId === null || score === null) return listed;
    const problem = hint === null ? problems.get(problemId) : contestProblems.get(hint)?.get(problemId);
    const points = numberOf(problem?.points);
    const maximum = points === null || points < score ? null : points;
    return {
      ...listed,
      status: typeof status === 'string' ? verdictOf(status, score, maximum) : status,
      problemTitle: textOf(problem?.name)?.slice(0, 300) ?? listed.problemTitle,
      ...(maximum === null ? {} : { maximum }),
    };
  });
}

/** Returns the different texts, without null. */
function distinct(texts: readonly (string | null)[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text ?? []))].slice(0, MAX_DMOJ_LISTED_PROBLEMS);
}

function problemRequest(code: string): OutgoingRequest {
  return {
    method: 'GET',
    path: `/api/v2/problem/${encoded(code)}`,
    // a problem that the API doesn't show may become public
    keptFor: ({ status }) => (status === 200 ? DMOJ_PROBLEM_VALID_MS : 0),
  };
}

function problemsIn(answer: Answer | undefined): ReadonlyMap<string, Raw> {
  const problems = objectsOf(objectIn(answer).problems);
  return new Map(problems.map((problem) => [textOf(problem.code) ?? '', problem]));
}
