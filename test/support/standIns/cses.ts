// A stand-in for the API of cses.fi, version 0.0.1. Where the specification is silent, it does what helps clients least.
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Reply } from '../../../tools/service/http/reply';
import type { StandInOptions } from '../../../tools/standIn/standIn';
import { hasExactly, isObject, jsonObject, mediaType, RecordingStandIn, type SentRequest } from './recording';

/** How the judging of a submission ends. */
export type CsesOutcome =
  | 'accepted'
  | 'acceptedWithWarnings'
  | 'wrongAnswer'
  | 'timeLimit'
  | 'runtimeError'
  | 'outputLimit'
  | 'compileError'
  | 'testReport'
  | 'partial'
  | 'systemFailure';

interface Language {
  readonly name: string | null;
  readonly option: string | null;
}

interface Task {
  readonly id: string;
  readonly name: string;
}

interface Scope {
  /** `courses/problemset` or `contests/101` */
  readonly path: string;
  readonly isContest: boolean;
  readonly name: string;
  readonly tasks: readonly Task[];
}

interface Test {
  readonly number: number;
  readonly verdict: string;
  /** ms; null if it wasn't measured */
  readonly time: number | null;
  /** Groups of the test in a contest; not sent by courses. */
  readonly groups: readonly number[];
}

/** The fields of a submission that change while it is judged. */
interface State {
  readonly status: string;
  readonly pending: boolean;
  readonly test_progress?: { readonly finished_tests: number; readonly total_tests: number };
  readonly result?: string;
  readonly score?: number;
  readonly feedback?: readonly {
    readonly group: number;
    readonly verdict: string;
    readonly score: number;
  }[];
  readonly tests?: readonly Test[];
  readonly test_report?: string;
  readonly compiler?: string;
}

interface Submission {
  readonly id: number;
  readonly scope: Scope;
  readonly task: Task;
  readonly language: Language;
  readonly filename: string;
  readonly source: string;
  state: State;
}

/** The body of a request to submit. */
interface SentProgram {
  readonly language: Language;
  readonly filename: string;
  readonly content: string;
}

type OutcomeStatus = 'none' | 'pass' | 'fail';

type ErrorCode =
  | 'invalid_api_key'
  | 'pending_api_key'
  | 'client_error'
  | 'task_deduction_error'
  | 'language_deduction_error';

const problemset: Scope = {
  path: 'courses/problemset',
  isContest: false,
  name: 'CSES Problem Set',
  tasks: [
    { id: '1068', name: 'Weird Algorithm' },
    { id: '1083', name: 'Missing Number' },
    { id: '1069', name: 'Repetitions' },
  ],
};
const contest: Scope = {
  path: 'contests/101',
  isContest: true,
  name: 'Open Contest',
  tasks: [
    { id: 'A', name: 'Summa' },
    { id: 'B', name: 'Solmu' },
  ],
};
const scopes = [problemset, contest];

const user = { id: 17, username: 'mooc~123', displayname: 'uolevi (mooc.fi)' };

/** Languages with their options, the default first, and their extensions. */
const languages: readonly {
  readonly name: string;
  readonly options: readonly string[];
  readonly extensions: readonly string[];
}[] = [
  { name: 'C++', options: ['C++17', 'C++11', 'C++20'], extensions: ['cpp', 'cc', 'cxx'] },
  { name: 'Python3', options: ['CPython3', 'PyPy3'], extensions: ['py'] },
  { name: 'Java', options: ['Java'], extensions: ['java'] },
  { name: 'Rust', options: ['2018', '2021'], extensions: ['rs'] },
];

/** Maximum size of a program, bytes. */
const MAX_SOURCE = 128 * 1024;

const compileErrorText = `input/code.cpp: In function 'int main()':
input/code.cpp:3:5: error: 'undeclared' was not declared in this scope
    3 |     undeclared = 1;
      |     ^~~~~~~~~~
`;
const warningText = `input/code.cpp: In function 'int main()':
input/code.cpp:2:9: warning: unused variable 'n' [-Wunused-variable]
    2 |     int n = 0;
      |         ^
`;

const json = (body: unknown, status = 200): Reply => ({ status, body });
const failed = (status: number, code: ErrorCode, message: string): Reply => json({ message, code }, status);
const clientError = (status: number, message: string): Reply => failed(status, 'client_error', message);
const notFound = (what: string): Reply => clientError(404, `${what} not found`);
const invalidQuery = clientError(400, 'Invalid query format');
const invalidKey = failed(401, 'invalid_api_key', 'Invalid api key');

