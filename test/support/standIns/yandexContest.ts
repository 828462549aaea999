// A stand-in for the public API of Yandex Contest, version 2. Where the documentation is silent, it does what helps clients
// least: errors have an empty body or plain text, and results come in another order than requested.
import { randomBytes } from 'node:crypto';
import type { Reply } from '../../../tools/service/http/reply';
import type { StandInOptions } from '../../../tools/standIn/standIn';
import { multipart, RecordingStandIn, type SentRequest } from './recording';

/** How the judging of a run ends. */
export type YandexOutcome =
  | 'accepted'
  | 'wrongAnswer'
  | 'timeLimit'
  | 'idleness'
  | 'runtimeError'
  | 'partial'
  | 'compileError'
  | 'precompileCheckFailed'
  | 'acceptedForTesting'
  | 'ignored'
  | 'systemFailure';

/** Report settings of the contest. A field that isn't shown is null. */
interface ReportSettings {
  showVerdict: boolean;
  showTestNumber: boolean;
  showInput: boolean;
  showOutput: boolean;
  showAnswer: boolean;
  showScore: boolean;
  showUsedResources: boolean;
}

interface Problem {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  readonly compilers: readonly string[];
  readonly testCount: number;
}

/** A run, and how much of its judging is done. */
interface Run {
  readonly id: number;
  readonly problem: Problem;
  readonly compiler: string;
  readonly source: string;
  /** null while it is judged */
  outcome: YandexOutcome | null;
  /** Number of accepted tests while it is judged. */
  tested: number;
  /** Highest time of the tests, ms; null: that of the slowest one */
  time: number | null;
}

interface Test {
  readonly number: number;
  readonly testset: number;
  readonly verdict: string;
  /** ms */
  readonly time: number;
  readonly message: string;
}

const compilers = [
  { id: 'gcc_docker2', name: 'GNU C++20 10.2', deprecated: false, style: 'cpp' },
  { id: 'python3_docker', name: 'Python 3.9.1', deprecated: false, style: 'python' },
  { id: 'gcc4_9', name: 'GNU C++ 4.9', deprecated: true, style: 'cpp' },
];
const allCompilers = compilers.map(({ id }) => id);
const problems: readonly Problem[] = [
  { id: '3000/2026_11_01/sum', alias: 'A', name: 'Sum', compilers: allCompilers, testCount: 3 },
  { id: '3000/2026_11_01/groups', alias: 'B', name: 'Groups', compilers: ['gcc_docker2'], testCount: 4 },
];
const LIMITS = { timeLimit: 1000, memoryLimit: 268_435_456, idlenessLimit: 2000, outputLimit: 67_108_864 };
const contestName = 'Training';
const startedAt = Date.parse('2026-11-24T10:00:00Z');
const firstRun = 90_000_001;

const testInput = '2 2\n';
const testAnswer = '4\n';
const compileLog = `/temp/compiling/source.cpp: In function 'int main()':
/temp/compiling/source.cpp:3:5: error: 'undeclared' was not declared in this scope
    3 |     undeclared = 1;
      |     ^~~~~~~~~~
`;
const warnings = `/temp/compiling/source.cpp: In function 'int main()':
/temp/compiling/source.cpp:2:9: warning: unused variable 'n' [-Wunused-variable]
`;

const json = (body: unknown, status = 200): Reply => ({ status, body });
const text = (body: string, status = 200): Reply => ({
  status,
  body,
  headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
});
const empty = (status: number): Reply => ({ status });
const notFound = empty(404);

export class YandexContestStandIn extends RecordingStandIn {
  readonly contestId = 27_000;
  /** A valid token. */
  readonly token = `y0_${randomBytes(24).toString('base64url')}`;
  /** Whether the token may read the runs of all participants. */
  isManager = false;
  /** Whether the user takes part in the contest. */
  isParticipant = true;
  phase: 'before' | 'running' | 'over' = 'running';
  /** Whether verdicts are sent in the short forms that some clients have seen. */
  shortVerdicts = false;
  readonly settings: ReportSettings = {
    showVerdict: true,
    showTestNumber: true,
    showInput: true,
    showOutput: true,
    showAnswer: true,
    showScore: true,
    showUsedResources: true,
  };
  private isTokenActive = true;
  private readonly runs = new Map<number, Run>();

  /** URL of the API. */
  get apiUrl(): string {
    return `${this.url}/api/public/v2`;
  }

  startContest(): void {
    this.phase = 'running';
  }

  endContest(): void {
    this.phase = 'over';
  }

  /** Makes the token expire: it is still known, but not active. */
  expireToken(): void {
    this.isTokenActive = false;
  }

