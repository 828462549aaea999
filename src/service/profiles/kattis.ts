import type { Case, Reader } from '../../judge';
import { pathBelow } from '../address';
import type { ShownCredential } from '../authentication';
import type { Question } from '../question';
import type { ProblemName, Submission, Submitted } from '../submission';
import { requestIdInPath } from '../requestIdInput';
import { type PlainAnswer, type ReadResult, caseOf, flatSubtask, problemNamed, resultOf } from './answer';
import { firstBlock, plainOf, lineOf } from './html';
import { type KattisPaths, pathsIn, secretIn, secretParts, siteIn } from './kattisrc';
import { builtInKind, builtInRules, required } from './kind';
import { mainClassOf, namedLanguages, offering, programFile } from './languageNames';
import {
  accepted,
  answersBy,
  blocked,
  bodyOf,
  codeAt,
  cookieIn,
  getting,
  isBotCheck,
  refused,
  whole,
} from './reading';
import { plainSubmission } from './specification';
import { type Raw, encoded, milliseconds, numberOf, textOf } from './values';
import { verdicts } from './verdicts';

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

/** The statuses up to this one are pending. */
const RUNNING = 5;
const COMPILE_ERROR = 8;
const ACCEPTED = 16;

/** Kattis: open.kattis.com and the sites of schools and contests, as its own command-line client asks them. */
export const kattis = builtInKind(rules, {
  asks: required('url'),
  file: { name: '.kattisrc', fieldsIn: siteIn },
  authentication: { scheme: 'own' },
  secretParts,
  reads: pathsIn,
  profile: ({ baseUrl, loginPath, submitPath, submissionsPath }) => ({
    shown: shownAt(loginPath),
    signIn: {
      ...{ kind: 'secret', secret: 'file', secretIn, isOptional: false },
      page: `${baseUrl}/download/kattisrc`,
    },
    // the session that is opened for it tells who is signed in
    check: {
      request: getting('/'),
      read: (answer, now) => {
        if (isBotCheck(answer)) throw blocked(answer, now);
        if (answer.status >= 400) throw refused(answer, now);
        return { name: null };
      },
    },
    result: ({ requestId }) =>
      answersOf(loginPath).askedForResult(`${submissionsPath}/${encoded(requestId)}?json`, (raw, reader) =>
        readRun(raw, requestId, reader),
      ),
    submission: {
      ...{ ...plainSubmission, ...offering(languages) },
      problemIn: (text) => problemAt(baseUrl, text),
      submit: (submission) => submitQuestion(submission, submitPath),
    },
    problemPage: ({ problemId, place }) =>
      `${baseUrl}${place === null ? '' : `/contests/${place}`}/problems/${encoded(problemId)}`,
    // a problem is the same one in each contest
    isProblemPage: (address, { problemId }) => {
      const path = pathBelow(baseUrl, address)?.path ?? '';
      if (/^\/contests\/[\w-]{1,64}(?:\/problems)?$/.test(path)) return null;
      return problemAt(baseUrl, address)?.problemId === problemId;
    },
    recordPage: ({ requestId }) => `${baseUrl}${submissionsPath}/${encoded(requestId)}`,
    problemIdIn: (text) => (/^[a-z][a-z\d.]{3,60}$/.test(text) && text !== 'main' ? text : null),
    readInput: (text) =>
      (pathBelow(baseUrl + submissionsPath, text) &&
        requestIdInPath(baseUrl + submissionsPath, text, /^\/(\d{1,12})(?:\/|$)/)) ??
      requestIdInPath(baseUrl, text, /^(?:\/contests\/[\w-]{1,64})?\/submissions\/(\d{1,12})(?:\/|$)/),
    idForm: { kind: 'digits', length: 12 },
    looksLikeRequestId: (text) => /^\d{6,12}$/.test(text),
    worksInBrowser: false,
  }),
});

/** `/problems/hello`, or `/contests/<contest>/problems/hello`. */
function problemAt(baseUrl: string, text: string): ProblemName | null {
  const path = pathBelow(baseUrl, text)?.path ?? '';
  const [, place = null, problemId] =
    /^(?:\/contests\/([\w-]{1,64}))?\/problems\/([\w.-]{1,100})(?:\/|$)/.exec(path) ?? [];
  return problemId === undefined ? null : { problemId, place };
}

