import type { Answer, JudgeAdapter } from '../../adapter';
import { pathBelow } from '../../address';
import type { RequestFailed } from '../../requestFailed';
import type { JudgeAddress } from '../../settingFields';
import { requestIdInPath } from '../../requestIdInput';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { type KattisPaths, pathsIn, problemAt } from './addresses';
import { readSubmission } from './result';
import { submissionAt } from './submission';
import { comparison, rules } from './verdicts';
import { secretIn, secretParts, siteIn } from './kattisrc';
import { required } from '../judgeType';
import { bodyOf, cookieIn, readObject } from '../shared/responseBody';
import { partsOfName } from '../shared/problemIdInFileName';
import { botCheckIn, isBotCheck, refusal, throwIf } from '../shared/refusals';
import { encoded } from '../shared/jsonValues';

/** Kattis only responds to programs that identify themselves as its own command-line client. */
const CLIENT_HEADERS = { 'User-Agent': 'kattis-cli-submit' };

/** open.kattis.com, and the sites of schools and contests. Sends the same requests as Kattis' command-line client. */
export const kattis = typeWithBuiltInCodes({
  rules,
  promptedFields: required('url'),
  file: { name: '.kattisrc', fieldsIn: siteIn },
  isOwnPage: ({ hostname }) => /(?:^|\.)kattis\.com$/.test(hostname),
  authentication: { scheme: 'own' },
  secretParts,
  readFields: pathsIn,
  adapterFor: kattisAdapter,
});

function kattisAdapter(site: JudgeAddress & KattisPaths): JudgeAdapter {
  const { baseUrl, loginPath, submissionsPath } = site;

  return {
    comparison,
    signIn: {
      kind: 'secret',
      secret: 'file',
      secretIn,
      isOptional: false,
      page: `${baseUrl}/download/kattisrc`,
    },

    session: {
      // The secret is `user:token`, or `user:password:…`.
      async open(http, secret) {
        const [, user = '', mark, proof = ''] = /^([^:]*):(password:)?(.*)$/s.exec(secret) ?? [];
        const answer = await http.send({
          method: 'POST',
          path: loginPath,
          headers: CLIENT_HEADERS,
          form: {
            user,
            [mark ? 'password' : 'token']: proof,
            script: 'true',
          },
        });
        throwIf(botCheckIn(answer));
        if (answer.status === 403) throw refusal(answer, { status: 401 });
        if (answer.status >= 400) throw refusal(answer);
        const cookie = cookieIn(answer, 'EduSiteCookie');
        if (cookie === null) throw refusal(answer, { status: 401 });
        return cookie;
      },

      headers(cookie) {
        return { ...CLIENT_HEADERS, Cookie: `EduSiteCookie=${cookie}` };
      },

      stateAfter(answer) {
        if (isBotCheck(answer)) return 'valid';
        const isPage = answer.status < 300 && bodyOf(answer) === undefined && !isArchive(answer);
        if (answer.status === 401 || isPage) return 'over';
        return answer.status === 403 ? 'unclear' : 'valid';
      },
    },

    refusalIn(answer) {
      return refusalIn(answer, loginPath);
    },

    // Opening the session for this request already proves that the user is signed in. The page may contain a link to
    // the sign-in form.
    async checkAccount(http) {
      const answer = await http.send({ method: 'GET', path: '/' });
      throwIf(botCheckIn(answer));
      if (answer.status >= 400) throw refusal(answer);
      return { name: null };
    },

    async fetchResult(http, { requestId }) {
      const answer = await http.get(`${submissionsPath}/${encoded(requestId)}?json`);
      return readSubmission(readObject(answer), requestId);
    },

    requestIdForm: { kind: 'digits', length: 12 },

    looksLikeRequestId(text) {
      return /^\d{6,12}$/.test(text);
    },

    problemIdForm: { example: 'hello' },

    problemIdIn(fileName) {
      // every word can be an ID, so the name must contain only one
      const parts = partsOfName(fileName, /[^a-z\d.]+/);
      const part = parts.length === 1 ? (parts[0] ?? '') : '';
      return /^\d{0,6}[a-z][a-z\d.]{3,60}$/.test(part) ? part : null;
    },

    submission: submissionAt(site),

    pages: {
      problem({ problemId, place: contest }) {
        const folder = contest === null ? '' : `/contests/${contest}`;
        return `${baseUrl}${folder}/problems/${encoded(problemId)}`;
      },

      // A problem is the same in all contests. The page of a contest lists all of its problems.
      isProblemPage(address, { problemId }) {
        const path = pathBelow(baseUrl, address)?.path ?? '';
        if (/^\/contests\/[\w-]{1,64}(?:\/problems)?$/.test(path)) return null;
        return problemAt(baseUrl, address)?.problemId === problemId;
      },

      record({ requestId }) {
        return `${baseUrl}${submissionsPath}/${encoded(requestId)}`;
      },

      readAddress(text) {
        const submissionsUrl = baseUrl + submissionsPath;
        const atConfiguredPath = pathBelow(submissionsUrl, text)
          ? requestIdInPath(submissionsUrl, text, /^\/(\d{1,12})(?:\/|$)/)
          : null;
        const usual = /^(?:\/contests\/[\w-]{1,64})?\/submissions\/(\d{1,12})(?:\/|$)/;
        return atConfiguredPath ?? requestIdInPath(baseUrl, text, usual);
      },
    },

    worksInBrowser: false,
  };
}

/** Returns whether a response is a ZIP archive in base64, which begins with the letters PK. */
function isArchive({ text }: Pick<Answer, 'text'>): boolean {
  return text.startsWith('UEs');
}

/** Returns the failure that a response reports. Signed-out users get a page with a link to the sign-in form. */
function refusalIn(answer: Answer, loginPath: string): RequestFailed | null {
  const botCheck = botCheckIn(answer);
  if (botCheck) return botCheck;
  // signed-in users get this status for other users' submissions, and in contests that hide results
  if (answer.status === 403)
    return refusal(answer, { refusesAnybody: false, cause: { kind: 'notOwn', whose: 'unclear' } });
  if (answer.status >= 400) return refusal(answer);
  const isPage = bodyOf(answer) === undefined;
  const isSignInPage = isPage && answer.text.slice(0, 200_000).includes(loginPath);
  return isSignInPage ? refusal(answer, { status: 401 }) : null;
}
