import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {
  explain,
  correctionTitle,
  remedyButtons,
  type Asked,
  type Remedy,
  type Topic,
} from '../../../../src/editor/labels/requestErrors';
import { decodeErrorBody } from '../../../../src/results';
import type { RequestFailure } from '../../../../src/judges';

const asked: Asked = { name: 'The Judge', address: 'https://judge.example.com' };

function body(errorMessage: string, errorData: unknown = null, errorType = 'X\\SomethingNew'): unknown {
  return { errorCode: 1, errorType, errorMessage, errorData };
}

function status(code: number, answer: unknown = null, retryAfter: number | null = null): RequestFailure {
  return { kind: 'status', status: code, error: decodeErrorBody(code, answer), retryAfter };
}

const form = body('Invalid form.', {
  lentilleFormError: 1,
  fields: [
    { name: 'lang', value: 'cxx', message: 'cxx is not a valid language' },
    { name: 'pid', value: null, message: 'This value should not be blank.' },
  ],
});

interface Row {
  readonly what: string;
  readonly failure: RequestFailure;
  readonly about?: Topic;
  readonly says: RegExp;
  readonly offers: readonly Remedy[];
  /** Label of the button that corrects the settings; absent: there is none. */
  readonly corrects?: string;
}

function refusingAnybody(answer: unknown): RequestFailure {
  return {
    kind: 'status',
    status: 403,
    error: decodeErrorBody(403, answer),
    retryAfter: null,
    refusesAnybody: true,
  };
}

