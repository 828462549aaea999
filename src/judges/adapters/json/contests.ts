import { contestState, type Contest } from '../../../results';
import type { Answer, Contests, ContestSubmissions, JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import type { FoundProblem, ListedProblems, ProblemForm, ProblemName } from '../../submission';
import { idAt, listAt, misplacedId, textAt } from '../described/dottedPaths';
import { DESCRIBED_CONTEST_VALID_MS, MAX_DESCRIBED_CONTESTS, MAX_DESCRIBED_PROBLEMS } from '../limits';
import { fillPath } from '../described/pathTemplate';
import { bodyOf, jsonOf, judgeTime } from '../shared/responseBody';
import { momentAt } from '../described/dottedPaths';
import { reportsFailure } from './refusals';
import type { DescribedContests, JsonDescription } from './description';
import { fetchRecentInContest } from './submissionLists';
import { contestOfPage } from './pages';

type WithContests = JsonDescription & { readonly contests: DescribedContests };

export function hasContests(described: JsonDescription): described is WithContests {
  return described.contests !== null;
}

async function fetchContest(http: JudgeHttp, described: WithContests, contest: string): Promise<Contest> {
  return contestIn(await fetchAnswer(http, described, contest), described, contest);
}

function fetchAnswer(http: JudgeHttp, { contests, failure }: WithContests, contest: string): Promise<Answer> {
  const isReusable = (answer: Answer): boolean =>
    answer.status === 200 && !reportsFailure(bodyOf(answer), failure);
  return http.get(fillPath(contests.path, { contest }), {
    keptFor: (answer) => (isReusable(answer) ? DESCRIBED_CONTEST_VALID_MS : 0),
  });
}

function contestIn(answer: Answer, { contests: { fields } }: WithContests, contest: string): Contest {
  const json = jsonOf(answer);
  return {
    id: contest,
    title: textAt(json, fields.title, 300),
    startsAt: momentAt(json, fields.startsAt),
    endsAt: momentAt(json, fields.endsAt),
  };
}

/** Waits for data about a contest. Returns the alternative if the judge doesn't send it to this user. */
async function unlessClosed<Value>(answer: Promise<Value>, alternative: Value): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    const isClosed =
      error instanceof RequestFailed &&
      error.failure.kind === 'status' &&
      [400, 403, 404].includes(error.failure.status);
    if (!isClosed) throw error;
    return alternative;
  }
}

/** Like `fetchContest`. If the judge doesn't show the contest, its title and its times are unknown. */
function fetchContestIfAny(http: JudgeHttp, described: WithContests, contest: string): Promise<Contest> {
  const unknown = { id: contest, title: null, endsAt: null };
  return unlessClosed<Contest>(fetchContest(http, described, contest), unknown);
}

export function contestsOf(described: WithContests): Contests {
  const { problems, page } = described.contests;
  return {
    fetch: (http, id) => fetchContest(http, described, id),
    fetchProblems: problems && ((http, id) => fetchProblems(http, described, problems, id)),
    contestAt: (address) => contestOfPage(described.websiteUrl, page, address),
    submissions: submissionsOf(described),
  };
}

/** Creates the lists of the user's submissions in contests. Undefined: no such list is configured. */
function submissionsOf(described: WithContests): ContestSubmissions | undefined {
  const { recent, contests } = described;
  const { running } = contests;
  const path = recent?.contestPath;
  if (!recent || path === undefined) return undefined;
  return {
    fetchOpen: running
      ? [
          async (http) => {
            const items = listAt(jsonOf(await http.get(running.path)), running.list, 'contests.running.list');
            return items.flatMap((item) => idAt(item, running.id) ?? []);
          },
        ]
      : [],

    select(contests) {
      return [...new Set(contests)].slice(0, MAX_DESCRIBED_CONTESTS);
    },

    async fetchRecent(http, contest) {
      // the list doesn't exist if the user must still join the contest, or if the contest hides its results
      const submissions = await unlessClosed(
        fetchRecentInContest(http, described, recent, path, contest),
        [],
      );
      if (submissions.length === 0) return [];
      const ofRecords = await fetchContestIfAny(http, described, contest);
      return submissions.map((submission) => ({ ...submission, contest: ofRecords }));
    },
  };
}

/** Fetches a contest and its problems; none before its start. */
async function fetchProblems(
  http: JudgeHttp,
  described: WithContests,
  problems: NonNullable<DescribedContests['problems']>,
  id: string,
): Promise<ListedProblems> {
  const answer = await unlessClosed<Answer | null>(fetchAnswer(http, described, id), null);
  const contest: Contest = answer ? contestIn(answer, described, id) : { id, title: null, endsAt: null };
  if (answer && contestState(contest, judgeTime(answer)) === 'notBegun') return { problems: [], contest };
  const json = jsonOf(await http.get(fillPath(problems.path, { contest: id })));
  const listed = problemsAt(json, problems, 'contests.problems');
  return { problems: listed.map((problem) => ({ ...problem, place: id, contest: contest.title })), contest };
}

/** Reads a list of problems. Throws `RequestFailed` if none of them has an ID. `setting`: that contains the paths. */
export function problemsAt(
  json: unknown,
  {
    list,
    fields,
  }: { readonly list: string; readonly fields: { readonly id: string; readonly title?: string | undefined } },
  setting: string,
): readonly FoundProblem[] {
  const items = listAt(json, list, `${setting}.list`).slice(0, MAX_DESCRIBED_PROBLEMS);
  const found = items.flatMap((item) => {
    const problemId = idAt(item, fields.id);
    if (problemId === null || problemId === '') return [];
    return [{ problemId, place: null, title: textAt(item, fields.title, 200) ?? '' }];
  });
  if (items.length > 0 && found.length === 0) throw misplacedId(items[0], fields.id, `${setting}.fields.id`);
  return found;
}

/** Adds the contest to the form of a problem. Before its start, the failure contains the start. */
export async function fetchFormInContest(
  http: JudgeHttp,
  described: WithContests,
  { place }: ProblemName,
  fetchForm: () => Promise<ProblemForm>,
): Promise<ProblemForm> {
  if (place === null) return fetchForm();
  try {
    const form = await fetchForm();
    return { ...form, contest: await fetchContestIfAny(http, described, place) };
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.failure.kind !== 'status') throw error;
    const { failure, sent } = error;
    const { cause } = failure;
    if (cause?.kind !== 'closed' || cause.why !== 'notBegun') throw error;
    const { startsAt = null } = await fetchContestIfAny(http, described, place);
    throw startsAt === null
      ? error
      : new RequestFailed({ ...failure, cause: { ...cause, startsAt } }, { sent });
  }
}
