import { type Case, jsonIn } from '../../judge';
import { pastedUrl, pathBelow } from '../address';
import type { FieldReader } from '../fields';
import type {
  ProblemName,
  Question,
  ServiceProfile,
  ShownCredential,
  Submission,
  Submitted,
} from '../profile';
import { requestIdInPath } from '../requestIdInput';
import { type PlainAnswer, type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from './answer';
import { type ServiceKind, builtInRules, profileOf } from './kind';
import { documentsOf, mainClassOf, namedLanguages } from './languageNames';
import { cookieIn, encoded, readAnswer, refused } from './reading';
import { plainSubmission } from './specification';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'kattis',
  verdicts('SKIP', {
    0: ['QUEUED', 'New', '新提交'],
    1: ['QUEUED', 'New', '新提交'],
    2: ['QUEUED', 'Waiting for Compile', '等待编译'],
    3: 'COMPILING',
    4: ['QUEUED', 'Waiting for Run', '等待运行'],
    5: ['JUDGING', 'Running', '运行中'],
    6: 'JE',
    7: ['JE', 'Submission Error', '提交错误'],
    8: 'CE',
    9: 'RTE',
    10: 'MLE',
    11: 'OLE',
    12: 'TLE',
    13: ['RF', 'Illegal Function', '使用了非法函数'],
    14: 'WA',
    16: 'AC',
  }),
);

/** The statuses up to this one are pending. */
const RUNNING = 5;

/** Kattis: open.kattis.com and the sites of schools and contests, as its own command-line client asks them. */
export const kattis: ServiceKind = {
  asks: [{ field: 'url', otherwise: null }],
  file: { name: '.kattisrc', urlIn },
  speaksSpecification: false,
  rules,
  describe,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = { scheme: 'own' } as const;
  const address = fields.address(authentication);
  if (!address) return null;
  const { baseUrl } = address;
  return {
    ...profileOf(rules, name, address, authentication),
    shown,
    signIn: {
      ...{ kind: 'secret', secret: 'file', secretIn, isOptional: false },
      page: `${baseUrl}/download/kattisrc`,
    },
    // the session that is opened for it tells who is signed in
    check: {
      request: { method: 'GET', path: '/', headers: asClient },
      read: (answer, now) => {
        if (answer.status >= 400) throw refused(answer, now);
        return { name: null };
      },
    },
    result: ({ requestId }) => ({
      request: {
        ...{ method: 'GET', path: `/submissions/${encoded(requestId)}?json` },
        headers: asClient,
      },
      read: (answer, now) => readResult(answer, requestId, now),
    }),
    submission: {
      ...plainSubmission,
      languages,
      documents: documentsOf(languages),
      problemIn: (text) => problemAt(baseUrl, text),
      submit: submitQuestion,
    },
    problemPage: ({ problemId, place }) =>
      `${baseUrl}${place === null ? '' : `/contests/${place}`}/problems/${encoded(problemId)}`,
    recordPage: ({ requestId }) => `${baseUrl}/submissions/${encoded(requestId)}`,
    problemIdIn: (text) => (/^[a-z][a-z\d.]{3,60}$/.test(text) && text !== 'main' ? text : null),
    readInput: (text) =>
      requestIdInPath(baseUrl, text, /^(?:\/contests\/[\w-]{1,64})?\/submissions\/(\d{1,12})(?:\/|$)/),
    looksLikeRequestId: (text) => /^\d{6,12}$/.test(text),
    worksInBrowser: false,
  };
}

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
const shown: ShownCredential = {
  kind: 'session',
  open: (secret) => {
    const [user, token] = pairIn(secret);
    const proof: Readonly<Record<string, string>> = token.startsWith(passwordMark)
      ? { password: token.slice(passwordMark.length) }
      : { token };
    return {
      request: {
        method: 'POST',
        path: '/login',
        form: { user, ...proof, script: 'true' },
        headers: asClient,
      },
      read: (answer, now) => {
        if (answer.status === 403) throw refused(answer, now, 401);
        const session = answer.status < 400 ? cookieIn(answer, 'EduSiteCookie') : null;
        if (session === null) throw refused(answer, now, answer.status < 400 ? 401 : answer.status);
        return session;
      },
    };
  },
  headers: (session) => ({ Cookie: `EduSiteCookie=${session}` }),
  isOver: ({ status, text }) =>
    status === 401 || status === 403 || (status < 300 && jsonIn(text) === undefined),
};

function pairIn(secret: string): readonly [string, string] {
  const colon = secret.indexOf(':');
  return [secret.slice(0, colon), secret.slice(colon + 1)];
}

const passwordMark = 'password:';

/** `user:token` in the text of a `.kattisrc`, or as it was typed. */
export function secretIn(text: string): string {
  const user = valueIn(text, 'username');
  const token = valueIn(text, 'token');
  const password = valueIn(text, 'password');
  if (user === null) return /^[^\s:=[\]]{1,100}:\S{1,300}$/.test(text) ? text : '';
  return token !== null ? `${user}:${token}` : password === null ? '' : `${user}:${passwordMark}${password}`;
}

/** The address of the site in the text of a `.kattisrc`. */
export function urlIn(text: string): string | null {
  const signIn = pastedUrl(valueIn(text, 'loginurl') ?? '');
  if (signIn && /\/login\/?$/.test(signIn.pathname))
    return signIn.origin + signIn.pathname.replace(/\/login\/?$/, '');
  const host = valueIn(text, 'hostname');
  return host !== null && pastedUrl(host) ? `https://${host}` : null;
}

/** Lines may have become one where the text was pasted. */
function valueIn(text: string, key: string): string | null {
  return new RegExp(String.raw`(?:^|\s)${key}\s{0,8}[:=]\s{0,8}([^\s:=]\S{0,300})`).exec(text)?.[1] ?? null;
}

