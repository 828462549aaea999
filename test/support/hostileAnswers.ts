import fs from 'node:fs';
import path from 'node:path';
import type { Judge, JudgeTypeName } from '../../src/judges';
import { judgeTypes } from '../../src/judges/adapters';
import type { SampleLimits, SampleRun, Submission } from '../../src/judges/submission';
import type { PlainAnswer } from '../../src/judges/adapters/shared/makeResult';
import { testedTypes } from './judgeTypes';
import { type BoundOperation, checkOf, on, recentOf, resultAt } from './operations';

/** Returns a generator of numbers in [0, 1) that depend only on the seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

const submission: Submission = {
  problemId: '7',
  place: null,
  language: 'c',
  optimise: false,
  code: 'x',
  trackId: 't',
  inputs: null,
};

const sampleRun: SampleRun = {
  language: '54',
  code: 'x',
  samples: [
    { input: '1', expected: '1' },
    { input: '2', expected: '2' },
  ],
  time: null,
  memory: null,
};
const sampleLimits: SampleLimits = { time: 1000, memory: 262_144, together: 20 };

/** Returns an ID of the form that a judge of that type uses. */
export function idOf(type: JudgeTypeName): string {
  return testedTypes[type].requestId ?? '7';
}

/** Returns all operations that send requests to a judge, by name. */
export function questionsOf(judge: Judge, requestId: string, problemId = '7') {
  const { signIn, session, listing, contests, batch, samples, quota, submission: support } = judge;
  const request = { requestId, hint: null };
  const pending = [request, { requestId: '8', hint: null }];
  const problem = { problemId, place: null };
  const program = { ...submission, ...problem };
  const { fetchForm, findProblems, fetchStatement, problemList, findSent } = support ?? {};
  const { listedField } = judgeTypes[judge.type as JudgeTypeName];
  const password = signIn.kind === 'password' ? signIn : null;
  const browser = signIn.kind === 'browser' ? signIn : null;
  const { fetch: fetchContest, fetchProblems, submissions } = contests ?? {};
  const openContests = (submissions?.fetchOpen ?? []).map(
    (fetchOpen, at) => [`openContests${at}`, on(judge, fetchOpen)] as const,
  );
  const all: Readonly<Record<string, BoundOperation<unknown> | null | undefined | false>> = {
    signIn: password && on(judge, (http) => password.signIn(http, 'alice', 'secret', '123456')),
    startSignIn: browser && on(judge, browser.start),
    confirmation: browser && on(judge, browser.fetchConfirmed),
    signOut: (password && on(judge, password.signOut)) ?? (browser && on(judge, browser.signOut)),
    session: session && on(judge, (http) => session.open(http, 'alice:secret')),
    offers: listedField && on(judge, listedField.fetchValues),
    check: checkOf(judge),
    result: resultAt(judge, request),
    recent: listing && recentOf(judge, 'alice'),
    ...Object.fromEntries(openContests),
    inContest: submissions && on(judge, (http) => submissions.fetchRecent(http, problemId, 'alice')),
    contest: fetchContest && on(judge, (http) => fetchContest(http, problemId)),
    batch: batch?.covers(pending, 'alice') && on(judge, (http) => batch.fetchStates(http, pending, 'alice')),
    submit: support && on(judge, (http) => support.submit(http, program)),
    form: fetchForm && on(judge, (http) => fetchForm(http, problem)),
    search: findProblems && on(judge, (http) => findProblems(http, problemId)),
    list: problemList && on(judge, (http) => problemList.fetchAll(http)),
    sent: findSent && on(judge, (http) => findSent(http, program, { from: 0, to: Infinity })),
    statement: fetchStatement && on(judge, (http) => fetchStatement(http, problem)),
    problems: fetchProblems && on(judge, (http) => fetchProblems(http, problemId, true)),
    languages: samples && on(judge, samples.fetchLanguages),
    limits: samples && on(judge, samples.fetchLimits),
    samples: samples && on(judge, (http) => samples.run(http, sampleRun, sampleLimits)),
    quota: quota && on(judge, quota.fetchQuotas),
  };
  return Object.entries(all).flatMap(([name, question]) => (question ? [[name, question] as const] : []));
}

const texts = [
  '',
  '7',
  'AC',
  'CE',
  'OK',
  'error',
  'ready',
  'D',
  'true',
  '-1',
  '1e999',
  '\u0000\u202e',
  '\ud800',
  '<html>',
];
const odd = [null, true, false, 0, -1, 2, 7, 1.5, 1e300, -0, 2 ** 53];

/** Returns a random response, mostly JSON with fields from `names`. */
export function hostileAnswer(random: () => number, names: readonly string[]): PlainAnswer {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const value = (depth: number): unknown => {
    const kind = random();
    if (depth > 3 || kind < 0.2) return one<unknown>([...texts, ...odd]);
    if (kind < 0.35) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
    const entries = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      return [random() < 0.02 ? '__proto__' : one(names), value(depth + 1)] as const;
    });
    return Object.fromEntries(entries);
  };
  const json = JSON.stringify(value(0));
  const isDamaged = random() < 0.1;
  return {
    status: one([200, 200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 422, 429, 500, 503, 0]),
    contentType: one(['application/json', 'text/html', null]),
    text: isDamaged ? json.slice(0, Math.floor(random() * json.length)) : json,
    retryAfter: one([null, '3', '-1', 'x']),
    date: one([null, 'x', 'Sun, 22 Nov 2026 06:13:53 GMT']),
    cookies: one([null, 'sid=abcdefghijkl; Path=/', 'EduSiteCookie=1']),
  };
}

const profiles = path.join(__dirname, '../../src/judges/adapters');

/** Returns the field names that a type's own code reads. */
export function fieldNames(type: JudgeTypeName): readonly string[] {
  const folder = path.join(profiles, testedTypes[type].folder ?? type);
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const source = files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  return [...new Set(source.match(/\b[a-z][A-Za-z_]{1,24}\b/g) ?? [])];
}