/** It answers programs as it answers its own client only. */
const asClient = { 'User-Agent': 'kattis-cli-submit' } as const;

/** User and token are what is kept; the session that they open lasts for as long as the site likes. */
const shownAt = (loginPath: string): ShownCredential => ({
  kind: 'session',
  open: (secret) => {
    const [, user = '', mark, proof = ''] = /^([^:]*):(password:)?(.*)$/s.exec(secret) ?? [];
    const form = { user, [mark ? 'password' : 'token']: proof, script: 'true' };
    return {
      request: { method: 'POST', path: loginPath, form, headers: asClient },
      read: (answer, now) => {
        if (isBotCheck(answer)) throw blocked(answer, now);
        if (answer.status === 403) throw refused(answer, now, 401);
        const session = answer.status < 400 ? cookieIn(answer, 'EduSiteCookie') : null;
        if (session === null) throw refused(answer, now, answer.status < 400 ? 401 : answer.status);
        return session;
      },
    };
  },
  headers: (session) => ({ ...asClient, Cookie: `EduSiteCookie=${session}` }),
  stateAfter: (answer) => {
    const { status } = answer;
    if (isBotCheck(answer)) return 'valid';
    if (status === 401 || (status < 300 && bodyOf(answer) === undefined)) return 'over';
    return status === 403 ? 'unclear' : 'valid';
  },
});

const answersOf = (loginPath: string) =>
  answersBy((answer, now) => {
    if (isBotCheck(answer)) throw blocked(answer, now);
    // a signed-in user gets it for submissions of others, and in contests that hide results
    if (answer.status === 403)
      throw refused(answer, now, 403, { refusesAnybody: false, isOthers: 'unclear' });
    if (answer.status >= 400) throw refused(answer, now);
    const isPage = bodyOf(answer) === undefined;
    if (isPage && answer.text.slice(0, 200_000).includes(loginPath)) throw refused(answer, now, 401);
  }, whole);

/** What `/submissions/<id>?json` says. It has its figures in HTML, of which two places are read. */
function readRun(raw: Raw, requestId: string, reader: Reader): ReadResult {
  const status = codeAt(raw, 'status_id', reader);
  const done = reader.integer(raw.testcase_index, 'testcase_index') ?? 0;
  const isPending = status <= RUNNING;
  const isCompileError = status === COMPILE_ERROR;
  const row = htmlOf(raw.row_html);
  const listed = casesIn(row, isPending);
  // the check that was run last is the one that failed
  const hasFailed = rules.statuses[status]?.kind === 'failed' && !isCompileError && done > 0;
  const cases = listed.length === 0 && hasFailed ? [caseOf({ id: done, status })] : listed;
  const isCounted = cases.length === 0 && done > 0 && (isPending || status === ACCEPTED);
  const problem = /href="(?:\/contests\/[\w-]{1,64})?\/problems\/([\w.-]{1,100})"/.exec(row)?.[1];
  // `0.05&nbsp;s`, or `&gt; 1.00&nbsp;s`; empty where the problem gives points
  const seconds = /data-type="cpu"[^>]{0,200}>[^<\d]{0,40}(\d{1,6}(?:\.\d{1,6})?)/.exec(row)?.[1];
  const points = /Accepted \((\d{1,9}(?:\.\d{1,9})?)\)/.exec(row)?.[1];
  return resultOf({
    ...{ requestId, status, isCompileError, passed: isCounted ? done : null },
    total: isPending ? totalIn(row) : null,
    judge: {
      score: numberOf(Number(points ?? NaN)),
      time: milliseconds(Number(seconds ?? NaN)),
      subtasks: flatSubtask(cases),
    },
    compileMessage: isCompileError ? firstBlock(htmlOf(raw.feedback_html)) : null,
    about: {
      problem: problemNamed(problem ?? null),
      language: plainOf(/data-type="lang"[^>]{0,200}>([^<]{1,60})</.exec(row)?.[1] ?? '') || null,
    },
  });
}

