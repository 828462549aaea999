import { fromBase64 } from '../../../base/base64';
import { type AboutResult, type Contest, type JsonObject, type Subtask, meaningOf } from '../../../results';
import type { Answer } from '../../adapter';
import { type ReadResult, caseOf, resultOf, subtaskOf } from '../shared/makeResult';
import { failedVerdicts, rules } from './verdicts';
import { CODEFORCES_LONGEST_CONTEST_MS } from '../limits';
import { readObject } from '../shared/responseBody';
import { type Raw, kibibytes, momentOf, objectOf, textOf } from '../shared/jsonValues';

/** Reads all submissions in the response of `user.status` or `contest.status`, by their request IDs. */
export function readSubmissions(answer: Answer): ReadonlyMap<string, ReadResult> {
  const body = readObject(answer);
  const results = body.list('result', (submission) => readSubmission(submission, answer.receivedAt));
  const notices = body.notices();
  const byId = new Map<string, ReadResult>();
  for (const result of results) {
    const { requestId } = result.envelope;
    // a submission without a number has no request ID
    if (requestId) byId.set(requestId, { ...result, notices });
  }
  return byId;
}

/** `receivedAt`: ms since 1970 */
function readSubmission(submission: JsonObject, receivedAt: number): ReadResult {
  const id = submission.integer('id');
  const verdict = submission.text('verdict');
  // the system tests after the round can still change the verdict
  const isPretested = verdict === 'OK' && submission.raw.testset === 'PRETESTS';
  const status = isPretested ? 'PRETESTS_PASSED' : verdict;
  const passed = submission.integer('passedTestCount');
  return resultOf({
    requestId: id === null ? '' : String(id),
    status,
    isCompileError: status === 'COMPILATION_ERROR',
    passed,
    judge: {
      id,
      score: submission.number('points'),
      time: submission.number('timeConsumedMillis'),
      memory: kibibytes(submission.number('memoryConsumedBytes')),
      subtasks: failedTest(status, passed),
    },
    about: {
      hint: numberText(submission.raw.contestId) || null,
      problem: problemIn(objectOf(submission.raw.problem)),
      code: fromBase64(textOf(submission.raw.sourceBase64) ?? '') || null,
      language: textOf(submission.raw.programmingLanguage),
      at: momentOf(submission.raw.creationTimeSeconds),
      ...contestIn(submission.raw, receivedAt),
    },
  });
}

/** Returns the failed test, which follows the passed ones. Codeforces only reports the number of passed tests. */
function failedTest(verdict: string | null, passed: number | null): readonly Subtask[] {
  if (verdict === null || passed === null || !failedVerdicts.has(verdict)) return [];
  return [subtaskOf({ status: verdict, cases: [caseOf({ id: passed + 1, status: verdict })] })];
}

export function problemIn({ contestId, index, name }: Raw): AboutResult['problem'] {
  const letter = textOf(index);
  return letter === null ? null : { id: numberText(contestId) + letter, title: textOf(name) };
}

/**
 * Returns the contest of a submission that was made during it. A list doesn't contain its end, so it is unknown until
 * the contest is requested. Empty for practice, virtual participation, and old submissions, whose contests have ended.
 */
function contestIn(submission: Raw, receivedAt: number): { readonly contest?: Contest } {
  const id = numberText(submission.contestId);
  const at = momentOf(submission.creationTimeSeconds);
  const { participantType } = objectOf(submission.author);
  const isDuringContest =
    participantType === 'CONTESTANT' ||
    participantType === 'OUT_OF_COMPETITION' ||
    (typeof participantType !== 'string' && Number(submission.relativeTimeSeconds) < NO_RELATIVE_TIME);
  const isOld = at !== null && at < receivedAt - CODEFORCES_LONGEST_CONTEST_MS;
  return id === '' || isOld || !isDuringContest ? {} : { contest: { title: null, endsAt: null, id } };
}

/** `relativeTimeSeconds` of a submission outside of a contest. */
const NO_RELATIVE_TIME = 2_147_483_647;

export function isPending({ envelope }: ReadResult): boolean {
  const status = envelope.data?.judge?.status ?? null;
  return (meaningOf(rules.statuses, status)?.kind ?? 'pending') === 'pending';
}

/** Returns a number as text; empty if the value isn't a number. */
function numberText(value: unknown): string {
  return typeof value === 'number' ? String(value) : '';
}
