// A stand-in of each kind of judge that lists the user's submissions to one problem.
import { once } from 'node:events';
import http from 'node:http';
import { listenOnLoopback } from '../../../tools/service/http/loopback';
import { startLocalCodeforces } from '../../../tools/codeforces/codeforces';
import { startLocalDmoj } from '../../../tools/dmoj/dmoj';
import { startLocalHydro } from '../../../tools/hydro/hydro';
import { startLocalJudge, type JudgeName, type LocalJudge } from '../../support/judges';
import { startEolympStandIn } from '../../support/standIns/eolymp';
import { startYandexContestStandIn } from '../../support/standIns/yandexContest';
import type { Answer } from './person';

/** The code of the earlier submissions, oldest first. It is wrong for every problem. */
export const earlierCodes = ['console.log(-1);\n', 'console.log(-2);\n'] as const;

export interface ListingSite {
  /** Entry of the judge in the settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The stored secret; null: signed out. */
  readonly secret: string | null;
  /** The user's name at the judge; null: unknown. */
  readonly account: string | null;
  /** Name of the user's program. */
  readonly program: string;
  /** Chooses the problem of the program. */
  readonly problem: Answer;
  /** IDs of the earlier submissions, oldest first. */
  readonly ids: readonly [string, string];
  /** Label and description of a listed submission, before its ID. */
  readonly row: RegExp;
  /** Whether older submissions may be on another page. */
  readonly hasOlderPage?: true;
  /** null: the judge returns the code; otherwise, the row that explains why it doesn't. */
  readonly whyNoCode: RegExp | null;
  readonly stop: () => Promise<void>;
}

const user = 'alice';

async function onHydro(): Promise<ListingSite> {
  const site = await startLocalHydro({ english: true });
  const submit = async (pid: string, code: string): Promise<string> => {
    const record = site.submit(site.alice, { pid, lang: 'js', code });
    await site.judged(record);
    return record.rid;
  };
  const ids = [await submit('P1001', earlierCodes[0]), await submit('P1001', earlierCodes[1])] as const;
  await submit('P1115', earlierCodes[0]);
  return {
    settings: { type: 'hydro', url: site.url },
    secret: site.signIn(site.alice),
    account: site.alice.uname,
    program: 'P1001.js',
    problem: { choose: /P1001/ },
    ids,
    row: /^WA 0 .* js/,
    whyNoCode: null,
    stop: () => site.stop(),
  };
}

