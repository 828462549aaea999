import type { JudgeAdapter } from '../../adapter';
import { type JudgeAddress, requiredName } from '../../settingFields';
import { contestOf, pagesOf, readHint, submitPagesOf } from './addresses';
import { comparison, rules } from './verdicts';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { CODEFORCES_LISTED_SUBMISSIONS } from '../limits';
import { required } from '../judgeType';
import { keyAndSecretIn, sign } from './signature';
import { objectsOf } from '../shared/jsonValues';
import { contestInStandings, fetchStandings, foundProblem } from './contest';
import { refusalIn } from './refusals';
import { isPending, readSubmissions } from './result';
import {
  fetchWithCode,
  listInContest,
  listOfUser,
  recentIn,
  submissionIn,
  withSources,
} from './submissionLists';

const publicUrl = 'https://codeforces.com/api';

/**
 * Codeforces. Public submissions need no sign-in. With a key, the API also sends the user's private contests and source
 * code. It lists submissions and can't return a single one (https://codeforces.com/apiHelp/methods).
 */
export const codeforces = typeWithBuiltInCodes({
  rules,
  promptedFields: required('handle'),
  authentication: { scheme: 'own' },
  secretParts: keyAndSecretIn,
  publicUrl,
  readFields: (fields) => ({ handle: fields.read('handle', requiredName, '') }),
  identityOf: ({ baseUrl, handle }) => (baseUrl === publicUrl ? handle : `${baseUrl}#${handle}`),
  adapterFor: codeforcesAdapter,
});

function codeforcesAdapter(service: JudgeAddress & { readonly handle: string }): JudgeAdapter {
  const { baseUrl, handle } = service;
  const site = baseUrl.replace(/\/api$/, '');

  return {
    comparison,
    signIn: {
      kind: 'secret',
      secret: 'keyAndSecret',
      isOptional: true,
      later: true,
      page: `${site}/settings/api`,
    },

    signature: { sign },
    refusalIn,

    async checkAccount(http) {
      readSubmissions(await http.get(listOfUser(handle, 1), withSources));
      return { name: handle };
    },

    async fetchResult(http, { requestId, hint }) {
      const { contest, isWithCode } = readHint(hint);
      if (contest === null) {
        const answer = await http.get(listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS), withSources);
        return submissionIn(answer, requestId);
      }
      const own = isWithCode ? await fetchWithCode(http, handle, requestId) : null;
      if (own) return own;
      const answer = await http.get(listInContest(contest, handle, CODEFORCES_LISTED_SUBMISSIONS));
      return submissionIn(answer, requestId);
    },

    requestIdForm: { kind: 'digits', length: 12 },

    looksLikeRequestId(text) {
      return /^\d{6,12}$/.test(text);
    },

    problemIdForm: {
      example: '1985A',
      // the number of the contest, or of a problem of acm.sgu.ru
      accepts(text) {
        return /^\d/.test(text);
      },
    },

    problemIdIn(fileName) {
      return /(?<![A-Za-z\d])\d{1,5}[A-Z]\d?(?![A-Za-z\d])/.exec(fileName)?.[0] ?? null;
    },

    // `machine` is slightly longer than Codeforces' limit of 2 s, because clocks differ
    pace: { interval: 2_000, maximum: 3_000, machine: 2_020 },

    listing: {
      needsAccount: false,

      async fetchRecent(http, account) {
        const submissions = readSubmissions(await http.get(listOfUser(handle, 20)));
        return [...submissions.values()].map((submission) => recentIn(submission, account !== null));
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returnedIfSignedIn',

      async fetchPage(http, { problemId }, page, account) {
        const from = Number(page ?? 1);
        const contest = contestOf(problemId);
        // problems of acm.sgu.ru don't belong to a contest
        const answer = await http.get(
          contest === null
            ? listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS, from)
            : listInContest(contest, handle, CODEFORCES_LISTED_SUBMISSIONS, from),
        );
        const listed = [...readSubmissions(answer).values()].map((submission) => ({
          ...recentIn(submission, account !== null),
          hint: account === null || contest === null ? (submission.about?.hint ?? null) : `own/${contest}`,
          time: submission.envelope.data?.judge?.time ?? null,
          language: submission.about?.language ?? null,
        }));
        return {
          submissions: listed.filter(
            (submission) => submission.problemId?.toUpperCase() === problemId.toUpperCase(),
          ),
          next:
            listed.length < CODEFORCES_LISTED_SUBMISSIONS
              ? null
              : String(from + CODEFORCES_LISTED_SUBMISSIONS),
        };
      },
    },

    contests: {
      async fetch(http, id) {
        return contestInStandings(await fetchStandings(http, id), id);
      },

      async fetchProblems(http, id) {
        const standings = await fetchStandings(http, id);
        const contest = contestInStandings(standings, id);
        return {
          problems: objectsOf(standings.problems).flatMap((raw) => foundProblem(raw, contest)),
          contest,
        };
      },
    },

    // the user's list contains all submissions
    batch: {
      interval: 2_000,

      covers() {
        return true;
      },

      async fetchStates(http, _pending, account) {
        const submissions = readSubmissions(
          await http.get(listOfUser(handle, CODEFORCES_LISTED_SUBMISSIONS)),
        );
        if (account === null) return submissions;
        // a finished submission is fetched again with the key, which adds its source code
        return new Map(
          [...submissions].map(([id, submission]) => [
            id,
            isPending(submission) ? submission : { kind: 'ended' },
          ]),
        );
      },
    },

    browserSubmission: submitPagesOf(site),

    pages: pagesOf(site),
  };
}
