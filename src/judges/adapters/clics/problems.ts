import type { JudgeHttp } from '../../adapter';
import type {
  FoundProblem,
  ListedProblems,
  ProblemForm,
  ProblemName,
  ProblemSamples,
} from '../../submission';
import { bytesFromBase64 } from '../../../base/base64';
import { comparison } from './verdicts';
import { statedRule } from '../shared/comparisonInStatement';
import { samplesInArchive } from '../shared/samplesArchive';
import { throwIf, throwIfBusy } from '../shared/refusals';
import { jsonOf } from '../shared/responseBody';
import { milliseconds, numberOf, objectsOf, type Raw, textOf, wholeOf } from '../shared/jsonValues';
import {
  type ContestAddress,
  configurationRequest,
  languagesRequest,
  problemsRequest,
  samplesRequest,
} from './constants';
import { contestIn, contestRequest, fetchContest } from './contest';
import { listIfAny, objectIfAny, refusalIn, siteOf } from './requests';
import { languageOf } from './submission';

/**
 * Fetches the problems of a contest. Before the start, their list is empty. An empty list is never reused, so that the
 * problems appear at the start.
 */
export async function fetchProblems(http: JudgeHttp, contest: string): Promise<ListedProblems> {
  const answer = await http.send(problemsRequest(contest));
  if (answer.status !== 404) throwIf(refusalIn(answer));
  const problems = answer.status === 404 ? [] : problemsIn(objectsOf(jsonOf(answer)), contest);
  if (problems.length > 0) {
    const ofContest = await http.send(contestRequest(contest));
    return { problems, contest: contestIn(objectIfAny(ofContest), contest) };
  }
  // the start may have been postponed since the last response
  const current = await fetchContest(http, contest);
  return { problems, contest: current };
}

function problemsIn(problems: readonly Raw[], contest: string): readonly FoundProblem[] {
  return problems
    .map((problem) => ({
      problemId: textOf(problem.id) ?? '',
      place: contest,
      letter: textOf(problem.label) ?? '',
      shortName: textOf(problem.short_name) ?? '',
      title: textOf(problem.name) ?? '',
      limits: limitsOf(problem),
    }))
    .filter(({ problemId }) => problemId !== '');
}

/** Fetches the languages of a contest, and the limits and the title of a problem. */
export async function fetchForm(
  http: JudgeHttp,
  { baseUrl, contest }: ContestAddress,
  { problemId }: ProblemName,
): Promise<ProblemForm> {
  const [languages, ofContest, problems, config] = await http.sendAll([
    languagesRequest(contest),
    contestRequest(contest),
    problemsRequest(contest),
    ...(siteOf(baseUrl) === null ? [] : [configurationRequest()]),
  ]);
  if (!languages || !ofContest || !problems) throw new Error('a response is missing');
  throwIf(refusalIn(languages));
  for (const answer of [ofContest, problems]) throwIfBusy(refusalIn(answer));
  const problem = listIfAny(problems).find(({ id }) => id === problemId) ?? {};
  const { sourcesize_limit: kibibytes, sourcefiles_limit: files } = config ? objectIfAny(config) : {};
  const size = numberOf(kibibytes);
  const ofRecords = contestIn(objectIfAny(ofContest), contest);
  return {
    languages: objectsOf(jsonOf(languages)).map(languageOf),
    limits: limitsOf(problem),
    title: textOf(problem.name),
    letter: textOf(problem.label),
    sourceLimits: { size: size === null ? null : size * 1024, files: wholeOf(files) },
    contest: ofRecords,
    remaining: { endsAt: ofRecords.endsAt, submissions: null },
  };
}

/**
 * Fetches the samples of a problem and its limits. DOMjudge sends the samples of all problems in one archive, in a folder
 * for each label. A contest without samples has no archive.
 */
export async function fetchSamples(
  http: JudgeHttp,
  contest: string,
  { problemId }: ProblemName,
): Promise<ProblemSamples> {
  const [problems, archive] = await http.sendAll([problemsRequest(contest), samplesRequest(contest)]);
  if (!problems || !archive) throw new Error('a response is missing');
  throwIf(refusalIn(problems));
  throwIfBusy(refusalIn(archive));
  const problem = objectsOf(jsonOf(problems)).find(({ id }) => id === problemId) ?? {};
  const label = textOf(problem.label);
  const bytes = label === null || archive.status !== 200 ? null : bytesFromBase64(archive.text);
  const found = bytes && (await samplesInArchive(bytes, `${label}/`));
  return {
    samples: found?.samples ?? [],
    limits: limitsOf(problem),
    ...statedRule(comparison, found?.statement ?? ''),
  };
}

function limitsOf({ time_limit: seconds, memory_limit: mebibytes }: Raw): ProblemForm['limits'] {
  const time = milliseconds(numberOf(seconds));
  const memory = numberOf(mebibytes);
  if (time === null && memory === null) return null;
  return { time, memory: memory === null ? null : memory * 1024 };
}
