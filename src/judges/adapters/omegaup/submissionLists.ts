import type { JsonObject } from '../../../results';
import type { BatchAnswer, JudgeHttp, ListedSubmission } from '../../adapter';
import type { RequestName } from '../../requestName';
import type { ProblemName, Submission } from '../../submission';
import { endedOrNotReady, recentOf } from '../shared/listedSubmissions';
import { MAX_OMEGAUP_SUBMISSIONS } from '../limits';
import { bodyOf, readObject } from '../shared/responseBody';
import { refusal, throwIf } from '../shared/refusals';
import { encoded, momentOf, numberOf, objectOf, textOf } from '../shared/jsonValues';
import { languageNameOf } from './languages';
import { hintOf, readHint, readPlace } from './addresses';
import { rounded } from './result';
import { DISQUALIFIED } from './verdicts';
import { refusalIn } from './refusals';

/** Fetches the states of runs of one problem. */
export async function fetchStates(
  http: JudgeHttp,
  pending: readonly RequestName[],
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const problem = readHint(pending[0]?.hint ?? null)?.problemId ?? '';
  const answer = await http.get(runsPath(problem));
  const states = readObject(answer).list(
    'runs',
    ({ raw }) => [textOf(raw.guid) ?? '', endedOrNotReady(raw.status === 'ready')] as const,
  );
  return new Map(states);
}

/** Returns whether one request returns all of these runs. */
export function areOfOneProblem(pending: readonly RequestName[]): boolean {
  const [problem, ...others] = new Set(pending.map(({ hint }) => readHint(hint)?.problemId ?? null));
  return pending.length > 1 && typeof problem === 'string' && others.length === 0;
}

/** Fetches the user's runs of a problem, newest first: in its contest, or else in all contests and outside of them. */
export async function fetchRunsOfProblem(
  http: JudgeHttp,
  { problemId, place }: ProblemName,
): Promise<readonly ListedSubmission[]> {
  const answer = await http.get(runsPath(problemId));
  const runs = readObject(answer).list('runs', (run) => ({ run, contest: textOf(run.raw.contest_alias) }));
  return runs
    .filter(({ contest }) => belongsTo(contest, place))
    .map(({ run, contest }) => listedRun(run, { problemId, place: contest ?? assignmentIn(place) }))
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

/** Runs of a course are listed without it. `contest`: alias of the run's contest; null: it has none */
function belongsTo(contest: string | null, place: string | null): boolean {
  if (place === null) return true;
  return readPlace(place)?.kind === 'contest' ? contest === place : contest === null;
}

function assignmentIn(place: string | null): string | null {
  return readPlace(place)?.kind === 'assignment' ? place : null;
}

function runsPath(problemId: string): string {
  return `/api/problem/runs/?problem_alias=${encoded(problemId)}`;
}

/** Fetches the user's runs of that problem in that language, oldest first. `sentAt`: by the judge's clock, inclusive */
export async function findSent(
  http: JudgeHttp,
  submission: Submission,
  sentAt: { readonly from: number; readonly to: number },
): Promise<readonly ListedSubmission[]> {
  const runs = await fetchRunsOfProblem(http, submission);
  return runs
    .filter(
      ({ language, at }) =>
        language === submission.language && at !== null && at >= sentAt.from && at <= sentAt.to,
    )
    .filter(({ contest }) => submission.place !== null || contest === undefined)
    .toReversed();
}

/**
 * Fetches the user's newest runs of all problems: at most a day old, finished, of public problems, and not made during a
 * contest.
 */
export async function fetchRecent(http: JudgeHttp, account: string): Promise<readonly ListedSubmission[]> {
  const path = `/api/submission/list/?username=${encoded(account)}&page=1&pageSize=${MAX_OMEGAUP_SUBMISSIONS}`;
  const answer = await http.send({ method: 'GET', path });
  const refused = refusalIn(answer);
  if (refused && objectOf(bodyOf(answer)).errorname === 'userInformationIsPrivate')
    throw refusal(answer, { status: 403, cause: { kind: 'privateProfile' } });
  throwIf(refused);
  return readObject(answer).list('submissions', (run) => {
    const verdict = textOf(run.raw.verdict);
    const problemId = textOf(run.raw.alias);
    return {
      ...recentOf({
        requestId: textOf(run.raw.guid) ?? '',
        hint: problemId,
        problem: problemId,
        problemId,
        problemTitle: textOf(run.raw.title),
        place: null,
        status: verdict,
        at: momentOf(run.raw.time),
      }),
      ...figuresIn(run, verdict, null),
    };
  });
}

/** Reads a run in the list of a problem. Its verdict and score are valid only if the status is `ready`. */
function listedRun(run: JsonObject, name: ProblemName): ListedSubmission {
  const { raw } = run;
  const { place } = name;
  const isReady = raw.status === 'ready';
  const verdict = isReady ? textOf(raw.verdict) : null;
  const status = isReady && raw.type === DISQUALIFIED ? DISQUALIFIED : (verdict ?? textOf(raw.status));
  return {
    ...recentOf({
      requestId: textOf(raw.guid) ?? '',
      hint: hintOf(name),
      problem: name.problemId,
      problemId: name.problemId,
      place,
      status,
      at: momentOf(raw.time),
    }),
    // the list has the alias, not the title
    ...(readPlace(place)?.kind === 'contest' && place !== null
      ? { contest: { title: place, endsAt: null, id: place } }
      : {}),
    ...figuresIn(run, verdict, numberOf(raw.score)),
  };
}

/** Returns the figures of a listed run. `share`: its score between 0 and 1; null: not listed */
function figuresIn(
  run: JsonObject,
  verdict: string | null,
  share: number | null,
): Pick<ListedSubmission, 'time' | 'language' | 'languageName' | 'score' | 'maximum'> {
  const language = textOf(run.raw.language);
  const languageName = languageNameOf(language);
  const hasRun = verdict !== null && !['CE', 'JE', 'VE'].includes(verdict);
  return {
    time: hasRun ? run.number('runtime') : null,
    language,
    ...(languageName === null ? {} : { languageName }),
    score: null,
    ...(hasRun && share !== null ? { score: rounded(share * 100), maximum: 100 } : {}),
  };
}
