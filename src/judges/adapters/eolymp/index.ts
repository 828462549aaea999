import * as v from 'valibot';
import type { JudgeAdapter } from '../../adapter';
import { isRequestId } from '../../requestIdInput';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { statesOf } from '../shared/listedSubmissions';
import { checkAccount } from './account';
import { refusalIn } from './refusals';
import { fetchForm, fetchProblemId, fetchSamples, findProblems, submit } from './problems';
import { pushOf } from './push';
import { comparison, rules } from './verdicts';
import {
  API_URL,
  ARCHIVE_SPACE,
  fieldsIn,
  isEolymp,
  isPathId,
  pageAt,
  problemIn,
  sitePath,
  submissionIn,
  type EolympSite,
} from './addresses';
import { fetchOfProblem, fetchRecent, fetchResult, fetchStates } from './submissionLists';

/** An optional ID. The empty text means the default. */
const optionalId = v.nullish(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isPathId(text)),
  ),
  '',
);

/** Page that explains how to create an access key. */
const KEY_PAGE = 'https://support.eolymp.space/en/dev/api';

/** Eolymp: the public archive, the archive of a school, or a contest of either. */
export const eolymp = typeWithBuiltInCodes({
  rules,
  promptedFields: [
    { field: 'url', defaultValue: API_URL },
    { field: 'space', defaultValue: '' },
    { field: 'contest', defaultValue: '' },
  ],
  fieldsIn,
  isOwnPage: ({ hostname }) => isEolymp(hostname),
  authentication: { scheme: 'bearer' },
  // the part of an access key that is secret
  secretParts: (secret) => [secret.replace(/^etkn-/, '')],
  publicUrl: API_URL,
  readFields: (fields) => ({
    space: fields.read('space', optionalId, '') || ARCHIVE_SPACE,
    contest: fields.read('contest', optionalId, ''),
  }),
  identityOf: (site) => site.baseUrl + sitePath(site),
  adapterFor: eolympAdapter,
});

function eolympAdapter(site: EolympSite): JudgeAdapter {
  return {
    comparison,
    signIn: { kind: 'secret', secret: 'accessKey', page: KEY_PAGE, secretIn, isOptional: false },

    refusalIn(answer) {
      return refusalIn(site, answer);
    },

    async checkAccount(http) {
      return checkAccount(http, site);
    },

    async fetchResult(http, request) {
      return fetchResult(http, site, request);
    },

    looksLikeRequestId(text) {
      return isRequestId(text) && text.length >= 16 && /\d/.test(text);
    },

    problemIdForm: { example: '1' },

    problemIdIn(fileName) {
      if (site.contest !== '') return null;
      return /^(?:e-?olymp|problem|p)?[-_ ]?(\d{1,6})$/i.exec(fileName)?.[1] ?? null;
    },

    // Eolymp publishes no limits
    pace: { interval: 2_000, machine: 2_000, besidePush: 10_000 },

    // needs one request for the user's ID, and one for each page of the list
    batch: {
      interval: 4_000,

      covers(pending) {
        return pending.length > 2;
      },

      async fetchStates(http, pending) {
        return statesOf(await fetchStates(http, site, pending), rules);
      },
    },

    listing: {
      needsAccount: false,
      async fetchRecent(http) {
        return fetchRecent(http, site);
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, { problemId }, page) {
        return fetchOfProblem(http, site, await fetchProblemId(http, site, problemId), page);
      },
    },

    push: pushOf(site),

    submission: {
      async submit(http, submission) {
        return submit(http, site, submission);
      },

      async fetchForm(http, { problemId }) {
        return fetchForm(http, site, problemId);
      },

      async fetchSamples(http, { problemId }) {
        return fetchSamples(http, site, problemId);
      },

      async findProblems(http, text) {
        return findProblems(http, site, text);
      },

      problemAt(address) {
        const problemId = problemIn(site, address);
        return problemId === null ? null : { problemId, place: null };
      },

      // problems have no scope: the hint of a record is the URL of its page
      places: {
        name: () => null,
        key: () => '',
        afterContest: () => null,
      },
    },

    pages: {
      record({ hint }) {
        return pageAt(hint, site.baseUrl);
      },

      readAddress(text) {
        return submissionIn(site, text);
      },
    },
  };
}

/** Extracts the access key from the entered text: the key, or the value of the header with it. */
function secretIn(text: string): string {
  return text.trim().replace(/^bearer\s+/i, '');
}
