import { requiredName } from '../../fields';
import type { RecentSubmission } from '../../profile';
import type { Question } from '../../question';
import { isRequestId, requestIdInPath } from '../../requestIdInput';
import { bodyLimits, builtInKind, required } from '../kind';
import { toldLanguages } from '../languageNames';
import { endedOrNotReady, getting, problemsLike, recentOf } from '../reading';
import { plainSubmission } from '../specification';
import { encoded, momentOf, objectsOf, textOf } from '../values';
import { accountIn, accountRequest, checkQuestion } from './account';
import { isJudged, resultQuestion, submissionOf } from './result';
import { rules } from './rules';
import { all, asked, below, siteOf, understood } from './server';
import { languageOf, submitQuestion } from './submission';

/** The contest API of the ICPC, which DOMjudge and PC² implement. */
export const clics = builtInKind(rules, {
  asks: required('url', 'contest'),
  offers: {
    field: 'contest',
    question: {
      request: getting('/contests'),
      read: (answer, now) =>
        understood(answer, now, objectsOf).flatMap(({ id, formal_name: formal, name }) => {
          const value = textOf(id) ?? '';
          return /^[\w.-]{1,64}$/.test(value)
            ? [{ value, name: textOf(formal) ?? textOf(name) ?? value }]
            : [];
        }),
    },
  },
  authentication: { scheme: 'basic' },
  reads: (fields) => ({ contest: fields.read('contest', requiredName, '') }),
  profile: ({ baseUrl, contest }) => {
    const site = siteOf(baseUrl);
    return {
      bodyLimit: bodyLimits.long,
      signIn: { kind: 'secret', secret: 'userAndPassword', page: null, isOptional: false },
      check: checkQuestion(baseUrl, contest),
      result: ({ requestId, hint }) => resultQuestion(baseUrl, hint ?? contest, requestId),
      batch: {
        interval: 4_000,
        question: (pending) => {
          const [hint, ...others] = new Set(pending.map((one) => one.hint ?? contest));
          if (hint === undefined || others.length > 0) return null;
          return asked(below(hint, 'judgements'), (json) => {
            const judged = new Set(objectsOf(json).filter(isJudged).map(submissionOf));
            return new Map(pending.map(({ requestId: id }) => [id, endedOrNotReady(judged.has(id))]));
          });
        },
      },
      recent: (account) => (account === null ? null : recentQuestion(baseUrl, contest)),
      submission: {
        ...plainSubmission,
        ...toldLanguages,
        formOf: ({ place }) =>
          asked(below(place ?? contest, 'languages'), (json) => ({
            languages: objectsOf(json).map(languageOf),
            limits: null,
          })),
        search: (text) =>
          asked(below(contest, 'problems'), (json) =>
            problemsLike(
              text,
              objectsOf(json).map(({ id, label, name }) => ({
                problemId: textOf(id) ?? '',
                place: contest,
                title: [label, name].map(textOf).filter(Boolean).join(' '),
              })),
            ),
          ),
        submit: (submission) => submitQuestion(baseUrl, submission.place ?? contest, submission),
      },
      recordPage: site === null ? null : ({ requestId }) => `${site}/team/submission/${encoded(requestId)}`,
      readInput: (text) =>
        /^https?:/i.test(text)
          ? requestIdInPath(site ?? baseUrl, text, /^(?:\/team|\/jury)\/submissions?\/([\w-]{1,128})(?:\/|$)/)
          : null,
      looksLikeRequestId: (text) => /^\d{1,9}$/.test(text),
      worksInBrowser: false,
    };
  },
});

/** The list contains submissions of other teams as well. */
function recentQuestion(baseUrl: string, contest: string): Question<readonly RecentSubmission[]> {
  return {
    request: accountRequest(baseUrl, contest),
    more: [below(contest, 'submissions'), below(contest, 'judgements')],
    read: (account, now, [submissions, judgements] = []) => {
      understood(account, now, () => null);
      const teams = accountIn(account)?.teams ?? [];
      const judged = new Map(
        all(judgements)
          .filter(isJudged)
          .map((one) => [submissionOf(one), one]),
      );
      return (submissions ? understood(submissions, now, objectsOf) : [])
        .filter(({ team_id: team }) => typeof team === 'string' && teams.includes(team))
        .map(({ id, problem_id: problem, time }) => {
          const requestId = textOf(id) ?? '';
          const status = textOf(judged.get(requestId)?.judgement_type_id) ?? 'QUEUED';
          return recentOf({ requestId, hint: contest, problem: textOf(problem), status, at: momentOf(time) });
        })
        .filter(({ requestId }) => isRequestId(requestId))
        .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
        .slice(0, 50);
    },
  };
}