  /** Reports accepted tests of a run that is judged. */
  test(id: number, count: number): void {
    this.run(id).tested = count;
  }

  /** Ends the judging of a run. `time`: highest time of the tests, ms; null: that of the slowest one. */
  finish(id: number, outcome: YandexOutcome, time: number | null = null): void {
    const run = this.run(id);
    run.outcome = outcome;
    run.time = time;
  }

  /** Adds a run of the user to the first problem, as if the program had been submitted. Returns its ID. */
  begin(source: string): number {
    const [problem = fail('there is no problem')] = problems;
    return this.addRun(problem, 'gcc_docker2', source);
  }

  /** ID of the newest run. */
  get newestId(): number {
    return [...this.runs.keys()].at(-1) ?? fail('nothing was submitted');
  }

  sourceOf(id: number): string {
    return this.run(id).source;
  }

  protected override reply(request: SentRequest): Promise<Reply> | Reply {
    const path = /^\/api\/public\/v2(\/.+)$/.exec(request.path)?.[1];
    if (path === undefined) return notFound;
    if (request.headers.authorization !== `OAuth ${this.token}`) return empty(401);
    if (path === '/service/introspect' && request.method === 'GET') return this.introspection();
    if (!this.isTokenActive) return empty(401);
    if (path === '/compilers' && request.method === 'GET') return json({ compilers });
    const [, contest, rest = ''] = /^\/contests\/(\d+)\/(.+)$/.exec(path) ?? [];
    return contest === String(this.contestId) ? this.inContest(rest, request) : notFound;
  }

  private introspection(): Reply {
    return json({
      active: this.isTokenActive,
      scope: this.isManager ? 'contest:submit contest:manage' : 'contest:submit',
    });
  }

  private inContest(path: string, request: SentRequest): Promise<Reply> | Reply {
    if (path === 'participation' && request.method === 'POST') return this.join();
    if (!this.isParticipant && !this.isManager) return notFound;
    if (path === 'submissions' && request.method === 'POST') return this.submit(request);
    if (request.method !== 'GET') return empty(405);
    const { query } = request;
    if (path === 'problems') return this.phase === 'before' ? empty(403) : this.problems();
    if (path === 'submissions') return this.list(query);
    if (path === 'submissions/multiple') return this.multiple(query);
    const [, id = '', part = ''] = /^submissions\/(\d+)(\/.+)?$/.exec(path) ?? [];
    const run = this.runs.get(Number(id));
    return run ? this.ofRun(run, part, query) : notFound;
  }

  private join(): Reply {
    if (this.isParticipant) return empty(409);
    this.isParticipant = true;
    return empty(201);
  }

  private async submit(request: SentRequest): Promise<Reply> {
    if (this.phase !== 'running') return empty(403);
    const parts = await multipart(request);
    if (!parts) return empty(415);
    const field = (name: string, isFile: boolean) =>
      parts.find((part) => part.name === name && (part.filename !== null) === isFile)?.text;
    const [compiler, alias, source] = [
      field('compiler', false),
      field('problem', false),
      field('file', true),
    ];
    const problem = problems.find((one) => one.alias === alias);
    if (parts.length !== 3 || compiler === undefined || source === undefined) return empty(400);
    if (!problem?.compilers.includes(compiler)) return empty(400);
    const isDuplicate = [...this.runs.values()].some(
      (run) => run.problem === problem && run.source === source,
    );
    if (isDuplicate) return text('Duplicate submission', 400);
    return json({ runId: this.addRun(problem, compiler, source) });
  }

  private addRun(problem: Problem, compiler: string, source: string): number {
    const id = firstRun + this.runs.size;
    this.runs.set(id, { id, problem, compiler, source, outcome: null, tested: 0, time: null });
    return id;
  }

  private problems(): Reply {
    return json({
      problems: problems.map((problem) => ({
        id: problem.id,
        alias: problem.alias,
        name: problem.name,
        compilers: problem.compilers,
        limits: [{ compilerName: 'Default', ...LIMITS }],
        testCount: problem.testCount,
        problemType: 'PROBLEM',
        statements: [{ locale: 'ru', path: 'statement.html', type: 'TEX' }],
      })),
    });
  }

