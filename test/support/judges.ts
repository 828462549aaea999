// Mocks of judges that are used as their own client programs use them: a few runs, sent in each site's own format.
import type { IncomingMessage } from 'node:http';
import { zipOf } from '../../src/judges/adapters/shared/zip';
import { readForm, type Fields, type SentFile } from '../../tools/service/http/bodies';
import type { Reply } from '../../tools/service/http/reply';
import {
  answerAsEjudge,
  permissionDenied,
  signInPage,
  type EjudgeRun,
  type EjudgeSource,
} from './ejudgeStandIn';
import { StandIn, type StandInOptions } from '../../tools/standIn/standIn';

/** How a run ends. */
type Ending = 'accepted' | 'wrongAnswer' | 'timeLimit' | 'runtimeError' | 'invalid' | 'compileError';

/** A run; all of its cases except the last are accepted. */
interface Run {
  readonly id: string;
  readonly cases: number;
  readonly end: Ending;
  /** Running time, ms. */
  readonly time: number;
  /** ID of the team or user that submitted it; null: the signed-in one. */
  readonly team: string | null;
  /** Submitted source; null: the run was added by a test, or its site doesn't use it. */
  readonly source: EjudgeSource | null;
  /** Submitted files; empty if the run was added by a test. */
  readonly files: readonly SentFile[];
  /** Output of the compiler if it ends with a compile error. */
  readonly compileMessage: string;
  /** Code that ejudge and omegaUp return for a run added by a test; null: none. */
  readonly code: string | null;
  /** Number of judged cases; -1: it waits. */
  done: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Fields;
  readonly files: readonly SentFile[];
}

interface Judge {
  /** Its entry in the setting `services`. */
  readonly description: (url: string) => Readonly<Record<string, unknown>>;
  /** The stored secret; the user may enter it in another form. */
  readonly secret: string;
  readonly idOf: (number: number) => string;
  readonly codes: Readonly<Record<Ending, string | number>>;
  readonly letsIn: (header: (name: string) => string) => boolean;
  /** Response to a request for public data, which may contain more for a signed-in user; null: no such path. */
  readonly open: (asked: Asked, isLetIn: boolean, site: LocalJudge) => Reply | null;
  readonly refusal: Reply;
  /** Response without credentials; absent: `refusal`. */
  readonly signInPage?: Reply;
  /** null: no such path */
  readonly answer: (asked: Asked, site: LocalJudge) => Reply | null;
  readonly missing: Reply;
}