const queued: State = { status: 'PENDING', pending: true };
const firstId = 15_364_801;
const firstTime = Date.parse('2026-11-24T10:00:00Z');

export class CsesStandIn extends RecordingStandIn {
  readonly user = user;
  /** Error code for a token that the user hasn't confirmed. The specification differs from the live server. */
  pendingCode: 'pending_api_key' | 'invalid_api_key' = 'invalid_api_key';
  /** Whether all requests are refused because there were too many. */
  tooManyRequests = false;
  private readonly unconfirmed = new Set<string>();
  private readonly valid = new Set<string>();
  private readonly submissions = new Map<number, Submission>();
  private readonly pollChanges = new EventEmitter();
  /** Functions that end the waiting long polls, with the submission of each. */
  private readonly pollEnds = new Map<() => void, Submission>();

  /** URL of the API. */
  get apiUrl(): string {
    return `${this.url}/api`;
  }

  /** Number of long polls that are waiting. */
  get waitingPolls(): number {
    return this.pollEnds.size;
  }

  /** Resolves when this number of long polls are waiting. */
  async untilPolls(count: number): Promise<void> {
    while (this.pollEnds.size !== count) await once(this.pollChanges, 'change');
  }

  /** Answers all long polls that are waiting, as the server does when their maximum duration is over. */
  endPolls(): void {
    for (const end of [...this.pollEnds.keys()]) end();
  }

  /** Confirms all sign-ins that have started, as the user does in the browser. */
  confirmSignIn(): void {
    for (const token of this.unconfirmed) this.valid.add(token);
    this.unconfirmed.clear();
  }

  /** Returns a token that is already confirmed. */
  issueToken(): string {
    const token = randomBytes(16).toString('hex');
    this.valid.add(token);
    return token;
  }

  /** Makes all tokens invalid. */
  revokeTokens(): void {
    this.unconfirmed.clear();
    this.valid.clear();
  }

  /** Reports the progress of a submission. Long polls continue to wait. */
  test(id: number, finished: number, total: number): void {
    this.submission(id).state = {
      status: 'TESTING',
      pending: true,
      test_progress: { finished_tests: finished, total_tests: total },
    };
  }

  /** Ends the judging of a submission. `time`: time of the failed test, or of the slowest one, ms; absent: the usual one. */
  finish(id: number, outcome: CsesOutcome, time?: number): void {
    const submission = this.submission(id);
    if (outcome === 'partial' && !submission.scope.isContest) throw new Error('Courses have no scores.');
    submission.state = stateAfter(outcome, submission.scope.isContest, time);
    this.endPollsOf(submission);
  }

  /** Adds a pending submission to the problem set, as a request does. Returns its ID. */
  addSubmission(): number {
    const [task = fail('no task')] = problemset.tasks;
    const language = { name: 'C++', option: 'C++17' };
    const submission: Submission = {
      id: firstId + this.submissions.size,
      scope: problemset,
      task,
      language,
      filename: 'main.cpp',
      source: '',
      state: queued,
    };
    this.submissions.set(submission.id, submission);
    return submission.id;
  }

  /** Ends the judging of a submission to the problem set. `time`: of its slowest test, ms */
  finishWith(id: number, result: string, time: number): void {
    const submission = this.submission(id);
    submission.state = ready(result, false, [
      { number: 1, verdict: 'ACCEPTED', time: 0, groups: [] },
      { number: 2, verdict: result, time, groups: [] },
    ]);
    this.endPollsOf(submission);
  }

  /** Makes a submission pending again. */
  rejudge(id: number): void {
    this.submission(id).state = queued;
  }

  /** Ends the wait of all long polls, as at the end of their maximum duration. */
  endLongPolls(): void {
    for (const end of [...this.pollEnds.keys()]) end();
  }

  /** Adds a submission to the first task of the problem set, as from the website. Returns its ID. */
  submitOnWebsite(): number {
    const [task = fail('no task')] = problemset.tasks;
    const language = { name: 'C++', option: 'C++17' };
    return this.put({ scope: problemset, task, language, filename: 'a.cpp', source: 'int main() {}' }).id;
  }

  /** ID of the newest submission. */
  get newestId(): number {
    return [...this.submissions.keys()].at(-1) ?? fail('nothing was submitted');
  }

  /** The source of a submission. */
  sourceOf(id: number): string {
    return this.submission(id).source;
  }

  override async stop(): Promise<void> {
    this.endLongPolls();
    await super.stop();
  }

