import { bytesFromBase64 } from '../../../base/base64';
import type { JudgeHttp } from '../../adapter';
import type { ProblemName, ProblemSamples } from '../../submission';
import { encoded } from '../shared/jsonValues';
import { botCheckIn, refusalByStatus, throwIf, throwIfBusy } from '../shared/refusals';
import { samplesInArchive } from '../shared/samplesArchive';

/**
 * Fetches the samples of a problem, which is the same in all contests. Problems without samples, such as interactive ones,
 * have no archive.
 */
export async function fetchSamples(http: JudgeHttp, { problemId }: ProblemName): Promise<ProblemSamples> {
  const answer = await http.send({
    method: 'GET',
    path: `/problems/${encoded(problemId.toLowerCase())}/file/statement/samples.zip`,
    isBinary: true,
    mayBeTooLarge: true,
  });
  throwIf(botCheckIn(answer));
  throwIfBusy(refusalByStatus(answer));
  const archive = answer.status === 200 ? bytesFromBase64(answer.text) : null;
  const found = archive && (await samplesInArchive(archive, ''));
  return { samples: found?.samples ?? [], limits: null };
}
