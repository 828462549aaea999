import type { JsonObject } from '../../../results';
import type { JudgeHttp, ListedSubmission } from '../../adapter';
import { recentOf } from '../shared/listedSubmissions';
import { readObject } from '../shared/responseBody';
import { submissionIdIn } from './refusals';
import { languageIn } from './languages';
import { ACCEPTED, NOT_ACCEPTED } from './verdicts';
import type { Scope } from './addresses';
import { timeIn } from './times';

/** Fetches the user’s submissions to a task, newest first. CSES has no list of all submissions. */
export async function fetchOfTask(
  http: JudgeHttp,
  scope: Scope,
  task: string,
): Promise<readonly ListedSubmission[]> {
  const listed = readObject(await http.get(scope.submissions(task))).list('submissions', (submission) =>
    readListed(submission, task),
  );
  // IDs increase with time, and times may be unknown
  return listed.toSorted((one, other) => Number(other.requestId) - Number(one.requestId));
}

function readListed(submission: JsonObject, task: string): ListedSubmission {
  return {
    ...recentOf({
      requestId: submissionIdIn(submission),
      problem: task,
      problemId: task,
      status: outcomeOf(submission.raw.outcome_status),
      score: submission.number('outcome_score'),
      at: timeIn(submission.raw.time),
    }),
    time: submission.number('code_time'),
    language: languageIn(submission.raw.language).language,
  };
}

/** Converts an outcome in a list to a status code. Null: pending or unknown. */
function outcomeOf(outcome: unknown): string | null {
  if (outcome === 'pass') return ACCEPTED;
  return outcome === 'fail' ? NOT_ACCEPTED : null;
}