/** The answer of `/submissions/<id>?json`. It has its figures in HTML, of which two places are read. */
function readResult(answer: PlainAnswer, requestId: string, now: number): ResultAnswer {
  if (answer.status >= 400) throw refused(answer, now);
  const isSignInPage = jsonIn(answer.text) === undefined && answer.text.slice(0, 200_000).includes('/login');
  if (isSignInPage) throw refused(answer, now, 401);
  return readAnswer(answer, (json, reader) => {
    const raw = reader.object(json, '');
    const status =
      reader.integer(raw.status_id, 'status_id') ??
      reader.misfit('status_id', 'a whole number', raw.status_id);
    const done = reader.integer(raw.testcase_index, 'testcase_index');
    const row = htmlOf(raw.row_html);
    const cases = casesIn(row, status <= RUNNING);
    const isCounted = cases.length === 0 && done !== null && done > 0 && (status <= RUNNING || status === 16);
    const problem = /href="(?:\/contests\/[\w-]{1,64})?\/problems\/([\w.-]{1,100})"/.exec(row)?.[1];
    return resultOf({
      requestId,
      status,
      judge: {
        score: numberIn(/Accepted \((\d{1,9}(?:\.\d{1,9})?)\)/.exec(row)?.[1]),
        time: timeIn(row),
        subtasks: flatSubtask(cases),
        ...(isCounted ? { passed: done } : {}),
      },
      compileMessage: status === 8 ? firstBlock(htmlOf(raw.feedback_html)) : null,
      isCompileError: status === 8,
      about: {
        problem: problemNamed(problem ?? null),
        language: plainOf(/data-type="lang"[^>]{0,200}>([^<]{1,60})</.exec(row)?.[1] ?? '') || null,
      },
    });
  }).value;
}

const longestHtml = 4_000_000;

function htmlOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestHtml) : '';
}

/** What a case's title says, by the words of its verdict. */
const caseCodes: Readonly<Record<string, number | string>> = {
  accepted: 16,
  'wrong answer': 14,
  'time limit exceeded': 12,
  'output limit exceeded': 11,
  'memory limit exceeded': 10,
  'run time error': 9,
  'judge error': 6,
  'illegal function': 13,
  'not checked': 'SKIP',
};

/** `title="Test case 3/22: Wrong Answer"`; what isn't checked while it runs is still to come. */
function casesIn(row: string, isPending: boolean): readonly Case[] {
  const titles = row.matchAll(/title="Test case (\d{1,6})\/\d{1,6}\b([^"]{0,200})"/g);
  const seen = new Set<number>();
  return [...titles].flatMap(([, number, said = '']) => {
    const id = Number(number);
    const reason = plainOf(said.slice(said.lastIndexOf(':') + 1)).trim();
    const status = Object.hasOwn(caseCodes, reason.toLowerCase())
      ? (caseCodes[reason.toLowerCase()] ?? null)
      : reason.endsWith('not checked')
        ? 'SKIP'
        : null;
    if (seen.has(id) || (isPending && status === 'SKIP')) return [];
    seen.add(id);
    return [caseOf({ id, status, description: status === null ? reason : null })];
  });
}

/** `0.05&nbsp;s`, or `&gt; 1.00&nbsp;s`; empty where the problem gives points. ms. */
function timeIn(row: string): number | null {
  const cell = /data-type="cpu"[^>]{0,200}>([^<]{0,60})</.exec(row)?.[1] ?? '';
  const seconds = numberIn(/\d{1,6}(?:\.\d{1,6})?/.exec(cell)?.[0]);
  return seconds === null ? null : Math.round(seconds * 1e6) / 1e3;
}

function numberIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** The text of the first `<pre>`. */
function firstBlock(html: string): string | null {
  const start = html.indexOf('<pre');
  const open = start < 0 ? -1 : html.indexOf('>', start);
  const end = open < 0 ? -1 : html.indexOf('</pre>', open);
  return end < 0 ? null : plainOf(html.slice(open + 1, end)) || null;
}

const entities: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#039': "'", nbsp: ' ', amp: '&' },
};

function plainOf(html: string): string {
  return html.replace(/&(#?\w{2,5});/g, (whole, name: string) => entities[name] ?? whole);
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
function submitQuestion({ problemId, place, language, code }: Submission): Question<Submitted> {
  const [extension = ''] = languages.find(({ id }) => id === language)?.extensions ?? [];
  const mainClass = mainClassOf(language, code);
  const fileName = `${mainClass?.replace(/Kt$/, '') ?? 'main'}${extension}`;
  return {
    request: {
      method: 'POST',
      path: '/submit',
      headers: asClient,
      form: {
        ...{ submit: 'true', submit_ctr: '2', language, mainclass: mainClass ?? '' },
        ...{ problem: problemId.toLowerCase(), tag: '', script: 'true' },
        ...(place === null ? {} : { contest: place }),
        'sub_file[]': { fileName, text: code },
      },
    },
    read: (answer, now) => {
      const said = answer.text
        .slice(0, 2_000)
        .replace(/<[^<>]{0,100}>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      const requestId = /\bID: (\d{1,12})(?!\d)/.exec(said)?.[1];
      if (answer.status < 400 && requestId !== undefined) return { kind: 'accepted', requestId, hint: null };
      if (answer.status >= 400) throw refused(answer, now);
      const wait = /\btokens\b.{0,200}? in (\d{1,6}) seconds/.exec(said)?.[1];
      if (wait !== undefined) {
        throw refused(answer, now, 429, { message: said, retryAfter: Number(wait) * 1000 });
      }
      throw refused(answer, now, 400, { message: said.slice(0, 500) || null });
    },
  };
}
