import type { Clarification, JuryQuestion } from '../../adapter';
import type { JudgeHttp } from '../../http/judgeHttp';
import { newestClarifications } from '../shared/newestClarifications';
import { type Raw, momentOf, objectsOf, textOf } from '../shared/jsonValues';
import { throwIf } from '../shared/refusals';
import { jsonOf } from '../shared/responseBody';
import { accountIn, type OwnAccount } from './account';
import { accountRequest, type ContestAddress, ofAnyAge, problemsRequest, teamsRequest } from './constants';
import { problemOf } from './judgement';
import { below, listIfAny, objectIfAny, refusalIn, siteOf } from './requests';
import { nameOfTeam, shownProblem } from './submissionStates';

/** Fetches the clarifications of a contest. Problems, teams, and account are reused from earlier requests, of any age. */
export async function fetchClarifications(
  http: JudgeHttp,
  { baseUrl, contest }: ContestAddress,
): Promise<readonly Clarification[]> {
  const answer = await http.send({ method: 'GET', path: below(contest, 'clarifications') });
  throwIf(refusalIn(answer));
  const messages = objectsOf(jsonOf(answer));
  if (messages.length === 0) return [];
  const [ofProblems, user] = await http.sendAll([
    ofAnyAge(problemsRequest(contest)),
    accountRequest(baseUrl, contest),
  ]);
  if (!ofProblems || !user) throw new Error('each request has a response');
  const problems = new Map(
    listIfAny(ofProblems).map((problem): [string, Raw] => [textOf(problem.id) ?? '', problem]),
  );
  const account = accountIn(objectIfAny(user), baseUrl);
  const isQuestion = (raw: Raw): boolean => kindOf(raw, account) === 'question';
  const names = messages.some(isQuestion) ? await fetchTeamNames(http, contest) : null;
  return newestClarifications(
    messages.flatMap((raw): readonly Clarification[] => {
      const { time, text } = raw;
      const id = textOf(raw.id);
      if (id === null) return [];
      const problem = problemOf(raw, problems);
      const team = isQuestion(raw) ? names?.get(textOf(raw.from_team_id) ?? '') : undefined;
      const answerPage = isQuestion(raw) ? answerPageAt(baseUrl, id) : undefined;
      return [
        {
          id,
          kind: kindOf(raw, account),
          ...(team === undefined ? {} : { team }),
          ...(answerPage === undefined ? {} : { answerPage }),
          problem: problem && shownProblem(problem),
          text: textOf(text) ?? '',
          at: momentOf(time),
        },
      ];
    }),
  );
}

/** Returns the URL of DOMjudge's page on which the jury answers a question; undefined: another server. */
function answerPageAt(baseUrl: string, id: string): string | undefined {
  const site = siteOf(baseUrl);
  return site !== null && /^\d{1,9}$/.test(id) ? `${site}/jury/clarifications/${id}` : undefined;
}

/** Fetches the team names by team ID; none if the server rejects the request. */
async function fetchTeamNames(http: JudgeHttp, contest: string): Promise<ReadonlyMap<string, string>> {
  const teams = listIfAny(await http.send(ofAnyAge(teamsRequest(contest))));
  return new Map(teams.map((team): [string, string] => [textOf(team.id) ?? '', nameOfTeam(team)]));
}

/** Messages of the jury have no sender. */
function kindOf(
  { from_team_id: from, to_team_id: to }: Raw,
  { teams, isJury }: OwnAccount,
): Clarification['kind'] {
  const sender = textOf(from);
  if (sender !== null) return teams.includes(sender) || !isJury ? 'sent' : 'question';
  const receiver = textOf(to);
  // some accounts of the jury also have a team
  const concernsUser = receiver === null ? teams.length > 0 : teams.includes(receiver);
  if (isJury && !concernsUser) return 'sent';
  return receiver === null ? 'announcement' : 'answer';
}

export async function askJury(http: JudgeHttp, { contest, problemId, text }: JuryQuestion): Promise<void> {
  await http.postJson(below(contest, 'clarifications'), {
    text,
    ...(problemId === null ? {} : { problem_id: problemId }),
  });
}
