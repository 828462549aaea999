import type { JudgeHttp } from '../../adapter';
import type { Submission, Submitted } from '../../submission';
import { readAccepted } from '../shared/acceptedResponse';
import { accepted } from '../shared/listedSubmissions';
import { throwIf } from '../shared/refusals';
import { readObject } from '../shared/responseBody';
import { contestPath, submissionRefusalIn } from './refusals';
import { idOf } from './runs';

export async function submit(
  http: JudgeHttp,
  contest: string,
  { problemId, language, code, fileName = 'source' }: Submission,
  site: string,
): Promise<Submitted> {
  const answer = await http.send({
    method: 'POST',
    path: contestPath(contest, 'submissions'),
    form: {
      compiler: language,
      problem: problemId,
      file: { fileName, text: code },
    },
  });
  throwIf(submissionRefusalIn(answer, contest, site));
  return readAccepted(answer, () => {
    const body = readObject(answer);
    const id = idOf(body.raw.runId);
    return id === '' ? body.typeMismatch('runId', 'a request ID') : accepted(id, contest);
  });
}