async function onCodeforces(withKey: boolean): Promise<ListingSite> {
  const site = await startLocalCodeforces();
  site.oddities.callInterval = 0;
  const submit = (index: string, code: string): string =>
    String(site.submit({ index, language: 'Node.js', code }).id);
  const ids = [submit('A', earlierCodes[0]), submit('A', earlierCodes[1])] as const;
  submit('B', earlierCodes[0]);
  await site.idle();
  const { key, secret } = site.apiKey;
  return {
    settings: { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` },
    secret: withKey ? `${key}:${secret}` : null,
    account: withKey ? 'tourist' : null,
    program: '1000A.js',
    problem: { choose: /1000A/ },
    ids,
    row: /^WA .*Node\.js/,
    whyNoCode: withKey ? null : /returns submitted code only if you are signed in$/,
    stop: () => site.stop(),
  };
}

async function onDmoj(): Promise<ListingSite> {
  const site = await startLocalDmoj();
  const submit = (problem: string, code: string): string =>
    String(site.submit({ problem, language: 'V8JS', code }).id);
  const ids = [submit('p1001', earlierCodes[0]), submit('p1001', earlierCodes[1])] as const;
  submit('p1115', earlierCodes[0]);
  await site.idle();
  return {
    settings: { type: 'dmoj', url: site.url },
    secret: site.alice.token,
    account: user,
    program: 'p1001.js',
    problem: { choose: /p1001/ },
    ids,
    row: /^WA 0 \/ 100 .*V8 JavaScript/,
    whyNoCode: null,
    stop: () => site.stop(),
  };
}

async function onYandexContest(): Promise<ListingSite> {
  const site = await startYandexContestStandIn();
  site.isManager = true;
  const submit = (code: string): string => {
    const id = site.begin(code);
    site.finish(id, 'wrongAnswer');
    return String(id);
  };
  const ids = [submit(earlierCodes[0]), submit(earlierCodes[1])] as const;
  return {
    settings: { type: 'yandex-contest', url: site.apiUrl, contest: site.contestId },
    secret: site.token,
    account: null,
    program: 'sum.cpp',
    problem: { typing: 'Sum', choose: /\bA\b/ },
    ids,
    row: /^WA .*gcc_docker2/,
    whyNoCode: null,
    stop: () => site.stop(),
  };
}

async function onEolymp(): Promise<ListingSite> {
  const site = await startEolympStandIn();
  const submit = (code: string): string => {
    const id = site.submitInBrowser(code);
    site.finish(id, 'wrongAnswer');
    return id;
  };
  const ids = [submit(earlierCodes[0]), submit(earlierCodes[1])] as const;
  return {
    settings: { type: 'eolymp', url: site.url },
    secret: site.token,
    account: null,
    program: 'solution.cpp',
    problem: { typing: '1', choose: /\b1\b/ },
    ids,
    row: /^WA 0 .*cpp:20-gnu14/,
    whyNoCode: null,
    stop: () => site.stop(),
  };
}

/** A site with a few runs that a test adds. */
async function played(
  judge: JudgeName,
  more: (site: LocalJudge) => Pick<ListingSite, 'program' | 'problem' | 'row' | 'whyNoCode'>,
): Promise<ListingSite> {
  const site = await startLocalJudge(judge);
  const submit = (code: string): string => {
    const run = site.submit({ code });
    run.done = run.cases;
    return run.id;
  };
  const ids = [submit(earlierCodes[0]), submit(earlierCodes[1])] as const;
  return {
    settings: site.description,
    secret: site.secret,
    account: null,
    ids,
    ...more(site),
    stop: () => site.stop(),
  };
}

const isNotReturned = /doesn’t return submitted code$/;

async function onJsonApi(): Promise<ListingSite> {
  const runs = earlierCodes.map((code, at) => ({
    id: 7 + at,
    verdict: 'wrong',
    task: 'sum',
    code,
    lang: 'js',
  }));
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const run = runs.find(({ id }) => url.pathname === `/runs/${id}`);
    const isList = url.pathname === '/runs' && url.searchParams.get('task') === 'sum';
    const page = url.searchParams.get('page') === '1' ? runs.toReversed() : [];
    const body = run ?? (isList ? { runs: page } : null);
    response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { message: 'no such run' }));
  });
  const port = await listenOnLoopback(server);
  return {
    settings: {
      type: 'json',
      url: `http://127.0.0.1:${port}`,
      result: { path: '/runs/{id}', fields: { status: 'verdict', code: 'code', problem: 'task' } },
      recent: {
        path: '/recent',
        problemPath: '/runs?task={problem}&page={page}',
        list: 'runs',
        fields: { id: 'id', status: 'verdict', problem: 'task', language: 'lang' },
      },
      statusCodes: { wrong: 'WA' },
    },
    secret: null,
    account: null,
    program: 'sum.js',
    problem: { typing: 'sum', choose: /sum/ },
    ids: ['7', '8'],
    row: /^WA js/,
    hasOlderPage: true,
    whyNoCode: null,
    stop: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts a site, by kind. */
export const listingSites: Readonly<Record<string, () => Promise<ListingSite>>> = {
  Hydro: onHydro,
  Codeforces: () => onCodeforces(false),
  'Codeforces with a key': () => onCodeforces(true),
  DMOJ: onDmoj,
  ejudge: () =>
    played('ejudge', () => ({
      program: 'sum.cpp',
      problem: { typing: 'A', choose: /\bA\b/ },
      row: /^WA /,
      whyNoCode: null,
    })),
  DOMjudge: () =>
    played('clics', () => ({
      program: 'hello.cpp',
      problem: { typing: 'hello', choose: /hello/i },
      row: /^WA .*C\+\+/,
      whyNoCode: isNotReturned,
    })),
  omegaUp: () =>
    played('omegaup', () => ({
      program: 'sumas.cpp',
      problem: { typing: 'sumas', choose: /sumas/ },
      row: /^WA .*C\+\+17/,
      whyNoCode: null,
    })),
  'Yandex Contest': onYandexContest,
  Eolymp: onEolymp,
  'a JSON API': onJsonApi,
};
