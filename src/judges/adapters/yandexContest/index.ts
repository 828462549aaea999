import * as v from 'valibot';
import type { JudgeAdapter } from '../../adapter';
import type { Account } from '../../signIn/authentication';
import { shortName, type JudgeAddress } from '../../settingFields';
import type { JudgeHttp } from '../../http/judgeHttp';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { bodyLimits } from '../limits';
import { problemsNamed } from '../shared/problemsNamed';
import { refusal } from '../shared/refusals';
import { readObject } from '../shared/responseBody';
import { contestAt, contestPage, fieldsIn, problemAt, publicUrl, runAt, siteOf } from './addresses';
import { contestUnknown, refusalIn } from './refusals';
import { fetchContest, fetchForm, fetchProblems } from './problems';
import { fetchList, fetchResult, fetchStates } from './runs';
import { submit } from './submission';
import { rules } from './verdicts';
import { encoded } from '../shared/jsonValues';

const contestNumber = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform((value) => String(value).trim()),
  v.check((text) => /^(?:[1-9]\d{0,8})?$/.test(text)),
);

interface YandexContestFields {
  /** number of the contest of results and problems without a contest; empty: none */
  readonly contest: string;
  /** the user's name in lists of submissions; empty: unknown */
  readonly user: string;
}

/**
 * Yandex Contest, with the API in https://api.contest.yandex.net/api/public/swagger-ui.html. One judge covers all
 * contests: the contest is the `hint` of a result and the `place` of a problem.
 */
export const yandexContest = typeWithBuiltInCodes({
  rules,
  promptedFields: [
    { field: 'url', defaultValue: publicUrl },
    { field: 'contest', defaultValue: '' },
    { field: 'user', defaultValue: '', whileEditing: true },
  ],
  fieldsIn,
  isOwnPage: (url) => fieldsIn(url.href) !== null,
  authentication: { scheme: 'header', headerName: 'Authorization', prefix: 'OAuth ' },
  publicUrl,
  readFields: (fields): YandexContestFields => ({
    contest: fields.read('contest', contestNumber, ''),
    user: fields.read('user', shortName, ''),
  }),
  adapterFor: yandexContestAdapter,
});

function yandexContestAdapter(service: JudgeAddress & YandexContestFields): JudgeAdapter {
  const { baseUrl, contest: defaultContest } = service;
  const site = siteOf(baseUrl);
  const user = service.user || null;

  /** Returns the contest of a result or problem; null: neither it nor the settings contain one. */
  const contestIn = (hint: string | null): string | null => hint || defaultContest || null;

  /** Like `contestIn`, but throws without a contest. */
  const requiredContest = (hint: string | null): string => {
    const contest = contestIn(hint);
    if (contest === null) throw contestUnknown();
    return contest;
  };

  return {
    signIn: {
      kind: 'secret',
      secret: 'oauthToken',
      page: 'https://oauth.yandex.ru/client/new',
      secretIn,
      isOptional: false,
    },
    bodyLimit: bodyLimits.long,
    refusalIn,
    checkAccount: fetchAccount,

    async fetchResult(http, { requestId, hint }) {
      return fetchResult(http, requiredContest(hint), requestId);
    },

    requestIdForm: { kind: 'digits', length: 18 },

    looksLikeRequestId(text) {
      return /^\d{6,12}$/.test(text);
    },

    pace: { interval: 2_000 },

    // a single run is requested directly, because only that response contains its details
    batch: {
      interval: 3_000,

      covers(pending) {
        const contests = new Set(pending.map(({ hint }) => contestIn(hint)));
        return contests.size < pending.length && !contests.has(null);
      },

      async fetchStates(http, pending) {
        const runs = pending.map(({ requestId, hint }) => ({ requestId, contest: requiredContest(hint) }));
        return fetchStates(http, runs);
      },
    },

    listing:
      defaultContest === ''
        ? undefined
        : {
            needsAccount: false,

            async fetchRecent(http) {
              const filter = { user, problemId: null };
              const { submissions } = await fetchList(http, defaultContest, 1, filter, site);
              return submissions;
            },
          },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, { problemId, place }, page) {
        return fetchList(http, requiredContest(place), Number(page ?? 1), { user, problemId }, site);
      },
    },

    contests: {
      only: defaultContest || undefined,

      async fetch(http, contest) {
        return fetchContest(http, contest, site);
      },

      async fetchProblems(http, contest) {
        const problems = await fetchProblems(http, contest, site);
        return { problems, contest: await fetchContest(http, contest, site) };
      },

      contestAt(address) {
        return contestAt(address, baseUrl);
      },
    },

    submission: {
      async submit(http, submission) {
        return submit(http, requiredContest(submission.place), submission, site);
      },

      async fetchForm(http, { problemId, place }) {
        return fetchForm(http, requiredContest(place), problemId, site);
      },

      problemList:
        defaultContest === ''
          ? undefined
          : {
              async fetchAll(http) {
                return { problems: await fetchProblems(http, defaultContest, site) };
              },
              named: problemsNamed,
            },

      problemAt(address) {
        return problemAt(address, baseUrl);
      },

      places: {
        name(place) {
          return place === defaultContest ? null : place;
        },

        key(place) {
          return contestIn(place) ?? '';
        },

        // problems don't leave their contest
        afterContest(place) {
          return place;
        },
      },
    },

    pages: {
      contest(id) {
        return `${site}${contestPage(id)}/problems`;
      },

      problem({ problemId, place }) {
        const contest = contestIn(place);
        return contest === null
          ? `${site}/`
          : `${site}${contestPage(contest)}/problems/${encoded(problemId)}`;
      },

      isProblemPage(address, { problemId, place }) {
        const contest = contestIn(place);
        const page = problemAt(address, baseUrl);
        if (page) return page.problemId === problemId && page.place === contest;
        // the contest's other pages show all of its problems
        return contest !== null && contestAt(address, baseUrl) === contest ? null : false;
      },

      record({ requestId, hint }) {
        const contest = contestIn(hint);
        return contest && `${site}${contestPage(contest)}/run-report/${encoded(requestId)}`;
      },

      readAddress(text) {
        return runAt(text, baseUrl);
      },
    },
  };
}

/** Checks the token. The API reports an inactive token with a success status, and never returns the user's name. */
async function fetchAccount(http: JudgeHttp): Promise<Account> {
  const answer = await http.get('/service/introspect');
  const body = readObject(answer);
  if (body.raw.active === false) throw refusal(answer, { status: 401 });
  return body.raw.active === true ? { name: null } : body.typeMismatch('active', 'true or false');
}

/**
 * Extracts the token from the entered text: a token, the header's value, or the URL of the page that shows the token
 * (`…#access_token=…`).
 */
function secretIn(text: string): string {
  const inUrl = /[#&?]access_token=([^&#\s]{1,4096})/.exec(text)?.[1];
  return inUrl ?? text.replace(/^(?:authorization:\s{0,9})?oauth\s{1,9}/i, '');
}
