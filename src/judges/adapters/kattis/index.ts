import { bytesFromBase64 } from '../../../base/base64';
import type { Case, ComparisonRule, JsonObject } from '../../../results';
import type { Answer, JudgeAdapter, JudgeHttp } from '../../adapter';
import { pathBelow } from '../../address';
import type { RequestFailed } from '../../requestFailed';
import type { JudgeAddress } from '../../settingFields';
import { requestIdInPath } from '../../requestIdInput';
import type { ProblemName, ProblemSamples, SubmissionLanguage } from '../../submission';
import { notUnderstood } from '../shared/acceptedResponse';
import { type ReadResult, caseOf, flatSubtask, problemNamed, resultOf } from '../shared/results';
import { firstBlock, lineOf, plainOf } from '../shared/htmlText';
import { typeWithBuiltInCodes } from '../typeWithBuiltInCodes';
import { type KattisPaths, pathsIn } from './addresses';
import { secretIn, secretParts, siteIn } from './kattisrc';
import { builtInRules, required } from '../judgeType';
import { namedLanguages } from '../../languageNames';
import { entryPointOfSubmission, filesToSend } from '../../entryPoints/submittedProgram';
import { accepted } from '../shared/listedSubmissions';
import { bodyOf, cookieIn, readObject } from '../shared/responseBody';
import { partsOfName } from '../shared/problemIdInFileName';
import { botCheckIn, isBotCheck, refusal, refusalByStatus, throwIf, throwIfBusy } from '../shared/refusals';
import { encoded, milliseconds, numberOf, textOf } from '../shared/jsonValues';
import { samplesInArchive } from '../shared/samplesArchive';
import { verdicts } from '../shared/verdicts';

/** Kattis' default validator. */
const comparison: ComparisonRule = { unit: 'tokens', caseless: 'ascii', ignoresAfterNul: true };

const rules = builtInRules(
  'kattis',
  verdicts('3=COMPILING 6=JE 8=CE 9=RTE 10=MLE 11=OLE 12=TLE 14=WA 16=AC SKIP', {
    0: ['QUEUED', 'New', '新提交'],
    1: ['QUEUED', 'New', '新提交'],
    2: ['QUEUED', 'Waiting for Compile', '等待编译'],
    4: ['QUEUED', 'Waiting for Run', '等待运行'],
    5: ['JUDGING', 'Running', '运行中'],
    7: ['JE', 'Submission Error', '提交错误'],
    13: ['RF', 'Illegal Function', '使用了非法函数'],
  }),
);

/** The highest pending status. */
const RUNNING = 5;
const COMPILE_ERROR = 8;
const ACCEPTED = 16;

/** Languages for which Kattis requires the name of the main file if a program has several files. */
const namesMainFile = new Set(
  (
    'Ada; Bash; Common Lisp; Crystal; Dart; JavaScript (Node.js); JavaScript (SpiderMonkey); Julia; Lua; Nim; ' +
    'Octave; Pascal; Perl; PHP; Python 2; Python 3; Racket; Ruby; Rust; TypeScript; Zig'
  ).split('; '),
);

/** Languages for which Kattis requires the name of the main class. */
const namesMainClass = new Set(['Java', 'Kotlin', 'Scala']);

/** Kattis' languages, with VS Code's language ID of each. */
const languages = withEntryPoints(
  namedLanguages(
    'Ada=ada; Bash=shellscript; C=c; C#=csharp; C++=cpp; COBOL=cobol; Common Lisp=lisp; Crystal=crystal; D=d; Dart=dart; ' +
      'Elixir=elixir; Erlang=erlang; F#=fsharp; Fortran=fortran; Go=go; Haskell=haskell; Java=java; ' +
      'JavaScript (Node.js)=javascript; JavaScript (SpiderMonkey)=javascript; Julia=julia; Kotlin=kotlin; Lua=lua; ' +
      'Nim=nim; Objective-C=objective-c; OCaml=ocaml; Octave=octave; Odin=odin; Pascal=pascal; Perl=perl; PHP=php; ' +
      'Prolog=prolog; Python 3=python; Python 2=python; Racket=racket; Ruby=ruby; Rust=rust; Scala=scala; ' +
      'Swift=swift; TypeScript=typescript; Visual Basic=vb; Zig=zig',
  ),
);