function htmlOf(value: unknown): string {
  return textOf(value)?.slice(0, 4_000_000) ?? '';
}

/** What a case's title says, by the words of its verdict. */
const codesByWords = new Map(
  Object.values(rules.statuses).map(({ name, code }) => [wordsOf(name), code] as const),
);

function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '');
}

/** `title="Test case 3/22: Wrong Answer"`; what isn't checked while it runs is still to come. */
function casesIn(row: string, isPending: boolean): readonly Case[] {
  const titles = row.matchAll(/title="Test case (\d{1,6})\/\d{1,6}\b([^"]{0,200})"/g);
  const seen = new Set<number>();
  return [...titles].flatMap(([, number, said = '']) => {
    const id = Number(number);
    const reason = plainOf(said.slice(said.lastIndexOf(':') + 1)).trim();
    const isChecked = !reason.endsWith('not checked');
    if (seen.has(id) || (isPending && !isChecked)) return [];
    seen.add(id);
    const status = isChecked ? (codesByWords.get(wordsOf(reason)) ?? null) : 'SKIP';
    return [caseOf({ id, status, description: status === null ? reason : null })];
  });
}

/** The number of all checks, of which each title and the cell with their count have it. Null: neither is there. */
function totalIn(row: string): number | null {
  const title = /title="Test case \d{1,6}\/(\d{1,6})\b/.exec(row)?.[1];
  const total = title ?? /data-type="testcases"[^>]{0,200}>[^<\d]{0,40}\d{1,6}\/(\d{1,6})/.exec(row)?.[1];
  return total === undefined ? null : Number(total);
}

const languages = namedLanguages(
  'Ada=ada; Bash=shellscript; C=c; C#=csharp; C++=cpp; COBOL=cobol; Common Lisp=lisp; Crystal=crystal; D=d; Dart=dart; ' +
    'Elixir=elixir; Erlang=erlang; F#=fsharp; Fortran=fortran; Go=go; Haskell=haskell; Java=java; ' +
    'JavaScript (Node.js)=javascript; JavaScript (SpiderMonkey)=javascript; Julia=julia; Kotlin=kotlin; Lua=lua; ' +
    'Nim=nim; Objective-C=objective-c; OCaml=ocaml; Octave=octave; Odin=odin; Pascal=pascal; Perl=perl; PHP=php; ' +
    'Prolog=prolog; Python 3=python; Python 2=python; Racket=racket; Ruby=ruby; Rust=rust; Scala=scala; ' +
    'Swift=swift; TypeScript=typescript; Visual Basic=vb; Zig=zig',
);

/** Its answer is a sentence, with status 200 for refusals, too. */
function submitQuestion(
  { problemId, place, language, code }: Submission,
  path: KattisPaths['submitPath'],
): Question<Submitted> {
  const mainClass = mainClassOf(language, code);
  const extensions = languages.find(({ id }) => id === language)?.extensions ?? [];
  const form = {
    ...{ submit: 'true', submit_ctr: '2', language, mainclass: mainClass ?? '' },
    ...{ problem: problemId.toLowerCase(), tag: '', script: 'true' },
    ...(place === null ? {} : { contest: place }),
    'sub_file[]': programFile(mainClass, extensions, code),
  };
  return { request: { method: 'POST', path, form }, read: readSubmitted };
}

function readSubmitted(answer: PlainAnswer, now: number): Submitted {
  if (isBotCheck(answer)) throw blocked(answer, now);
  if (answer.status >= 400) throw refused(answer, now, answer.status, { refusesAnybody: false });
  const said = lineOf(answer.text);
  const requestId = /\bID: (\d{1,12})(?!\d)/.exec(said)?.[1];
  if (requestId !== undefined) return accepted(requestId);
  const wait = /\btokens\b.{0,200}? in (\d{1,6}) seconds/.exec(said)?.[1];
  if (wait === undefined) throw refused(answer, now, 400, { message: said.slice(0, 500) || null });
  throw refused(answer, now, 429, { message: said, retryAfter: Number(wait) * 1000 });
}