  protected override reply(request: SentRequest, disconnected: AbortSignal): Promise<Reply> | Reply {
    if (this.tooManyRequests) return clientError(400, 'Too many requests');
    const path = /^\/api(\/.+)$/.exec(request.path)?.[1];
    if (path === undefined) return notFound('Page');
    if (path === '/login') return this.login(request);
    if (path === '/logout') return this.logout(request);
    const isPublic =
      request.method === 'GET' && /^\/courses$|\/(?:list|statement|samples|templates)$/.test(path);
    const isOpen = isPublic && request.headers['x-auth-token'] === undefined;
    if (!isOpen && !this.isSignedIn(request)) return invalidKey;
    if (path === '/courses') return request.method === 'GET' ? courses() : wrongMethod();
    const scope = scopes.find((one) => path.startsWith(`/${one.path}/`));
    if (!scope) return notFound(path.startsWith('/contests/') ? 'Contest' : 'Course');
    return this.inScope(scope, path.slice(scope.path.length + 2), request, isOpen, disconnected);
  }

  private endPollsOf(submission: Submission): void {
    for (const [end, polled] of [...this.pollEnds]) if (polled === submission) end();
  }

  private login(request: SentRequest): Reply {
    switch (request.method) {
      case 'POST': {
        const token = randomBytes(16).toString('hex');
        this.unconfirmed.add(token);
        return json({
          'X-Auth-Token': token,
          authentication_url: `${this.url}/authorize-login?token=${token}`,
        });
      }
      case 'GET':
        if (this.isSignedIn(request)) return json(user);
        return this.unconfirmed.has(tokenOf(request)) && this.pendingCode === 'pending_api_key'
          ? failed(401, 'pending_api_key', 'API key pending login')
          : invalidKey;
      default:
        return wrongMethod();
    }
  }

  private logout(request: SentRequest): Reply {
    if (request.method !== 'POST') return wrongMethod();
    return this.valid.delete(tokenOf(request)) ? { status: 204 } : invalidKey;
  }