/** Adds what Kattis calls the entry point of each language that needs one. */
function withEntryPoints(all: readonly SubmissionLanguage[]): readonly SubmissionLanguage[] {
  return all.map((language) => {
    if (namesMainClass.has(language.name)) return { ...language, entryPoint: 'Main class' };
    return namesMainFile.has(language.name) ? { ...language, entryPoint: 'Main file' } : language;
  });
}

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
  const { baseUrl, loginPath, submitPath, submissionsPath } = site;

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

    submission: {
      languages,
      acceptsSeveralFiles: true,
      keepsFileNames: true,

      async submit(http, submission) {
        const { problemId, place: contest, language, others } = submission;
        const entry = entryPointOfSubmission(submission, languages.find(({ id }) => id === language) ?? null);
        const mainFile = others && namesMainFile.has(language) ? entry.mainFile : null;
        const answer = await http.send({
          method: 'POST',
          path: submitPath,
          form: {
            submit: 'true',
            submit_ctr: '2',
            language,
            mainclass: entry.mainClass ?? entry.fallbackClass ?? mainFile ?? '',
            problem: problemId.toLowerCase(),
            tag: '',
            script: 'true',
            ...(contest === null ? {} : { contest }),
            'sub_file[]': filesToSend(entry),
          },
        });
        return accepted(submittedId(answer));
      },

      async fetchSamples(http, problem) {
        return fetchSamples(http, problem);
      },

      problemAt(address) {
        return problemAt(baseUrl, address);
      },
    },

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

/**
 * Fetches the samples of a problem, which is the same in all contests. Problems without samples, such as interactive ones,
 * have no archive.
 */