  private list(query: URLSearchParams): Reply {
    if (!this.isManager) return empty(403);
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('pageSize') ?? 100);
    if (!(page >= 1 && size >= 1 && size <= 100)) return empty(400);
    const runs = [...this.runs.values()].reverse();
    return json({
      count: runs.length,
      submissions: runs.slice((page - 1) * size, page * size).map((run) => ({
        id: run.id,
        authorId: 17,
        author: 'alice',
        problemId: run.problem.id,
        problemAlias: run.problem.alias,
        compiler: run.compiler,
        verdict: this.verdict(run),
        test: this.tests(run).find(({ verdict }) => verdict !== 'OK')?.number ?? -1,
        time: slowest(this.tests(run)),
        memory: 1_048_576,
        ...(scoreOf(run) === null ? {} : { score: scoreOf(run) }),
        submissionTime: timeOf(run),
        timeFromStart: (run.id - firstRun) * 1000,
      })),
    });
  }

  /** Unknown runs are left out. The newest run is the first, in whatever order they were requested. */
  private multiple(query: URLSearchParams): Reply {
    const ids = query.getAll('runIds');
    if (ids.length === 0 || ids.some((id) => !/^\d+$/.test(id))) return empty(400);
    const runs = [...this.runs.values()].filter(({ id }) => ids.includes(String(id))).reverse();
    return json(
      runs.map((run) => ({ ...this.report(run), postprocessorMessage: null, tests: this.testReports(run) })),
    );
  }

  private ofRun(run: Run, part: string, query: URLSearchParams): Reply {
    switch (part) {
      case '':
        return json(this.brief(run));
      case '/full':
        return json(this.full(run));
      case '/source':
        return text(run.source);
      default:
        return this.testFile(run, part, query);
    }
  }

  private brief(run: Run): object {
    return {
      compileLog: compileLogOf(run),
      compiler: run.compiler,
      diff: null,
      problemAlias: run.problem.alias,
      problemId: run.problem.id,
      score: this.settings.showScore ? scoreOf(run) : null,
      source: run.source,
      submissionTime: timeOf(run),
      timeFromStart: (run.id - firstRun) * 1000,
      verdict: this.verdict(run),
    };
  }

  private full(run: Run): object {
    const failedCheck = {
      checkerName: 'Code style',
      verdict: 'FAILED',
      message: 'Line 3 is longer than 80 characters',
      errorMessage: '',
    };
    return {
      ...this.report(run),
      contestId: this.contestId,
      contestName,
      problemName: run.problem.name,
      diff: null,
      source: run.source,
      testFileType: 'TEXT',
      precompileChecks: run.outcome === 'precompileCheckFailed' ? [failedCheck] : [],
      checkerLog: this.testReports(run),
      participant: { id: 17, login: 'alice', name: 'alice', startTime: null, uid: null },
      ip: null,
    };
  }

  /** The fields of both kinds of report. */
  private report(run: Run): object {
    const { showScore, showUsedResources } = this.settings;
    const score = showScore && run.outcome !== null ? scoreOf(run) : null;
    const tests = this.tests(run);
    return {
      runId: run.id,
      problemAlias: run.problem.alias,
      problemId: run.problem.id,
      compiler: run.compiler,
      status: statusOf(run.outcome),
      verdict: this.verdict(run),
      finalScore: score === null ? null : String(score),
      preliminaryScore: score === null ? null : String(score),
      compileLog: compileLogOf(run),
      maxTimeUsage: showUsedResources ? (run.time ?? (tests.length > 0 ? slowest(tests) : null)) : null,
      maxMemoryUsage: showUsedResources && tests.length > 0 ? 1_048_576 : null,
      submissionTime: timeOf(run),
      timeFromStart: (run.id - firstRun) * 1000,
    };
  }

  private testReports(run: Run): readonly object[] | null {
    const { showVerdict, showTestNumber, showInput, showOutput, showAnswer, showUsedResources } =
      this.settings;
    if (!showTestNumber) return null;
    return this.tests(run).map((test) => ({
      sequenceNumber: test.number,
      testName: testName(test),
      testsetIdx: test.testset,
      isSample: test.testset === 0,
      verdict: showVerdict ? this.form(test.verdict) : null,
      runningTime: showUsedResources ? test.time : null,
      memoryUsed: showUsedResources ? 1_048_576 : null,
      input: showInput ? testInput : null,
      output: showOutput ? outputOf(test) : null,
      answer: showAnswer ? testAnswer : null,
      error: showOutput ? '' : null,
      message: showVerdict ? test.message : null,
      checkerError: null,
    }));
  }

  private testFile(run: Run, part: string, query: URLSearchParams): Reply {
    const [, name = '', kind = ''] = /^\/([^/]+)\/(input|output|answer)$/.exec(part) ?? [];
    const test = this.tests(run).find((one) => testName(one) === name);
    if (!test) return notFound;
    const { showInput, showOutput, showAnswer } = this.settings;
    const isShown = { input: showInput, output: showOutput, answer: showAnswer }[kind] ?? false;
    // Without the report settings, only managers can read tests.
    if (!this.isManager && (query.get('useReportSettings') !== 'true' || !isShown)) return empty(403);
    return text({ input: testInput, output: outputOf(test), answer: testAnswer }[kind] ?? '');
  }

  private tests(run: Run): readonly Test[] {
    const { testCount } = run.problem;
    if (run.outcome === null) return passing(run.tested, testCount);
    const failing = failedTest(run.outcome);
    if (failing !== null) {
      const last = { number: 2, testset: 1, ...failing };
      if (run.outcome !== 'partial') return [...passing(1, testCount), last];
      return passing(testCount, testCount).map((test) =>
        test.number === 4 ? { ...test, ...failing } : test,
      );
    }
    switch (run.outcome) {
      case 'accepted':
      case 'ignored':
        return passing(testCount, testCount);
      case 'acceptedForTesting':
        return passing(1, testCount);
      default:
        return [];
    }
  }

  private verdict({ outcome }: Run): string | null {
    if (outcome === null) return '';
    return this.settings.showVerdict ? this.form(verdicts[outcome]) : null;
  }

  private form(verdict: string): string {
    if (!this.shortVerdicts) return verdict;
    return { WrongAnswer: 'WA', Crash: 'CRASH', OK: 'ok' }[verdict] ?? verdict.toUpperCase();
  }

  private run(id: number): Run {
    return this.runs.get(id) ?? fail(`no run ${id}`);
  }
}