  private inScope(
    scope: Scope,
    path: string,
    request: SentRequest,
    isOpen: boolean,
    disconnected: AbortSignal,
  ): Promise<Reply> | Reply {
    const { method } = request;
    if (path === 'submissions' && method === 'POST') return this.submit(scope, request);
    if (method !== 'GET') return wrongMethod();
    const id = /^submissions\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined) return this.result(scope, Number(id), request, disconnected);
    switch (path) {
      case 'list':
        return this.contents(scope, isOpen);
      case 'submissions':
        return withTask(scope, request, (task) => this.listed(scope, task));
      case 'statement':
        return withTask(scope, request, statement);
      case 'samples':
        return withTask(scope, request, samples);
      case 'templates':
        return clientError(400, 'Template not found');
      default:
        return notFound('Page');
    }
  }

  private submit(scope: Scope, request: SentRequest): Reply {
    if (mediaType(request) !== 'application/json') return clientError(415, 'Invalid content type');
    const program = programIn(jsonObject(request));
    if (!program) return invalidQuery;
    const content = Buffer.from(program.content, 'base64');
    if (content.length > MAX_SOURCE) return clientError(400, 'The file is too large');
    const [, stem = '', extension = ''] = /^(.*?)(?:\.([^.]*))?$/s.exec(program.filename) ?? [];
    const taskId = request.query.get('task');
    const task = scope.tasks.find(({ id, name }) =>
      taskId === null ? name.toLowerCase().replaceAll(' ', '_') === stem.toLowerCase() : id === taskId,
    );
    if (!task) {
      return taskId === null
        ? failed(400, 'task_deduction_error', 'Couldn’t find a task for the submitted file.')
        : notFound('Task');
    }
    const language = deducedLanguage(program.language, extension.toLowerCase());
    if (!language) {
      const message = `The filename extension \`.${extension}\` doesn’t specify any available language.`;
      return failed(400, 'language_deduction_error', message);
    }
    const source = content.toString('utf8');
    const submission = this.put({ scope, task, language, filename: program.filename, source });
    // The server accepts an unknown language, and reports it in the result.
    if (!isKnown(language))
      submission.state = { status: 'READY', pending: false, result: 'INVALID LANGUAGE' };
    return json(infoOf(submission));
  }

  private put(program: Omit<Submission, 'id' | 'state'>): Submission {
    const submission: Submission = { ...program, id: firstId + this.submissions.size, state: queued };
    this.submissions.set(submission.id, submission);
    return submission;
  }

  private async result(
    scope: Scope,
    id: number,
    { query }: SentRequest,
    disconnected: AbortSignal,
  ): Promise<Reply> {
    const poll = query.get('poll') ?? 'false';
    if (!['true', 'false'].includes(poll)) return invalidQuery;
    const submission = this.submissions.get(id);
    if (submission?.scope !== scope) return notFound('Submission');
    if (poll === 'true' && submission.state.pending) await this.untilFinished(submission, disconnected);
    return json(infoOf(submission));
  }

  /** Waits until the submission is judged, `endPolls` is called, or the client disconnects. */
  private untilFinished(submission: Submission, disconnected: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        disconnected.removeEventListener('abort', end);
        this.pollEnds.delete(end);
        this.pollChanges.emit('change');
        resolve();
      };
      disconnected.addEventListener('abort', end);
      this.pollEnds.set(end, submission);
      this.pollChanges.emit('change');
    });
  }

  /** The submissions of a task, oldest first. The specification doesn't state the order. */
  private listed({ path, isContest }: Scope, task: Task): Reply {
    const own = [...this.submissions.values()].filter((one) => one.scope.path === path && one.task === task);
    return json({
      submissions: own.map((one) => ({
        id: one.id,
        time: timeOf(one),
        language: one.language,
        // Both are optional.
        ...(one.state.tests ? { code_time: slowest(one.state), size: one.source.length } : {}),
        ...(isContest
          ? { outcome_score: one.state.score ?? null }
          : { outcome_status: outcomeStatus(one.state) }),
      })),
    });
  }

  private contents(scope: Scope, isOpen: boolean): Reply {
    const own = [...this.submissions.values()].filter((one) => one.scope === scope);
    const statusOf = (task: Task): OutcomeStatus => {
      const statuses = own.filter((one) => one.task === task).map((one) => outcomeStatus(one.state));
      const ended = statuses.filter((status) => status !== 'none');
      return ended.find((status) => status === 'pass') ?? ended[0] ?? 'none';
    };
    const scoreOf = (task: Task): number | null => {
      const scores = own.filter((one) => one.task === task).map((one) => one.state.score ?? 0);
      return scores.length > 0 ? Math.max(...scores) : null;
    };
    const site = `https://cses.fi/${scope.path.replace(/^\w+\//, '')}`;
    const tasks = scope.tasks.map((task) => ({
      item_type: 'task',
      name: task.name,
      id: task.id,
      link: `${site}/task/${task.id}`,
      ...(scope.isContest
        ? { score: isOpen ? null : scoreOf(task) }
        : { status: isOpen ? 'none' : statusOf(task) }),
    }));
    const text = { item_type: 'text', name: 'Instructions', id: '7582', link: `${site}/text/7582` };
    const link = { item_type: 'link', name: 'Book', link: 'https://cses.fi/book/' };
    return json({
      sections: [
        { header: 'General', text: 'About these tasks.', list: [text, link] },
        { header: 'Introductory Problems', list: tasks },
      ],
    });
  }

  private isSignedIn(request: SentRequest): boolean {
    return this.valid.has(tokenOf(request));
  }

  private submission(id: number): Submission {
    return this.submissions.get(id) ?? fail(`no submission ${id}`);
  }
}

export async function startCsesStandIn(options?: StandInOptions): Promise<CsesStandIn> {
  const standIn = new CsesStandIn('cses', options);
  await standIn.start();
  return standIn;
}

function fail(message: string): never {
  throw new Error(message);
}

function tokenOf({ headers }: SentRequest): string {
  return String(headers['x-auth-token'] ?? '');
}

function wrongMethod(): Reply {
  return clientError(405, 'Invalid HTTP method');
}