const json = (body: unknown, status = 200, headers = {}): Reply => ({ status, body, headers });
const page = (text: string, status = 200, headers = {}): Reply => ({
  status,
  body: `<!DOCTYPE html><html><body>${text}</body></html>`,
  headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const usualCompileMessage = 'main.cpp:1:5: error: expected ‘;’ before ‘}’ token\n';
const started = Date.parse('2026-11-24T10:00:00Z');

/** The verdict of each case; null if it isn't judged yet. */
function endings({ cases, done, end }: Run): readonly (Ending | null)[] {
  const count = end === 'compileError' ? 0 : cases;
  return Array.from({ length: count }, (_, at) => (at >= done ? null : at + 1 < cases ? 'accepted' : end));
}

const isOver = ({ done, cases }: Run): boolean => done >= cases;

const cookie = 'EduSiteCookie=0f1e2d3c-aaaa-bbbb';
const words: Readonly<Record<Ending, string>> = {
  accepted: 'Accepted',
  wrongAnswer: 'Wrong Answer',
  timeLimit: 'Time Limit Exceeded',
  runtimeError: 'Run Time Error',
  invalid: 'Judge Error',
  compileError: 'Compile Error',
};

function kattisRun(run: Run): object {
  const { id, cases, done, end, time } = run;
  const icons = endings(run).map(
    (one, at) =>
      `<i class="x" title="Test case ${at + 1}/${cases}: ${one ? words[one] : 'not checked'}"></i>`,
  );
  const cells = `<td data-type="problem"><a href="/problems/hello">Hello</a></td><td data-type="cpu">${time / 1000}&nbsp;s</td>`;
  const row_html = `<tr data-submission-id="${id}">${cells}</tr><tr class="testcases-row"><td>${icons.join('')}</td></tr>`;
  const status_id = isOver(run) ? kattis.codes[end] : done < 0 ? 0 : 5;
  const feedback_html = isOver(run) && end === 'compileError' ? `<pre>${run.compileMessage}</pre>` : '';
  return { status_id, testcase_index: Math.max(done, 0), row_html, feedback_html };
}

/** The samples of a problem. Interactive problems have none. */
function kattisSamples(): Reply {
  const files = { '1.in': '1 2\n', '1.ans': '3\n', 'sample.in': '2 2\n', 'sample.ans': '4\n' };
  const archive = zipOf(Object.entries(files).map(([fileName, text]) => ({ fileName, text })));
  return { status: 200, body: Buffer.from(archive), headers: { 'Content-Type': 'application/zip' } };
}

const kattis: Judge = {
  description: (url) => ({ type: 'kattis', url }),
  secret: 'alice:0123456789abcdef',
  idOf: (number) => String(10_000_000 + number),
  codes: { accepted: 16, wrongAnswer: 14, timeLimit: 12, runtimeError: 9, invalid: 6, compileError: 8 },
  letsIn: (header) => header('cookie') === cookie,
  open: ({ path, body }) => {
    if (path !== '/login') return null;
    const isKnown = `${String(body['user'])}:${String(body['token'])}` === kattis.secret;
    return isKnown
      ? page('Login successful', 200, { 'Set-Cookie': `${cookie}; Path=/` })
      : page('Incorrect', 403);
  },
  refusal: page('<a href="/login">Log in</a>'),
  answer: ({ path, files }, site) => {
    const run = site.runs.get(/^\/submissions\/(\d+)$/.exec(path)?.[1] ?? '');
    // A page of the site, as for a signed-in user.
    if (run?.team) return page('<h1>403: Forbidden</h1><a href="/logout">Log out</a>', 403);
    if (run) return json(kattisRun(run));
    if (path === '/') return page('Welcome');
    if (path === '/problems/hello/file/statement/samples.zip') return kattisSamples();
    if (path !== '/submit') return null;
    return page(`Submission received. Submission ID: ${site.submit({ files }).id}.`);
  },
  missing: page('404: Not Found', 404),
};

const contest = '/api/contests/finals';
const contests = [
  { id: 'finals', shortname: 'finals', name: 'The Finals', formal_name: 'The Finals 2026' },
  { id: 'practice', name: 'Practice' },
];
/** Visible only to its teams. */
const camp = { id: 'camp', name: 'Winter Camp' };

const clics: Judge = {
  description: (url) => ({ type: 'clics', url: `${url}/api`, contest: 'finals' }),
  secret: 'team:password',
  idOf: String,
  codes: {
    accepted: 'AC',
    wrongAnswer: 'WA',
    timeLimit: 'TLE',
    runtimeError: 'RTE',
    invalid: 'JE',
    compileError: 'CE',
  },
  letsIn: (header) => header('authorization') === `Basic ${base64(clics.secret)}`,
  open: ({ path, method }, isLetIn, site) => {
    if (method !== 'GET') return null;
    if (path === '/api/info')
      return json({ version: '2023-06', name: 'DOMjudge', domjudge: { apiversion: 4, version: '9.0.0' } });
    const visible = isLetIn ? [...contests, camp] : contests;
    if (path === '/api/contests') return json(visible);
    const known = visible.find(({ id }) => path === `/api/contests/${id}`);
    if (known)
      return json(site.endsAt === null ? known : { ...known, end_time: new Date(site.endsAt).toISOString() });
    if (path === `${contest}/languages`)
      return json([{ id: 'cpp', name: 'C++', extensions: ['cpp', 'cc'], entry_point_required: false }]);
    if (path === `${contest}/problems`) return json([{ id: 'hello', label: 'A', name: 'Hello' }]);
    if (path === `${contest}/judgement-types`)
      return json(Object.values(clics.codes).map((id) => ({ id, name: id, solved: id === 'AC' })));
    return null;
  },
  refusal: { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="Secured Area"' } },
  answer: ({ method, path, query, files }, site) => {
    const submission = ({ id, team }: Run) => ({
      id,
      problem_id: 'hello',
      language_id: 'cpp',
      team_id: team ?? '7',
      time: new Date(started + Number(id) * 1000).toISOString(),
    });
    if (path === '/api/user')
      return json({ username: 'team', team: 'Team', team_id: '7', type: 'team', roles: ['team'] });
    if (/^\/api\/contests\/\w+\/teams\/7$/.test(path)) return json({ id: '7', name: 'Team' });
    if (path === `${contest}/judgements`)
      return json(
        [...site.runs.values()]
          .filter(
            (run) => isOver(run) && run.team === null && [null, run.id].includes(query.get('submission_id')),
          )
          .map(({ id, end, time }) => ({
            id: `j${id}`,
            submission_id: id,
            valid: true,
            judgement_type_id: clics.codes[end],
            end_time: '2026-11-25T19:32:12.321Z',
            max_run_time: time / 1000,
            score: null,
          })),
      );
    if (path === `${contest}/runs`) return json({ code: 403, message: 'Forbidden' }, 403);
    if (path === `${contest}/submissions`)
      return json(
        method === 'POST' ? submission(site.submit({ files })) : [...site.runs.values()].map(submission),
      );
    const run = site.runs.get(new RegExp(`^${contest}/submissions/(\\d+)$`).exec(path)?.[1] ?? '');
    return run ? json(submission(run)) : null;
  },
  missing: json({ code: 404, message: 'Object with ID not found' }, 404),
};

const key = 'AQAA' + 'k'.repeat(43);

/** ejudge's status while the jury has suspended testing. */
const PENDING_CHECK = 11;

function ejudgeRun(run: Run, isSuspended: boolean): EjudgeRun {
  const { id, end, code } = run;
  const source = run.source ?? (code === null ? null : { problem: 1, language: 3, code });
  const waiting = isSuspended ? PENDING_CHECK : run.done < 0 ? 99 : 96;
  const tests = endings(run).flatMap((one, at) => (one === null ? [] : [ejudgeTest(run, one, at + 1)]));
  return {
    id: Number(id),
    status: isOver(run) ? Number(ejudge.codes[end]) : waiting,
    source,
    tests: isOver(run) ? tests : [],
    compilerOutput: isOver(run) && end === 'compileError' ? run.compileMessage : null,
  };
}

/** A test of a program that crashes, after too much output. */
function ejudgeTest({ cases, time }: Run, ending: Ending, num: number): object {
  const isAccepted = ending === 'accepted';
  const isTooBig = ending === 'runtimeError';
  return {
    num,
    status: ejudge.codes[ending],
    time_ms: num < cases ? 3 : time,
    is_visibility_full: true,
    input: textOf('2 2\n'),
    output: isTooBig ? { is_too_big: true } : textOf(isAccepted ? '4\n' : '5\n'),
    correct: textOf('4\n'),
    error: { size: 0 },
    checker: isTooBig ? { is_too_big: true } : textOf(isAccepted ? 'OK\n' : 'expected 4, got 5\n'),
  };
}

function textOf(data: string): object {
  return { size: Buffer.byteLength(data), data };
}

const ejudge: Judge = {
  description: (url) => ({ type: 'ejudge', url: `${url}/cgi-bin/new-client`, contest: '7' }),
  secret: key,
  idOf: (number) => String(number - 1),
  codes: { accepted: 0, wrongAnswer: 5, timeLimit: 3, runtimeError: 2, invalid: 6, compileError: 1 },
  letsIn: (header) => header('authorization') === `Bearer ${key}`,
  open: () => null,
  signInPage,
  refusal: permissionDenied,
  answer: (asked, site) =>
    answerAsEjudge(asked, {
      runs: [...site.runs.values()].map((run) => ejudgeRun(run, site.isSuspended)),
      endsAt: site.endsAt,
      maxRuns: site.maxRuns,
      submit: (source) => Number(site.submit({ source }).id),
    }),
  missing: page('404: Not Found', 404),
};

function omegaupRun(run: Run): object {
  const isReady = isOver(run);
  return {
    guid: run.id,
    alias: 'sumas',
    language: 'cpp17-gcc',
    time: started / 1000 + Number.parseInt(run.id, 16),
    runtime: run.time,
    status: isReady ? 'ready' : run.done < 0 ? 'waiting' : 'running',
    memory: 2048,
    verdict: isReady ? omegaup.codes[run.end] : 'JE',
    score: isReady && run.end === 'accepted' ? 1 : 0,
    contest_score: null,
  };
}

const omegaup: Judge = {
  description: (url) => ({ type: 'omegaup', url }),
  secret: 'fedcba9876543210',
  idOf: (number) => number.toString(16).padStart(32, '0'),
  codes: {
    accepted: 'AC',
    wrongAnswer: 'WA',
    timeLimit: 'TLE',
    runtimeError: 'RTE',
    invalid: 'JE',
    compileError: 'CE',
  },
  letsIn: (header) => header('authorization') === `token ${omegaup.secret}`,
  open: () => null,
  refusal: json({ status: 'error', error: 'Unauthorized.', errorname: 'loginRequired', errorcode: 401 }, 401),
  answer: ({ path, query }, site) => {
    const run = site.runs.get(query.get('run_alias') ?? '');
    const reset = Math.ceil(Date.now() / 3_600_000) * 3600;
    const limit = { 'X-RateLimit-Remaining': '900000', 'X-RateLimit-Reset': String(reset) };
    const ok = (body: object): Reply => json({ status: 'ok', ...body }, 200, limit);
    switch (path) {
      case '/api/session/currentSession/':
        return ok({ session: { valid: true, identity: { username: 'alice' } } });
      case '/api/run/status/':
        return run ? ok(omegaupRun(run)) : null;
      case '/api/run/details/': {
        if (!run) return null;
        const cases = endings(run).map((one, at) => ({
          name: `1.${at + 1}`,
          verdict: one && omegaup.codes[one],
          meta: { time: run.time / 1000 },
        }));
        const compile_error = run.end === 'compileError' ? run.compileMessage : undefined;
        return ok({
          compile_error,
          source: run.code ?? undefined,
          details: { groups: [{ group: '1', contest_score: 0, cases }] },
        });
      }
      case '/api/problem/runs/':
        return ok({ runs: [...site.runs.values()].map(omegaupRun) });
      case '/api/problem/details/':
        return ok({ languages: ['cpp17-gcc', 'py3'] });
      case '/api/run/create/':
        return ok({ guid: site.submit({}).id });
      default:
        return null;
    }
  },
  missing: json({ status: 'error', error: 'Run not found.', errorname: 'runNotFound', errorcode: 404 }, 404),
};

const judges = { kattis, clics, ejudge, omegaup } as const;

export type JudgeName = keyof typeof judges;

/** A mock of one of these sites. Submitted programs wait until `end` ends their judging. */
export class LocalJudge extends StandIn {
  readonly runs = new Map<string, Run>();
  /** Whether testing is suspended: unfinished runs wait until it continues. */
  isSuspended = false;
  /** End of the contest, ms since 1970; null if it has none. */
  endsAt: number | null = null;
  /** How many runs of a problem ejudge accepts; null if unlimited. */
  maxRuns: number | null = null;
  private readonly judge: Judge;

  constructor(name: JudgeName, { port, ...options }: StandInOptions = {}) {
    super(name, port, { compilers: false, ...options });
    this.judge = judges[name];
  }

  get description(): Readonly<Record<string, unknown>> {
    return this.judge.description(this.url);
  }

  get secret(): string {
    return this.judge.secret;
  }

  /** Returns this site's code for a verdict. */
  codeOf(end: Ending): string | number {
    return this.judge.codes[end];
  }

  /** Ends the judging of a run. */
  end({ id }: Pick<Run, 'id'>, outcome: Partial<Pick<Run, 'end' | 'compileMessage'>>): void {
    const run = this.runs.get(id);
    if (run) this.runs.set(id, { ...run, ...outcome, done: run.cases });
  }

  submit({
    cases = 3,
    end = 'wrongAnswer',
    time = 50,
    team = null,
    source = null,
    files = [],
    compileMessage = usualCompileMessage,
    code = null,
  }: Partial<Run>): Run {
    const id = this.judge.idOf(this.runs.size + 1);
    const run = { id, cases, end, time, team, source, files, compileMessage, code, done: -1 };
    this.runs.set(run.id, run);
    return run;
  }

  protected override letsIn({ headers }: IncomingMessage): boolean {
    return this.judge.letsIn((name) => String(headers[name] ?? ''));
  }

  protected async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    const { method = 'GET' } = request;
    const { fields: body, files } =
      method === 'POST' ? await readForm(request, 1_000_000) : { fields: {}, files: [] };
    const asked = { method, path: url.pathname, query: url.searchParams, body, files };
    const { open, refusal, signInPage: unsigned = refusal, answer, missing } = this.judge;
    const isLetIn = this.letsIn(request);
    const opened = open(asked, isLetIn, this);
    if (opened) return opened;
    if (isLetIn) return answer(asked, this) ?? missing;
    return request.headers.authorization === undefined ? unsigned : refusal;
  }
}

/** Starts a mock, which runs until `stop`. */
export async function startLocalJudge(name: JudgeName, options?: StandInOptions): Promise<LocalJudge> {
  const site = new LocalJudge(name, options);
  await site.start();
  return site;
}
