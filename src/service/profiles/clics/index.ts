import type { JudgeAdapter, JudgeHttp, ListedSubmission, RecentSubmission } from '../../adapter';
import { requiredName, type ServiceAddress } from '../../fields';
import { isRequestId, requestIdInPath } from '../../requestIdInput';
import { kindWithBuiltInCodes } from '../kindWithBuiltInCodes';
import { bodyLimits, MAX_CLICS_SUBMISSIONS } from '../limits';
import { required, type OfferedValue } from '../serviceKind';
import { endedOrNotReady, problemsLike, recentOf } from '../listedSubmissions';
import { type Raw, encoded, milliseconds, momentOf, numberOf, textOf } from '../jsonValues';
import { checkAccount, fetchAccount } from './account';
import { contestIn, fetchContestIfAny } from './contest';
import { fetchResult, isJudged, submissionOf } from './result';
import { rules } from './rules';
import { below, fetchList, fetchListIfAny, fetchObject, refusalIn, siteOf } from './server';
import { languageOf, submit } from './submission';

/** The ICPC Contest API, which DOMjudge and PC² implement. */
export const clics = kindWithBuiltInCodes({
  rules,
  promptedFields: required('url', 'contest'),
  authentication: { scheme: 'basic' },
  readFields: (fields) => ({ contest: fields.read('contest', requiredName, '') }),

  listedField: {
    field: 'contest',
    async fetchValues(http) {
      const contests = await fetchList(http, '/contests');
      return contests.map(offeredContest).filter(({ value }) => /^[\w.-]{1,64}$/.test(value));
    },
  },

  adapterFor: clicsAdapter,
});

function clicsAdapter({ baseUrl, contest }: ServiceAddress & { readonly contest: string }): JudgeAdapter {
  const site = siteOf(baseUrl);

  return {
    signIn: { kind: 'secret', secret: 'userAndPassword', page: null, isOptional: false },
    bodyLimit: bodyLimits.long,
    worksInBrowser: false,
    refusalIn,

    async checkAccount(http) {
      return checkAccount(http, baseUrl, contest);
    },

    async fetchResult(http, { requestId, hint }) {
      return fetchResult(http, baseUrl, hint ?? contest, requestId);
    },

    looksLikeRequestId(text) {
      return /^\d{1,9}$/.test(text);
    },

    // judging usually takes seconds, and a list for all pending results is cheap
    pace: { interval: 1_000, early: { gap: 2_500, until: 60_000 } },

    batch: {
      interval: 2_500,

      covers(pending) {
        return new Set(pending.map(({ hint }) => hint ?? contest)).size === 1;
      },

      async fetchStates(http, pending) {
        const judgements = await fetchList(http, below(pending[0]?.hint ?? contest, 'judgements'));
        const judged = new Set(judgements.filter(isJudged).map(submissionOf));
        return new Map(pending.map(({ requestId }) => [requestId, endedOrNotReady(judged.has(requestId))]));
      },
    },

    async fetchContest(http, id) {
      return contestIn(await fetchObject(http, below(id, '')), id);
    },

    listing: {
      needsAccount: true,
      async fetchRecent(http) {
        return fetchRecent(http, baseUrl, contest);
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'notReturned',

      async fetchPage(http, { problemId, place }) {
        const all = await fetchAll(http, baseUrl, place ?? contest);
        return { submissions: all.filter((submission) => submission.problemId === problemId), next: null };
      },
    },

    submission: {
      acceptsSeveralFiles: true,

      async submit(http, submission) {
        return submit(http, baseUrl, submission.place ?? contest, submission);
      },

      async fetchForm(http, { place }) {
        const languages = await fetchList(http, below(place ?? contest, 'languages'));
        const ofRecords = await fetchContestIfAny(http, place ?? contest);
        return {
          languages: languages.map(languageOf),
          limits: null,
          contest: ofRecords,
          remaining: { endsAt: ofRecords.endsAt, submissions: null },
        };
      },

      async findProblems(http, text) {
        const problems = await fetchList(http, below(contest, 'problems'));
        const named = problems.map(({ id, label, name }) => ({
          problemId: textOf(id) ?? '',
          place: contest,
          title: [label, name].map(textOf).filter(Boolean).join(' '),
        }));
        return problemsLike(text, named);
      },
    },

    pages: {
      record: site === null ? undefined : ({ requestId }) => `${site}/team/submission/${encoded(requestId)}`,

      readAddress(text) {
        if (!/^https?:/i.test(text)) return null;
        const path = /^(?:\/team|\/jury)\/submissions?\/([\w-]{1,128})(?:\/|$)/;
        return requestIdInPath(site ?? baseUrl, text, path);
      },
    },
  };
}

function offeredContest({ id, formal_name: formalName, name }: Raw): OfferedValue {
  const value = textOf(id) ?? '';
  return { value, name: textOf(formalName) ?? textOf(name) ?? value };
}

/** Fetches the team’s newest submissions. */
async function fetchRecent(
  http: JudgeHttp,
  baseUrl: string,
  contest: string,
): Promise<readonly RecentSubmission[]> {
  return (await fetchAll(http, baseUrl, contest)).slice(0, MAX_CLICS_SUBMISSIONS);
}

/** Fetches all submissions of the team, newest first. The contest’s list also contains submissions of other teams. */
async function fetchAll(
  http: JudgeHttp,
  baseUrl: string,
  contest: string,
): Promise<readonly ListedSubmission[]> {
  const { teams } = await fetchAccount(http, baseUrl, contest);
  const submissions = await fetchList(http, below(contest, 'submissions'));
  const judgements = await fetchListIfAny(http, below(contest, 'judgements'));
  const ofRecords = await fetchContestIfAny(http, contest);
  const judged = new Map(
    judgements.filter(isJudged).map((judgement) => [submissionOf(judgement), judgement]),
  );
  return submissions
    .filter(({ team_id: team }) => typeof team === 'string' && teams.includes(team))
    .map(({ id, problem_id: problem, language_id: language, time }) => {
      const requestId = textOf(id) ?? '';
      const judgement = judged.get(requestId);
      return {
        ...recentOf({
          requestId,
          hint: contest,
          contest: ofRecords,
          problem: textOf(problem),
          problemId: textOf(problem),
          status: textOf(judgement?.judgement_type_id) ?? 'QUEUED',
          at: momentOf(time),
        }),
        time: milliseconds(numberOf(judgement?.max_run_time)),
        language: textOf(language),
      };
    })
    .filter(({ requestId }) => isRequestId(requestId))
    .toSorted((first, other) => (other.at ?? 0) - (first.at ?? 0));
}