/** Returns the program in the body; null if a property is missing, unknown, or of the wrong type. */
function programIn(body: Readonly<Record<string, unknown>> | null): SentProgram | null {
  if (!body || !hasExactly(body, ['language', 'filename', 'content'])) return null;
  const { language, filename, content } = body;
  if (!isObject(language) || !hasExactly(language, ['name', 'option'])) return null;
  const { name, option } = language;
  if (!isTextOrNull(name) || !isTextOrNull(option)) return null;
  if (typeof filename !== 'string' || typeof content !== 'string' || !isBase64(content)) return null;
  return { language: { name, option }, filename, content };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

/** Fills in the missing parts of a language; null if the extension has none. */
function deducedLanguage({ name, option }: Language, extension: string): Language | null {
  const known = languages.find((one) =>
    name === null ? one.extensions.includes(extension) : one.name === name,
  );
  if (!known) return name === null ? null : { name, option };
  return { name: known.name, option: option ?? known.options[0] ?? null };
}

function isKnown({ name, option }: Language): boolean {
  return languages.some((one) => one.name === name && option !== null && one.options.includes(option));
}

/** The specification leaves the time zone open. This server sends none. */
function timeOf({ id }: Submission): string {
  return new Date(firstTime + (id - firstId) * 1000).toISOString().slice(0, 19);
}

function infoOf(submission: Submission): object {
  const { id, scope, task, language, state } = submission;
  const { tests, ...others } = state;
  const info = { id, task, sender: user, time: timeOf(submission), language, ...others };
  if (!tests) return info;
  return {
    ...info,
    tests: scope.isContest ? tests : tests.map(({ number, verdict, time }) => ({ number, verdict, time })),
  };
}

function outcomeStatus({ pending, result }: State): OutcomeStatus {
  if (pending) return 'none';
  return result === 'ACCEPTED' ? 'pass' : 'fail';
}

function slowest({ tests = [] }: State): number | null {
  const times = tests.flatMap(({ time }) => (time === null ? [] : [time]));
  return times.length > 0 ? Math.max(...times) : null;
}

/** Three tests. The first belongs to both groups of a contest. */
function testsEnding(verdict: string, time: number | null): readonly Test[] {
  return [
    { number: 1, verdict: 'ACCEPTED', time: 0, groups: [1, 2] },
    { number: 2, verdict: 'ACCEPTED', time: 120, groups: [1] },
    { number: 3, verdict, time, groups: [2] },
  ];
}

function ready(result: string, isContest: boolean, tests: readonly Test[]): State {
  const state = { status: 'READY', pending: false, result, tests };
  if (!isContest) return state;
  const passed = result === 'ACCEPTED';
  return {
    ...state,
    score: passed ? 100 : 0,
    feedback: [
      { group: 1, verdict: passed ? 'ACCEPTED' : result, score: passed ? 40 : 0 },
      { group: 2, verdict: passed ? 'ACCEPTED' : result, score: passed ? 60 : 0 },
    ],
  };
}

function stateAfter(outcome: CsesOutcome, isContest: boolean, time?: number): State {
  switch (outcome) {
    case 'accepted':
      return ready('ACCEPTED', isContest, testsEnding('ACCEPTED', time ?? 800));
    case 'acceptedWithWarnings':
      return { ...ready('ACCEPTED', isContest, testsEnding('ACCEPTED', time ?? 800)), compiler: warningText };
    case 'wrongAnswer':
      return ready('WRONG ANSWER', isContest, testsEnding('WRONG ANSWER', time ?? 110));
    case 'timeLimit':
      return ready('TIME LIMIT EXCEEDED', isContest, testsEnding('TIME LIMIT EXCEEDED', time ?? null));
    case 'runtimeError':
      return ready('RUNTIME ERROR', isContest, testsEnding('RUNTIME ERROR', time ?? 20));
    case 'outputLimit':
      return ready('OUTPUT LIMIT EXCEEDED', isContest, testsEnding('OUTPUT LIMIT EXCEEDED', time ?? 310));
    case 'compileError':
      return { status: 'COMPILE ERROR', pending: false, compiler: compileErrorText };
    case 'testReport':
      return { status: 'READY', pending: false, result: 'TEST FAILED', test_report: 'Test failed:\n1 2\n' };
    case 'partial':
      return {
        status: 'READY',
        pending: false,
        result: 'WRONG ANSWER',
        score: 40,
        feedback: [
          { group: 1, verdict: 'ACCEPTED', score: 40 },
          { group: 2, verdict: 'WRONG ANSWER', score: 0 },
        ],
        tests: testsEnding('WRONG ANSWER', time ?? 110),
      };
    case 'systemFailure':
      return { status: 'READY', pending: false, result: 'UNKNOWN' };
  }
}

function withTask(scope: Scope, { query }: SentRequest, answer: (task: Task) => Reply): Reply {
  const id = query.get('task');
  if (id === null) return invalidQuery;
  const task = scope.tasks.find((one) => one.id === id);
  return task ? answer(task) : notFound('Task');
}

function statement({ name }: Task): Reply {
  return json({ name, time_limit: 1000, memory_limit: 512, text: 'Given $n$ numbers, solve this task.' });
}

function samples(): Reply {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return json({ test_cases: [{ input: base64('3\n'), output: base64('3 10 5 16 8 4 2 1\n') }] });
}

function courses(): Reply {
  const description = 'Practice problems.';
  return json({ courses: [{ id: 'problemset', name: problemset.name, description }] });
}
