import type { Answer, JudgeHttp } from '../../adapter';
import type { Submission, Submitted } from '../../submission';
import { readAccepted } from '../shared/acceptedResponse';
import { accepted } from '../shared/listedSubmissions';
import { throwIf } from '../shared/refusals';
import type { ContestPaths } from './addresses';
import { isRefusedWith, refusalIn, resultIn } from './refusals';
import { fetchNewestRunOf } from './runs';

/**
 * Submits a program. If the program equals the last run of the problem, ejudge rejects it and doesn't send that run's
 * ID. In this case, finds that run and returns it.
 */
export async function submit(
  http: JudgeHttp,
  paths: ContestPaths,
  { problemId, language, code }: Submission,
): Promise<Submitted> {
  const answer = await http.send({
    method: 'POST',
    path: paths.submit,
    form: {
      prob_id: problemId,
      lang_id: language,
      file: { fileName: 'source', text: code },
    },
  });
  if (isRefusedWith(answer, 'ERR_DUPLICATE_SUBMIT')) {
    const sameRun = await fetchNewestRunOf(http, paths, problemId);
    if (sameRun !== null) return accepted(sameRun);
  }
  throwIf(refusalIn(answer, paths));
  return accepted(readAccepted(answer, submittedId));
}

function submittedId(answer: Answer): string {
  const result = resultIn(answer);
  const id = result.integer('run_id');
  return id === null || id < 0 ? result.typeMismatch('run_id', 'a request ID') : String(id);
}