async function fetchSamples(http: JudgeHttp, { problemId }: ProblemName): Promise<ProblemSamples> {
  const answer = await http.send({
    method: 'GET',
    path: `/problems/${encoded(problemId.toLowerCase())}/file/statement/samples.zip`,
    isBinary: true,
    mayBeTooLarge: true,
  });
  throwIf(botCheckIn(answer));
  throwIfBusy(refusalByStatus(answer));
  const archive = answer.status === 200 ? bytesFromBase64(answer.text) : null;
  const found = archive && (await samplesInArchive(archive, ''));
  return { samples: found?.samples ?? [], limits: null };
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

/**
 * Reads the request ID in the response to a submission. The response is a sentence, and has status 200 even if Kattis
 * rejected the program.
 */
function submittedId(answer: Answer): string {
  throwIf(botCheckIn(answer));
  if (answer.status >= 400) throw refusal(answer, { refusesAnybody: false });

  const sentence = lineOf(answer.text);
  const requestId = /\bID: (\d{1,12})(?!\d)/.exec(sentence)?.[1];
  if (requestId !== undefined) return requestId;

  const seconds = /\btokens\b.{0,200}? in (\d{1,6}) seconds/.exec(sentence)?.[1];
  if (seconds !== undefined) {
    throw refusal(answer, { status: 429, message: sentence, retryAfter: Number(seconds) * 1000 });
  }
  // a text without an ID is a rejection, but anything else may follow an accepted submission
  if (sentence === '' || /^\s*</.test(answer.text)) throw notUnderstood();
  throw refusal(answer, { status: 400, message: sentence.slice(0, 500) });
}

/** Reads the problem in `/problems/hello` or `/contests/<contest>/problems/hello`. Null: the URL contains none. */
function problemAt(baseUrl: string, address: string): ProblemName | null {
  const path = pathBelow(baseUrl, address)?.path ?? '';
  const [, contest = null, problemId] =
    /^(?:\/contests\/([\w-]{1,64}))?\/problems\/([\w.-]{1,100})(?:\/|$)/.exec(path) ?? [];
  return problemId === undefined ? null : { problemId, place: contest };
}

/** Reads `/submissions/<id>?json`. Most values are in a row of HTML. */
function readSubmission(submission: JsonObject, requestId: string): ReadResult {
  const status = submission.requiredInteger('status_id');
  const done = submission.integer('testcase_index') ?? 0;
  const isPending = status <= RUNNING;
  const isCompileError = status === COMPILE_ERROR;

  const row = htmlOf(submission.raw.row_html);
  const problem = /href="(?:\/contests\/[\w-]{1,64})?\/problems\/([\w.-]{1,100})"/.exec(row)?.[1];
  const language = /data-type="lang"[^>]{0,200}>([^<]{1,60})</.exec(row)?.[1];
  // `0.05&nbsp;s` or `&gt; 1.00&nbsp;s`; empty if the problem has points
  const seconds = /data-type="cpu"[^>]{0,200}>[^<\d]{0,40}(\d{1,6}(?:\.\d{1,6})?)/.exec(row)?.[1];
  const points = /Accepted \((\d{1,9}(?:\.\d{1,9})?)\)/.exec(row)?.[1];

  const listed = casesIn(row, isPending);
  // the last case that was run is the one that failed
  const hasFailed = rules.statuses[status]?.kind === 'failed' && !isCompileError && done > 0;
  const cases = listed.length === 0 && hasFailed ? [caseOf({ id: done, status })] : listed;
  const isCounted = cases.length === 0 && done > 0 && (isPending || status === ACCEPTED);

  return resultOf(
    {
      requestId,
      status,
      isCompileError,
      passed: isCounted ? done : null,
      total: isPending ? totalIn(row) : null,
      judge: {
        score: numberOf(Number(points ?? NaN)),
        time: milliseconds(Number(seconds ?? NaN)),
        subtasks: flatSubtask(cases),
      },
      compileMessage: isCompileError ? firstBlock(htmlOf(submission.raw.feedback_html)) : null,
      about: {
        problem: problemNamed(problem ?? null),
        language: plainOf(language ?? '') || null,
      },
    },
    submission,
  );
}

function htmlOf(value: unknown): string {
  return textOf(value)?.slice(0, 4_000_000) ?? '';
}

/** Status codes by the verdicts in the titles of cases. */
const codesByWords = new Map(
  Object.values(rules.statuses).map(({ name, code }) => [wordsOf(name), code] as const),
);

function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '');
}

/** Reads `title="Test case 3/22: Wrong Answer"`. Skips unchecked cases while the program is running. */
function casesIn(row: string, isPending: boolean): readonly Case[] {
  const titles = row.matchAll(/title="Test case (\d{1,6})\/\d{1,6}\b([^"]{0,200})"/g);
  const cases = new Map<number, Case>();
  for (const [, number, verdict = ''] of titles) {
    const id = Number(number);
    const reason = plainOf(verdict.slice(verdict.lastIndexOf(':') + 1)).trim();
    const isChecked = !reason.endsWith('not checked');
    if (cases.has(id) || (isPending && !isChecked)) continue;
    const status = isChecked ? (codesByWords.get(wordsOf(reason)) ?? null) : 'SKIP';
    cases.set(id, caseOf({ id, status, description: status === null ? reason : null }));
  }
  return [...cases.values()];
}

/** Reads the total number of cases from a title, or from the cell with their count. Null: unknown. */
function totalIn(row: string): number | null {
  const title = /title="Test case \d{1,6}\/(\d{1,6})\b/.exec(row)?.[1];
  const total = title ?? /data-type="testcases"[^>]{0,200}>[^<\d]{0,40}\d{1,6}\/(\d{1,6})/.exec(row)?.[1];
  return total === undefined ? null : Number(total);
}
