import type { Case, Contest } from '../../../judge';
import type { JudgeHttp } from '../../adapter';
import { type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from '../results';
import { jsonOf } from '../responseBody';
import { refusal } from '../refusals';
import {
  type Raw,
  encoded,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  textOf,
  wholeOf,
} from '../jsonValues';
import { fetchAccountIfAny, type OwnAccount } from './account';
import { fetchContestIfAny } from './contest';
import { rules } from './rules';
import { below, fetchIfAny, fetchList, fetchListIfAny, fetchObjectIfAny, listIfAny } from './server';

/**
 * Returns whether a judgement is valid and has a verdict. An invalid one was replaced, and one without a verdict is
 * still running.
 */
export function isJudged({ judgement_type_id: type, valid }: Raw): boolean {
  return typeof type === 'string' && valid !== false;
}

/** Returns the submission ID of a judgement. */
export function submissionOf({ submission_id: id }: Raw): string {
  return textOf(id) ?? '';
}

/**
 * Fetches the submission, its judgement, and the account. After the verdict, also fetches the site's verdict names, the
 * cases if this account may see them, the contest, and the team's name if it is another team.
 */
export async function fetchResult(
  http: JudgeHttp,
  baseUrl: string,
  contest: string,
  requestId: string,
): Promise<ResultAnswer> {
  const answer = await http.get(below(contest, `submissions/${encoded(requestId)}`));
  const submission = objectOf(jsonOf(answer));

  const judgements = await fetchList(http, below(contest, `judgements?submission_id=${encoded(requestId)}`));
  // PC² ignores parameters and sends the judgements of all submissions
  const judgement = judgements.findLast(
    (candidate) => submissionOf(candidate) === requestId && candidate.valid !== false,
  );

  const account = await fetchAccountIfAny(http, baseUrl, contest);
  const team = otherTeamOf(submission, account);
  // teams can't read the judgements of other teams
  if (team !== null && !judgement && account?.isTeam) {
    throw refusal(answer, { status: 403, belongsTo: 'team' });
  }
  const details = judgement && isJudged(judgement) ? await fetchDetails(http, contest, judgement) : null;
  const user = details && team !== null ? await fetchTeamName(http, contest, team) : team;

  const types = details?.types ?? new Map<unknown, Raw>();
  const { code, name } = judgement ? codeOf(judgement, types) : { code: 'QUEUED', name: null };
  // PC² sends 0 s for programs that didn't run
  const hasRun = details !== null && code !== 'CE';
  const cases = (details?.runs ?? []).map((run, index) => caseIn(run, index, types));
  return resultOf({
    requestId,
    status: code,
    isCompileError: code === 'CE',
    judge: {
      score: numberOf(judgement?.score),
      time: hasRun ? milliseconds(numberOf(judgement?.max_run_time)) : null,
      subtasks: flatSubtask(cases),
    },
    description: name,
    hidesCases: hasRun && details.hidesRuns,
    about: {
      hint: contest,
      problem: problemNamed(textOf(submission.problem_id)),
      language: textOf(submission.language_id),
      at: momentOf(submission.time),
      ...(user === null ? {} : { user: user.slice(0, 200) }),
      ...(details ? { contest: details.contest } : {}),
    },
  });
}

/** Data that is only fetched after the verdict. */
interface Details {
  /** The site's verdicts by ID. */
  readonly types: ReadonlyMap<unknown, Raw>;
  readonly runs: readonly Raw[];
  /** Whether the server hides the runs from this account. */
  readonly hidesRuns: boolean;
  readonly contest: Contest;
}

async function fetchDetails(http: JudgeHttp, contest: string, judgement: Raw): Promise<Details> {
  const types = await fetchListIfAny(http, below(contest, 'judgement-types'));
  const id = encoded(textOf(judgement.id) ?? '');
  // older versions use another name for the parameter
  const path = below(contest, `runs?judgement_id=${id}&judging_id=${id}`);
  const answer = await fetchIfAny(http, path);
  return {
    types: new Map(types.map((type) => [type.id, type])),
    // servers that ignore the parameter send the runs of all judgements
    runs: listIfAny(answer).filter(
      ({ judgement_id: judgementId }) => judgementId === undefined || judgementId === judgement.id,
    ),
    hidesRuns: answer.status >= 400,
    contest: await fetchContestIfAny(http, contest),
  };
}

/** Returns the team ID of a submission. Null: it is the account's own team, or unknown. */
function otherTeamOf({ team_id: team }: Raw, account: OwnAccount | null): string | null {
  const id = textOf(team);
  return account === null || id === null || account.teams.includes(id) ? null : id;
}

/** Fetches the name of a team; returns its ID if it has no name. */
async function fetchTeamName(http: JudgeHttp, contest: string, id: string): Promise<string> {
  const team = await fetchObjectIfAny(http, below(contest, `teams/${encoded(id)}`));
  return textOf(team.display_name) ?? textOf(team.name) ?? id;
}

/**
 * Returns the status code of a judgement or run. Custom verdicts of a site become accepted or rejected, with the site's
 * name.
 */
function codeOf(
  judgement: Raw,
  types: ReadonlyMap<unknown, Raw>,
): { readonly code: string; readonly name: string | null } {
  const code = textOf(judgement.judgement_type_id);
  if (code === null) return { code: 'JUDGING', name: null };
  const type = types.get(code);
  if (Object.hasOwn(rules.statuses, code) || !type) return { code, name: null };
  return { code: type.solved === true ? 'AC' : 'REJ', name: textOf(type.name)?.slice(0, 200) ?? code };
}

function caseIn(run: Raw, index: number, types: ReadonlyMap<unknown, Raw>): Case {
  const { code, name } = codeOf(run, types);
  return caseOf({
    id: wholeOf(run.ordinal) ?? index + 1,
    status: code,
    score: numberOf(run.score),
    time: milliseconds(numberOf(run.run_time)),
    description: name,
  });
}