const rows: readonly Row[] = [
  {
    what: '400 with a form error',
    failure: status(400, form),
    about: 'submission',
    says: /rejected the request \(400\): lang: cxx is not a valid language; pid: This value should not be blank\.$/,
    offers: ['tryAgain', 'showLog'],
  },
  {
    what: 'other 400',
    failure: status(400, body('Bad id.')),
    says: /rejected the request \(400\)\. Message from the judge: Bad id\.$/,
    offers: ['showLog'],
  },
  {
    what: '401',
    failure: status(401, body('Who are you?')),
    says: /^The Judge requires sign-in \(401\)\. Message from the judge: Who are you\?$/,
    offers: ['setCredentials'],
  },
  {
    what: '401 when signing in',
    failure: status(401),
    about: 'credentials',
    says: /rejected the credentials \(401\)/,
    offers: ['setCredentials'],
  },
  {
    what: '401 after a password',
    failure: status(401),
    about: 'password',
    says: /^Wrong user name or password\.$/,
    offers: ['setCredentials'],
  },
  {
    what: '402',
    failure: status(402, body('No points.')),
    about: 'submission',
    says: /No points left on The Judge \(402\)/,
    offers: ['showQuota'],
  },
  {
    what: '403',
    failure: status(403),
    says: /denied permission \(403\)/,
    offers: ['setCredentials'],
  },
  {
    what: '403 for a submission outside of contests',
    failure: status(403),
    about: 'submission',
    says: /^The Judge refused the submission \(403\)\. These credentials may not be allowed to submit\.$/,
    offers: ['tryAgain', 'setCredentials'],
  },
  {
    what: '403 for a submission in a contest',
    failure: status(403),
    about: 'contestSubmission',
    says: /^The Judge refused the submission \(403\)\. The contest may not be running, or these credentials may not/,
    offers: ['tryAgain', 'setCredentials'],
  },
  {
    what: '403 for a submission, in the service’s words',
    failure: status(403, body('You need the role of a team.')),
    about: 'submission',
    says: /^The Judge refused the submission \(403\)\. Message from the judge: You need the role of a team\.$/,
    offers: ['tryAgain', 'setCredentials'],
  },
  {
    what: '403 for another team’s submission',
    failure: { ...status(403), cause: { kind: 'notOwn', whose: 'team' } } as RequestFailure,
    says: /^This submission on The Judge belongs to another team, so its result can’t be read \(403\)\.$/,
    offers: ['editId'],
  },
  {
    what: '403 for a submission that may be another user’s',
    failure: { ...status(403), cause: { kind: 'notOwn', whose: 'unclear' } } as RequestFailure,
    says: /^The Judge doesn’t show this submission to you \(403\)\. It may belong to another user\.$/,
    offers: ['editId'],
  },
  {
    what: '403 that doesn’t depend on the credentials',
    failure: refusingAnybody(body('Submissions are closed.')),
    says: /^The Judge denied permission \(403\)\. Message from the judge: Submissions are closed\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '403 for a contest you don’t take part in',
    failure: {
      ...refusingAnybody(body('This contest is not live.')),
      cause: { kind: 'notTakingPart' },
      page: '/contest/1',
    } as RequestFailure,
    about: 'submission',
    says: /^You haven’t joined this contest or homework, or it isn’t open \(403\)\. Message from the judge: This contest isn’t running\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '403 with a web page',
    failure: refusingAnybody(null),
    about: 'submission',
    says: /^The Judge denied access \(403\)\. A firewall or a bot check may have blocked the request\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '403 for a domain you haven’t joined',
    failure: { ...status(403), cause: { kind: 'notInDomain' } } as RequestFailure,
    about: 'submission',
    says: /^Join the domain on The Judge first, then try again \(403\)\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '403 of a contest that isn’t open',
    failure: {
      ...status(403, body('Wrong phase.')),
      cause: { kind: 'closed', why: 'betweenPhases' },
    } as RequestFailure,
    says: /^The contest on The Judge isn’t open \(403\)\. .* analysis mode\. Message from the judge: Wrong phase\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '422 for the wrong files',
    failure: {
      ...status(422, body('Wrong.')),
      cause: { kind: 'files', expected: ['encoder.*', 'a.txt'] },
    } as RequestFailure,
    about: 'submission',
    says: /^The Judge doesn’t accept these files or this language \(422\)\. Expected files: encoder\.\*, a\.txt\. Message/,
    offers: ['tryAgain'],
  },
  {
    what: '503',
    failure: status(503, body('Back at noon.')),
    says: /^The Judge is temporarily unavailable \(503\)\. Try again later\. Message from the judge: Back at noon\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '503 and a time to wait',
    failure: status(503, null, 600_000),
    says: /^The Judge is temporarily unavailable \(503\)\. Try again in 10 minutes\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '400 for a program that the judge already has',
    failure: { ...status(400, body('Duplicate submission')), cause: { kind: 'duplicate' } } as RequestFailure,
    about: 'submission',
    says: /^The Judge already has this program for this problem \(400\)\. Change the program, or fetch the earlier result\.$/,
    offers: [],
  },
  {
    what: '403 for a list that only managers may read',
    failure: { ...status(403, body('No rights.')), cause: { kind: 'onlyForManagers' } } as RequestFailure,
    says: /^The Judge lists submissions only for managers of the contest \(403\)\. Fetch a submission by the URL of its page\. Message from the judge: No rights\.$/,
    offers: [],
  },
  {
    what: '403 for a list with submissions of several users',
    failure: { ...status(403), answered: 200, cause: { kind: 'ofSeveralUsers' } } as RequestFailure,
    says: /^To list your submissions on The Judge, add your user name to its settings\.$/,
    offers: ['openJudgeSetting'],
  },
  {
    what: '404 for a contest that the user hasn’t joined',
    failure: {
      ...status(404),
      cause: { kind: 'notJoined' },
      page: 'https://site.example/contest/7',
    } as RequestFailure,
    about: 'submission',
    says: /^You haven’t joined this contest on The Judge, or it doesn’t exist \(404\)\. Join it on its website, then try again\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '404 for the contest of the description',
    failure: {
      ...status(404, body('Not found.')),
      cause: { kind: 'missingContest', id: 'nwerc' },
    } as RequestFailure,
    about: 'credentials',
    says: /^The Judge shows you no contest with the ID nwerc \(404\)\. It may be inactive, or you may not be registered for it\. Message from the judge: Not found\.$/,
    offers: ['checkContest'],
  },
  {
    what: '404 for a URL whose API is elsewhere',
    failure: {
      ...status(404),
      cause: { kind: 'apiElsewhere', url: 'https://judge.example.com/api' },
    } as RequestFailure,
    about: 'credentials',
    says: /^The judge’s API isn’t at https:\/\/judge\.example\.com, but at https:\/\/judge\.example\.com\/api\.$/,
    offers: [],
    corrects: 'Use https://judge.example.com/api',
  },
  {
    what: '404 for another name of the contest',
    failure: {
      ...status(404),
      cause: { kind: 'missingContest', id: 'NWERC', knownId: 'nwerc' },
    } as RequestFailure,
    about: 'credentials',
    says: /^The ID of the contest NWERC on The Judge is nwerc \(404\)\.$/,
    offers: [],
    corrects: 'Use nwerc',
  },
  {
    what: '404',
    failure: status(404, body('Not found.')),
    says: /ID not found on The Judge \(404\).*Message from the judge: Not found\./,
    offers: ['editId', 'chooseService'],
  },
  {
    what: '404 with words for a submission',
    failure: status(404, body('Problem P9 not found.')),
    about: 'submission',
    says: /^Not found on The Judge \(404\)\. Message from the judge: Problem P9 not found\.$/,
    offers: ['tryAgain'],
  },
  {
    what: '404 for another request',
    failure: status(404),
    about: 'quota',
    says: /No judge API found at https:\/\/judge\.example\.com \(404\)/,
    offers: ['openAddressSetting'],
  },
  {
    what: '404 of a site that has removed its API',
    failure: { kind: 'status', status: 404, error: null, retryAfter: null, cause: { kind: 'noApi' } },
    says: /^The Judge has no API \(404\)\. Results can’t be fetched from this site\.$/,
    offers: ['chooseService', 'openAddressSetting'],
  },
  {
    what: '404 of a version that is older than the API',
    failure: { ...status(404), cause: { kind: 'noApi', isOlder: true } } as RequestFailure,
    says: /^The Judge runs a version of CMS without an API \(404\)\. The API was added after version 1\.5\.1\.$/,
    offers: ['chooseService', 'openAddressSetting'],
  },
  {
    what: '404 for the URL of a list of contests',
    failure: { ...status(404), cause: { kind: 'listOfContests' } } as RequestFailure,
    about: 'credentials',
    says: /^https:\/\/judge\.example\.com is a list of contests\. Enter the URL of one of them\.$/,
    offers: ['openAddressSetting'],
  },
  {
    what: '404 that names what was asked',
    failure: {
      kind: 'status',
      status: 404,
      error: null,
      retryAfter: null,
      requestedUrl: 'https://judge.example.com/api/v2/submissions',
    },
    about: 'quota',
    says: /No judge API found at https:\/\/judge\.example\.com\/api\/v2\/submissions \(404\)/,
    offers: ['openAddressSetting'],
  },
  {
    what: '405',
    failure: status(405),
    says: /doesn’t support this request \(405\)/,
    offers: ['openAddressSetting'],
  },
  {
    what: '405 for a submission',
    failure: status(405),
    about: 'submission',
    says: /^The Judge doesn’t accept submissions through its API \(405\)\. Submit on its website\.$/,
    offers: [],
  },
  { what: '410', failure: status(410), says: /result has expired on The Judge \(410\)/, offers: [] },
  { what: '413', failure: status(413), says: /too large for The Judge \(413\)/, offers: [] },
  {
    what: '429',
    failure: status(429),
    says: /Rate limit reached on The Judge \(429\)\. Try again later/,
    offers: ['tryAgain'],
  },
  {
    what: '429 with `Retry-After`',
    failure: status(429, null, 1500),
    says: /Try again in 2 seconds/,
    offers: ['tryAgain'],
  },
  {
    what: '500',
    failure: status(500, body('Boom')),
    says: /Server error on The Judge \(500\).*Message from the judge: Boom/,
    offers: ['tryAgain', 'showLog'],
  },
  {
    what: '500 that a wrong space can cause',
    failure: {
      ...status(500, body('Boom')),
      cause: { kind: 'unclearSpace', id: 'school-1' },
    } as RequestFailure,
    says: /^Server error on The Judge \(500\)\. If it persists, check the space ID school-1 in the settings\. Message from the judge: Boom$/,
    offers: ['tryAgain', 'checkSpace'],
  },
  { what: '418', failure: status(418), says: /returned status code 418/, offers: ['tryAgain', 'showLog'] },
  {
    what: 'response blocked by the browser (CORS)',
    failure: { kind: 'browser' },
    says: /doesn’t allow browser access or is unreachable/,
    offers: ['tryAgain', 'openAddressSetting'],
  },
  {
    what: 'host not found',
    failure: { kind: 'dns', host: 'judge.example.com' },
    says: /^The Judge wasn’t found: there is no host judge\.example\.com\./,
    offers: ['tryAgain', 'openAddressSetting'],
  },
  {
    what: 'connection refused',
    failure: { kind: 'refused', host: 'judge.example.com:1' },
    says: /refused the connection\.$/,
    offers: ['tryAgain', 'openAddressSetting'],
  },
  {
    what: 'contest that denies the token',
    failure: {
      ...status(401),
      answered: 200,
      cause: { kind: 'deniedInContest' },
      page: '?contest_id=7',
    } as RequestFailure,
    says: /^The Judge denied access\. The token may be wrong or expired, the contest number may be wrong, or/,
    offers: ['setCredentials', 'checkContest'],
  },
  {
    what: 'token that a web server removed',
    failure: { ...status(401), answered: 200, cause: { kind: 'lostCredential' } } as RequestFailure,
    says: /^The Judge received no token\. If you are signed in, its web server removes/,
    offers: ['setCredentials'],
  },
  {
    what: 'connection closed early',
    failure: { kind: 'reset' },
    says: /closed the connection unexpectedly/,
    offers: ['tryAgain'],
  },
  {
    what: 'certificate expired',
    failure: { kind: 'tls', reason: 'CERT_HAS_EXPIRED' },
    says: /the certificate has expired \(CERT_HAS_EXPIRED\).*clock/,
    offers: ['tryAgain', 'openAddressSetting', 'openProxySetting'],
  },
  {
    what: 'certificate of a school’s own',
    failure: { kind: 'tls', reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    says: /the certificate’s issuer is unknown .*uses a private certificate authority, install its certificate/,
    offers: ['tryAgain', 'openAddressSetting', 'openProxySetting'],
  },
  {
    what: 'proxy authentication required',
    failure: { kind: 'proxy', reason: '407' },
    says: /proxy blocked the request: authentication required \(407\).*“http\.proxy”/,
    offers: ['tryAgain', 'openProxySetting'],
  },
  {
    what: 'timeout',
    failure: { kind: 'timeout', limit: 30_000 },
    says: /didn’t respond within 30 seconds/,
    offers: ['tryAgain'],
  },
  {
    what: 'a cancelled request',
    failure: { kind: 'cancelled' },
    says: /^Canceled\.$/,
    offers: ['tryAgain'],
  },
  {
    what: 'credentials that can’t be read',
    failure: { kind: 'secretsTimeout' },
    says: /^VS Code’s storage for credentials doesn’t respond\./,
    offers: ['tryAgain'],
  },
  {
    what: 'response too large',
    failure: { kind: 'tooLarge', limit: 64 * 1024 * 1024 },
    says: /larger than 64 MiB/,
    offers: ['showLog'],
  },
  {
    what: 'response in an encoding that wasn’t requested',
    failure: { kind: 'encoding', encoding: 'zstd' },
    says: /^The response from The Judge is encoded as zstd, which wasn’t requested\.$/,
    offers: ['tryAgain', 'showLog'],
  },
  {
    what: 'web page',
    failure: { kind: 'notJson', contentType: 'text/html', looksLikeHtml: true },
    says: /returned a web page/,
    offers: ['tryAgain', 'openAddressSetting'],
  },
  {
    what: 'response that isn’t JSON',
    failure: { kind: 'notJson', contentType: null, looksLikeHtml: false },
    says: /isn’t JSON/,
    offers: ['tryAgain', 'openAddressSetting', 'showLog'],
  },
  {
    what: 'other JSON',
    failure: { kind: 'shape', path: 'data.judge.subtasks[3].cases', expected: 'a list', found: '7' },
    says: /data\.judge\.subtasks\[3\]\.cases: expected a list, found 7/,
    offers: ['tryAgain', 'showLog'],
  },
  {
    what: 'response that can’t be read',
    failure: { kind: 'unreadable' },
    says: /^The response from .* can’t be read\. See the log for details\.$/,
    offers: ['tryAgain', 'showLog'],
  },
  {
    what: 'result that needs its problem',
    failure: { kind: 'problemUnknown' },
    says: /^.* needs the problem of this submission\. Enter the URL of its page instead of its ID\.$/,
    offers: [],
  },
  {
    what: 'result that needs its contest',
    failure: { kind: 'contestUnknown' },
    says: /^.* needs the contest\. Enter the URL of the page instead of the ID, or set the contest in the settings\.$/,
    offers: ['checkContest'],
  },
  {
    what: 'redirect to another origin',
    failure: { kind: 'redirect', to: 'https://other.example' },
    says: /redirects to https:\/\/other\.example/,
    offers: ['openAddressSetting'],
  },
  {
    what: 'redirect to the same host',
    failure: { kind: 'redirect', to: 'https://www.judge.example.com' },
    says: /redirects to https:\/\/www\.judge\.example\.com/,
    offers: [],
    corrects: 'Use https://www.judge.example.com',
  },
  {
    what: 'redirected submission',
    failure: { kind: 'redirectedPost', to: 'https://judge.example.com/v2/submit' },
    about: 'submission',
    says: /^https:\/\/judge\.example\.com redirects to https:\/\/judge\.example\.com\/v2\/submit\. Submissions aren’t redirected\. Check the judge’s URL\.$/,
    offers: ['openAddressSetting'],
  },
  {
    what: 'redirected sign-in',
    failure: { kind: 'redirectedPost', to: 'https://judge.example.com/login/' },
    about: 'credentials',
    says: /redirects to https:\/\/judge\.example\.com\/login\/\. Requests that send data aren’t redirected\. Check/,
    offers: ['openAddressSetting'],
  },
  {
    what: 'redirect loop',
    failure: { kind: 'redirectLoop' },
    says: /redirects to itself/,
    offers: ['tryAgain', 'openAddressSetting'],
  },
  {
    what: 'credentials over http',
    failure: { kind: 'insecure', origin: 'http://judge.example.com', why: 'plainHttp' },
    says: /Nothing was sent\. http:\/\/judge\.example\.com doesn’t use HTTPS/,
    offers: ['openAddressSetting'],
  },
  {
    what: 'credentials over http to a public host',
    failure: { kind: 'insecure', origin: 'http://judge.example.com', why: 'publicHost' },
    says: /http:\/\/judge\.example\.com doesn’t use HTTPS and isn’t in a private network/,
    offers: ['openAddressSetting'],
  },
  {
    what: 'credentials over http through a proxy',
    failure: { kind: 'insecure', origin: 'http://judge.example.com', why: 'unknownHost' },
    says: /Through a proxy, or in a browser, it can’t be checked/,
    offers: ['openAddressSetting'],
  },
  {
    what: 'credentials for another origin',
    failure: { kind: 'insecure', origin: 'https://other.example', why: 'otherOrigin' },
    says: /credentials weren’t saved for https:\/\/other\.example/,
    offers: ['setCredentials', 'openAddressSetting'],
  },
  {
    what: 'certificates aren’t verified',
    failure: { kind: 'insecure', origin: 'https://judge.example.com', why: 'unchecked' },
    says: /“http\.proxyStrictSSL” is off/,
    offers: ['tryAgain', 'openCertificateSetting'],
  },
  {
    what: 'other network errors',
    failure: { kind: 'network', reason: 'EHOSTUNREACH' },
    says: /Network error while connecting to https:\/\/judge\.example\.com: EHOSTUNREACH/,
    offers: ['tryAgain', 'showLog'],
  },
];

describe('The failure message', () => {
  afterEach(() => speak('en'));

  for (const { what, failure, about, says, offers, corrects } of rows) {
    it(`explains and offers help for ${what}`, () => {
      const { message, remedies, correction } = explain(failure, asked, about);
      assert.match(message.trim(), says);
      assert.deepEqual(remedies, offers);
      assert.equal(correction && correctionTitle(correction), corrects);
    });
  }

  it('rounds a waiting time to readable units', () => {
    const wait = (ms: number) => /again in (.*?)\./.exec(explain(status(429, null, ms), asked).message)?.[1];
    const waits = [1, 119_000, 119_001, 7_080_000, 86_400_000].map(wait);
    assert.deepEqual(waits, ['a second', '119 seconds', '2 minutes', '118 minutes', '24 hours']);
  });

  it('has no button only if the user has to do something else', () => {
    const without = rows
      .filter((row) => row.offers.length === 0 && row.corrects === undefined)
      .map(({ what }) => what);
    assert.deepEqual(
      without,
      [
        // the program has to be changed
        '400 for a program that the judge already has',
        '413',
        // the user has to enter a URL instead, or submit on the website, for which other buttons are added
        '403 for a list that only managers may read',
        '405 for a submission',
        'result that needs its problem',
        // nothing helps
        '410',
      ].toSorted((one, other) => without.indexOf(one) - without.indexOf(other)),
    );
  });

  it('omits a time that has already passed', () => {
    assert.match(explain(status(429, null, 0), asked).message, /Try again later/);
    assert.match(explain({ kind: 'timeout', limit: 300 }, asked).message, /within 1 seconds/);
  });

  it('advises to start a judge only if it runs on this computer', () => {
    const messages = ['localhost:1', '127.0.0.1', 'oj.example.org:80', '[::1]:80'].map(
      (host) => explain({ kind: 'refused', host }, asked).message,
    );
    assert.deepEqual(
      messages.map((message) => message.includes('Check that it is running')),
      [true, true, false, true],
    );
  });

  it('differs for each certificate error, and contains the reason', () => {
    const reasons = [
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'CERT_REVOKED',
      'wrong version number',
      'SOMETHING_NEW',
    ];
    const messages = reasons.map((reason) => explain({ kind: 'tls', reason }, asked).message);
    messages.forEach((message, at) => assert.ok(message.includes(`(${reasons[at]})`), message));
    assert.equal(new Set(messages.map((message) => /: (.*?) \(/.exec(message)?.[1])).size, reasons.length);
  });

  it('is Chinese for every failure if VS Code is', () => {
    speak('zh-cn');
    for (const { what, failure, about } of rows) {
      const { message } = explain(failure, asked, about);
      assert.match(message, /\p{Script=Han}/u, what);
      assert.doesNotMatch(message, /\{\d\}/, what);
    }
    assert.match(explain(status(404), asked).message, /上没有此 ID（404）/);
    for (const { title } of Object.values(remedyButtons(''))) {
      assert.match(title, /\p{Script=Han}/u);
      assert.doesNotMatch(title.replace(/\b(?:ID|URL)\b/g, ''), /[A-Za-z]{2,}/);
    }
  });

  it('contains the invalid value, in VS Code’s language', () => {
    speak('zh-cn');
    for (const found of ['a list', 'an object', 'nothing']) {
      const { message } = explain({ kind: 'shape', path: 'data', expected: 'a number', found }, asked);
      assert.doesNotMatch(message, new RegExp(found), message);
    }
  });

  it('contains blanks between Chinese and Latin text, and nowhere else', () => {
    speak('zh-cn');
    const shapes = ['a list', 'an object', 'nothing', 'true', '-7', '"WA"'].flatMap((found) =>
      (['a number', 'a list', '"judge"'] as const).map((expected): Row['failure'] => ({
        kind: 'shape',
        path: 'data.judge',
        expected,
        found,
      })),
    );
    const failures: Pick<Row, 'failure' | 'about'>[] = [
      ...rows,
      ...shapes.map((failure) => ({ failure })),
      { failure: { kind: 'redirect', to: '' } },
      { failure: { kind: 'redirectedPost', to: '' }, about: 'submission' },
    ];
    for (const { failure, about } of failures) {
      const { message } = explain(failure, { ...asked, name: 'The Judge' }, about);
      assert.doesNotMatch(message, /[\p{Script=Han}，。：（）] [\p{Script=Han}，。：（）]/u);
      assert.doesNotMatch(message, /\p{Script=Han}[\w"]|[\w"]\p{Script=Han}/u);
    }
  });

  it('shows hostile text from a judge as plain text', () => {
    const hostile = '</script>[x](command:a.b)<img onerror=1>$(error)\u001b[31m\u202egnp.exe\n\n# big';
    for (const code of [400, 401, 402, 403, 404, 405, 410, 413, 429, 500, 418]) {
      const { message } = explain(status(code, body(hostile)), asked);
      assert.match(message, /<\/script>/, String(code));
      assert.doesNotMatch(message, /\]\(|\$\(|[\u001b\u202e\n]/, String(code));
    }
    const long = explain(status(500, body('x'.repeat(1_000_000))), asked);
    assert.ok(long.message.length < 1000);
  });
});

/** Messages other than the failures of one request: the sentence in the code, and its parameters. */
const besides: readonly {
  readonly what: string;
  readonly sentence: string;
  readonly values: readonly string[];
  readonly buttons: readonly string[];
}[] = [
  {
    what: '204',
    sentence: 'The result of {1} isn’t ready on {0} yet. It is being tracked.',
    values: ['The Judge', '1BwHdxEa4LTFnL619bxRwA'],
    buttons: ['Stop Tracking'],
  },
  {
    what: 'first sign-in while `http.proxyStrictSSL` is off',
    sentence:
      '“http.proxyStrictSSL” is off, so certificates may not be verified and the credentials for {0} ({1}) could be intercepted. Send them?',
    values: ['The Judge', 'https://judge.example.com'],
    buttons: ['Send Anyway', 'Open Setting'],
  },
  {
    what: 'submission without a response: the cause, and',
    sentence:
      '{1} may have been submitted to {0}, but no ID was returned. Sending it again may create a duplicate.',
    values: ['The Judge', 'P1001.cpp'],
    buttons: ['Don’t Send', 'Send Again'],
  },
  {
    what: 'submission that was taken, with a response that can’t be read: the cause, and',
    sentence:
      '{0} accepted {1} but returned no readable ID. It has probably been submitted. Sending it again may create a duplicate.',
    values: ['The Judge', 'P1001.cpp'],
    buttons: ['Don’t Send', 'Send Again'],
  },
  {
    what: 'invalid setting',
    sentence: 'Setting “{0}”: {1}.',
    values: ['judgeResults.services → school.url', 'Enter a URL, for example https://judge.example.com'],
    buttons: ['Open Setting'],
  },
];

interface QuotedMessage {
  /** `what` of the row. */
  readonly what: string;
  readonly message: string;
  /** Labels of its buttons. */
  readonly buttons: readonly string[];
}

/** All messages quoted in the documents, in the current language. `translate`: translates the sentences of `besides`. */
function quotedMessages(translate: (sentence: string) => string): readonly QuotedMessage[] {
  const failures = rows
    // Cancelling has no message.
    .filter(({ failure }) => failure.kind !== 'cancelled')
    .map(({ what, failure, about }) => {
      const { message, remedies, correction } = explain(failure, asked, about);
      return {
        what,
        message: message.trim(),
        buttons: [
          ...(correction ? [correctionTitle(correction)] : []),
          ...remedies.map((remedy) => remedyButtons('')[remedy].title),
        ],
      };
    });
  const others = besides.map(({ what, sentence, values, buttons }) => ({
    what,
    message: translate(sentence).replace(/\{(\d)\}/g, (_, at: string) => values[Number(at)] ?? ''),
    buttons: buttons.map(translate),
  }));
  return [...failures, ...others];
}

/** Replaces each quotation after a comment such as `<!-- 401 -->` with the message of that row. */
function withMessages(document: string, messages: readonly QuotedMessage[]): string {
  const quotations = new Map(
    messages.map(({ what, message, buttons }) => {
      const titles = buttons.map((title) => `**${title}**`).join(' · ');
      return [what, titles === '' ? `> ${message}` : `> ${message}\n>\n> ${titles}`];
    }),
  );
  return document.replace(/<!-- (.+) -->\n\n(?:>.*\n)*\n?/g, (_, what: string) => {
    const quotation = quotations.get(what);
    assert.ok(quotation !== undefined, `There is no message for ${what}.`);
    return `<!-- ${what} -->\n\n${quotation}\n\n`;
  });
}

describe('The messages in docs/troubleshooting.md', () => {
  afterEach(() => speak('en'));

  const root = path.join(__dirname, '../../../..');
  const bundle = JSON.parse(
    fs.readFileSync(path.join(root, 'l10n/bundle.l10n.zh-cn.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const documents = [
    { language: 'en', name: 'docs/troubleshooting.md', translate: (sentence: string) => sentence },
    {
      language: 'zh-cn',
      name: 'docs/zh-cn/troubleshooting.md',
      translate: (sentence: string) => bundle[sentence] ?? sentence,
    },
  ] as const;

  for (const { language, name, translate } of documents) {
    it(`match the code: ${name} (run npm run docs to update them)`, () => {
      speak(language);
      const file = path.join(root, name);
      const document = fs.readFileSync(file, 'utf8');
      const expected = withMessages(document, quotedMessages(translate));
      if (process.env['UPDATE_DOCS']) fs.writeFileSync(file, expected);
      else assert.equal(document, expected);
    });

    it(`have one heading each: ${name}`, () => {
      speak(language);
      const document = fs.readFileSync(path.join(root, name), 'utf8');
      const found = [...document.matchAll(/^### .+\n\n<!-- (.+) -->$/gm)].map(([, what]) => what);
      assert.deepEqual(
        found.toSorted(),
        quotedMessages(translate)
          .map(({ what }) => what)
          .toSorted(),
      );
    });
  }

  it('contain only sentences and buttons from the code', () => {
    for (const text of besides.flatMap(({ sentence, buttons }) => [sentence, ...buttons]))
      assert.ok(text in bundle, text);
  });
});
