import type { JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import type { Submission, Submitted } from '../../submission';
import { readAccepted } from '../shared/acceptedResponse';
import { bodyOf, judgeTime, jsonOf, readObject } from '../shared/responseBody';
import { throwIf } from '../shared/refusals';
import { encoded, momentOf, objectOf, wholeOf } from '../shared/jsonValues';
import { placeRequest } from './contests';
import { hintOf, readPlace } from './addresses';
import { refusalAt, refusalIn } from './refusals';

/** Submits a program to its problem in a contest, in an assignment, or outside of both. */
export async function submit(http: JudgeHttp, submission: Submission): Promise<Submitted> {
  const { problemId, language, code } = submission;
  const form = {
    problem_alias: problemId,
    ...(await placeFields(http, submission.place)),
    language,
    source: code,
  };
  const answer = await http.send({ method: 'POST', path: '/api/run/create/', form });
  const place = readPlace(submission.place);
  const refused = place === null ? refusalIn(answer) : refusalAt(answer, place);
  if (refused) throw await withWait(http, submission, refused);
  const guid = readAccepted(answer, () => {
    const run = readObject(answer);
    const id = run.text('guid') ?? '';
    return /^[0-9a-f]{32}$/.test(id) ? id : run.typeMismatch('guid', 'a request ID');
  });
  const nextAt = momentOf(objectOf(bodyOf(answer)).nextSubmissionTimestamp);
  return {
    kind: 'accepted',
    requestId: guid,
    hint: hintOf(submission),
    ...(nextAt === null ? {} : { nextAt }),
  };
}

/** Returns the fields that name the contest, or the number of the assignment. */
async function placeFields(http: JudgeHttp, text: string | null): Promise<Readonly<Record<string, string>>> {
  if (text === null) return {};
  const place = readPlace(text);
  // without it, the program would be practice
  if (place === null) throw new RequestFailed({ kind: 'contestUnknown' }, { sent: 'no' });
  if (place.kind === 'contest') return { contest_alias: place.contest };
  const answer = await http.send(placeRequest(place));
  throwIf(refusalAt(answer, place));
  const number = wholeOf(objectOf(jsonOf(answer)).problemset_id);
  if (number === null) return readObject(answer).typeMismatch('problemset_id', 'a whole number');
  return { problemset_id: String(number) };
}

/** If the submission came too early, adds how long to wait, which the refusal doesn't contain. */
async function withWait(
  http: JudgeHttp,
  { problemId, place }: Submission,
  refused: RequestFailed,
): Promise<RequestFailed> {
  const { failure } = refused;
  // in a contest, the details of the problem would start its clock
  if (failure.kind !== 'status' || failure.cause?.kind !== 'tooSoon' || place !== null) return refused;
  const path = `/api/problem/details/?problem_alias=${encoded(problemId)}`;
  const answer = await http.send({ method: 'GET', path });
  const nextAt = answer.status === 200 ? momentOf(objectOf(bodyOf(answer)).nextSubmissionTimestamp) : null;
  if (nextAt === null) return refused;
  const retryAfter = Math.max(nextAt - judgeTime(answer), 0);
  return new RequestFailed({ ...failure, retryAfter }, { sent: 'no' });
}