export async function startYandexContestStandIn(options?: StandInOptions): Promise<YandexContestStandIn> {
  const standIn = new YandexContestStandIn('yandex-contest', options);
  await standIn.start();
  return standIn;
}

const verdicts: Readonly<Record<YandexOutcome, string>> = {
  accepted: 'OK',
  wrongAnswer: 'WrongAnswer',
  timeLimit: 'TimeLimitExceeded',
  idleness: 'IdlenessLimitExceeded',
  runtimeError: 'RuntimeError',
  partial: 'WrongAnswer',
  compileError: 'CompilationError',
  precompileCheckFailed: 'PrecompileCheckFailed',
  acceptedForTesting: 'AcceptedForTesting',
  ignored: 'Ignored',
  systemFailure: 'Crash',
};

function fail(message: string): never {
  throw new Error(message);
}

/** The first tests, all accepted. The samples are in the first testset. */
function passing(count: number, total: number): readonly Test[] {
  return Array.from({ length: Math.min(count, total) }, (_, at) => ({
    number: at + 1,
    testset: at === 0 ? 0 : at === 3 ? 2 : 1,
    verdict: 'OK',
    time: 3 + at,
    message: 'ok',
  }));
}

/** What the failed test reports; null if no test failed. */
function failedTest(outcome: YandexOutcome): Pick<Test, 'verdict' | 'time' | 'message'> | null {
  switch (outcome) {
    case 'wrongAnswer':
    case 'partial':
      return { verdict: 'WrongAnswer', time: 12, message: 'expected 4, got 5' };
    case 'timeLimit':
      return { verdict: 'TimeLimitExceeded', time: 1015, message: '' };
    case 'idleness':
      return { verdict: 'IdlenessLimitExceeded', time: 2, message: '' };
    case 'runtimeError':
      return { verdict: 'RuntimeError', time: 2, message: '' };
    case 'accepted':
    case 'compileError':
    case 'precompileCheckFailed':
    case 'acceptedForTesting':
    case 'ignored':
    case 'systemFailure':
      return null;
  }
}

function statusOf(outcome: YandexOutcome | null): string {
  if (outcome === null) return 'WAITING';
  return outcome === 'systemFailure' ? 'FAILED' : 'FINISHED';
}

/** Points of a problem with scores; null if the problem has none. */
function scoreOf({ problem, outcome }: Run): number | null {
  if (problem.alias !== 'B' || outcome === null) return null;
  switch (outcome) {
    case 'accepted':
      return 100;
    case 'partial':
      return 40.5;
    default:
      return 0;
  }
}

function compileLogOf({ outcome }: Run): string | null {
  if (outcome === null || outcome === 'precompileCheckFailed') return null;
  return outcome === 'compileError' ? compileLog : warnings;
}

function slowest(tests: readonly Test[]): number {
  return Math.max(0, ...tests.map(({ time }) => time));
}

function testName({ number }: Test): string {
  return String(number).padStart(2, '0');
}

function outputOf({ verdict }: Test): string {
  return verdict === 'OK' ? testAnswer : '5\n';
}

function timeOf({ id }: Run): string {
  const moscow = new Date(startedAt + (id - firstRun) * 1000 + 3 * 3_600_000);
  return `${moscow.toISOString().slice(0, -1)}+03:00`;
}
