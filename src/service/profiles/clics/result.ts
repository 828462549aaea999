import type { Case } from '../../../judge';
import type { Question } from '../../question';
import { type PlainAnswer, type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from '../answer';
import { refused } from '../reading';
import { type Raw, encoded, milliseconds, momentOf, numberOf, objectOf, textOf, wholeOf } from '../values';
import { accountIn, accountRequest } from './account';
import { rules } from './rules';
import { all, below, one, understood } from './server';

/** A replaced judgement is invalid. One without a verdict is under way. */
export function isJudged({ judgement_type_id: type, valid }: Raw): boolean {
  return typeof type === 'string' && valid !== false;
}

/** The ID of the submission that a judgement belongs to. */
export function submissionOf({ submission_id: id }: Raw): string {
  return textOf(id) ?? '';
}

/**
 * Requests the submission, its judgement, and the account. After the verdict also the meaning of the site's verdicts, the
 * cases if this account may see them, and the name of the team if it isn't the account's own.
 */
export function resultQuestion(baseUrl: string, contest: string, requestId: string): Question<ResultAnswer> {
  // PC² ignores parameters and sends the judgements of all submissions
  const judgementIn = (answer: PlainAnswer | undefined): Raw | undefined =>
    all(answer).findLast((judgement) => submissionOf(judgement) === requestId && judgement.valid !== false);
  return {
    request: below(contest, `submissions/${encoded(requestId)}`),
    more: [
      below(contest, `judgements?submission_id=${encoded(requestId)}`),
      { ...accountRequest(baseUrl, contest), mayBeRefused: true },
      ([, judgements]) =>
        isJudged(judgementIn(judgements) ?? {}) ? below(contest, 'judgement-types') : null,
      ([, judgements]) => {
        const id = encoded(textOf(judgementIn(judgements)?.id) ?? '');
        return { ...below(contest, `runs?judgement_id=${id}&judging_id=${id}`), mayBeRefused: true };
      },
      ([submission, , account]) => {
        const team = otherTeamOf(one(submission), account);
        return team === null ? null : below(contest, `teams/${encoded(team)}`);
      },
    ],
    read: (answer, now, [judgements, account, types, runs, team] = []) => {
      const submission = understood(answer, now, objectOf);
      if (judgements) understood(judgements, now, () => null);
      const judgement = judgementIn(judgements);
      const other = otherTeamOf(submission, account);
      // a team never gets the judgements that only another team may read
      if (other !== null && !judgement && accountIn(account)?.isTeam) {
        throw refused(answer, now, 403, { isOthers: 'team' });
      }
      const known = new Map(all(types).map((type) => [type.id, type]));
      const meaning = codeOf(judgement, known);
      const cases = all(runs).filter(({ judgement_id: id }) => id === undefined || id === judgement?.id);
      // PC² sends 0 s for what wasn't run
      const hasRun = judgement !== undefined && isJudged(judgement) && meaning.code !== 'CE';
      return resultOf({
        requestId,
        status: meaning.code,
        isCompileError: meaning.code === 'CE',
        judge: {
          score: numberOf(judgement?.score),
          time: hasRun ? milliseconds(numberOf(judgement.max_run_time)) : null,
          subtasks: flatSubtask(cases.map((run, index) => caseIn(run, index, known))),
        },
        description: meaning.name,
        hidesCases: hasRun && runs !== undefined && runs.status >= 400,
        about: {
          hint: contest,
          problem: problemNamed(textOf(submission.problem_id)),
          language: textOf(submission.language_id),
          at: momentOf(submission.time),
          ...(other === null ? {} : { user: nameOfTeam(other, team) }),
        },
      });
    },
  };
}

/** The ID of the team of a submission. Null: it is the account's own, or the server doesn't tell whose it is. */
function otherTeamOf({ team_id: team }: Raw, account: PlainAnswer | undefined): string | null {
  const own = accountIn(account);
  const id = textOf(team);
  return own === null || id === null || own.teams.includes(id) ? null : id;
}

function nameOfTeam(id: string, answer: PlainAnswer | undefined): string {
  const { display_name: shown, name } = one(answer);
  return (textOf(shown) ?? textOf(name) ?? id).slice(0, 200);
}

/** The code of a judgement or run. A code that only this site has becomes accepted or rejected, with the site's name. */
function codeOf(judgement: Raw | undefined, types: ReadonlyMap<unknown, Raw>) {
  if (!judgement) return { code: 'QUEUED', name: null };
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
