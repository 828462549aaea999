// A stand-in for the REST interface of Library Checker, so that tests never contact the real one.
import type { Reply } from '../../../tools/service/http/reply';
import type { StandInOptions } from '../../../tools/standIn/standIn';
import { jsonObject, mediaType, RecordingStandIn, type SentRequest } from './recording';

/** How the judging of a submission ends. */
export type LibraryCheckerOutcome = 'AC' | 'WA' | 'TLE' | 'CE' | 'IE';

interface Submission {
  readonly id: number;
  readonly problem: string;
  readonly lang: string;
  readonly source: string;
  /** `WJ`, a step such as `Compiling`, `3/20`, or the verdict. */
  status: string;
}

const problems: Readonly<Record<string, string>> = { aplusb: 'A + B', unionfind: 'Unionfind' };
const langs = [
  { id: 'cpp', name: 'C++23', version: 'g++ -std=c++23' },
  { id: 'python3', name: 'Python 3', version: '3.12' },
];
const compileError = `main.cpp: In function 'int main()':
main.cpp:3:5: error: 'undeclared' was not declared in this scope
`;
const MAX_SOURCE = 1_048_576;
const firstId = 371_301;

const json = (body: unknown, status = 200): Reply => ({ status, body });
const failed = (status: number, message: string): Reply => ({
  status,
  body: message,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
});

export class LibraryCheckerStandIn extends RecordingStandIn {
  private readonly submissions = new Map<number, Submission>();

  /** Reports a step of the judging, such as `Compiling` or `3/20`. */
  progress(id: number, step: string): void {
    this.submission(id).status = step;
  }

  /** Ends the judging of a submission. */
  finish(id: number, outcome: LibraryCheckerOutcome): void {
    this.submission(id).status = outcome;
  }

  /** ID of the newest submission; null if nothing was submitted. */
  get newestId(): number | null {
    return [...this.submissions.keys()].at(-1) ?? null;
  }

  sourceOf(id: number): string {
    return this.submission(id).source;
  }

  protected override reply(request: SentRequest): Reply {
    const { method, path, query } = request;
    if (method === 'POST') return path === '/submit' ? this.submit(request) : failed(404, 'not found');
    if (method !== 'GET') return failed(405, 'method not allowed');
    const id = /^\/submissions\/(\d+)$/.exec(path)?.[1];
    const submission = this.submissions.get(Number(id));
    if (id !== undefined) return submission ? json(resultOf(submission)) : failed(404, 'not found');
    const problem = /^\/problems\/([a-z0-9_]+)$/.exec(path)?.[1];
    if (problem !== undefined) return problemOf(problem);
    const example = /^\/v2-prod-library-checker-data-public\/v4\/examples\/(.+)$/.exec(path)?.[1];
    // a bucket on another host
    if (example !== undefined) return exampleFile(example);
    switch (path) {
      case '/langs':
        return json({ langs });
      case '/problems':
        return json({ problems: Object.entries(problems).map(([name, title]) => ({ name, title })) });
      case '/submissions':
        return this.list(query);
      default:
        return failed(404, 'not found');
    }
  }

  private submit(request: SentRequest): Reply {
    if (mediaType(request) !== 'application/json') return failed(400, 'missing required fields');
    const { problem, source, lang, tle_knockout: knockout, ...others } = jsonObject(request) ?? {};
    const isComplete =
      typeof problem === 'string' &&
      typeof source === 'string' &&
      typeof lang === 'string' &&
      ['undefined', 'boolean'].includes(typeof knockout) &&
      Object.keys(others).length === 0;
    if (!isComplete) return failed(400, 'missing required fields');
    const size = Buffer.byteLength(source);
    if (size === 0 || size > MAX_SOURCE) return failed(400, 'invalid source length');
    if (!Object.hasOwn(problems, problem)) return failed(400, 'unknown problem');
    if (!langs.some(({ id }) => id === lang)) return failed(400, 'unknown language');
    const id = firstId + this.submissions.size;
    this.submissions.set(id, { id, problem, lang, source, status: 'WJ' });
    return json({ id });
  }

  /** Submissions are anonymous, so that a user's name matches none. */
  private list(query: URLSearchParams): Reply {
    const matching = [...this.submissions.values()]
      .reverse()
      .filter(({ problem }) => [null, problem].includes(query.get('problem')) && !query.get('user'));
    const limit = Number(query.get('limit') ?? 100);
    if (!(limit >= 1 && limit <= 1000)) return failed(400, 'invalid limit');
    return json({ submissions: matching.slice(0, limit).map(overviewOf), count: matching.length });
  }

  private submission(id: number): Submission {
    const submission = this.submissions.get(id);
    if (!submission) throw new Error(`no submission ${id}`);
    return submission;
  }
}

export async function startLibraryCheckerStandIn(options?: StandInOptions): Promise<LibraryCheckerStandIn> {
  const standIn = new LibraryCheckerStandIn('library-checker', options);
  await standIn.start();
  return standIn;
}

const testcasesVersion = 'c190c957';

function problemOf(name: string): Reply {
  if (!Object.hasOwn(problems, name)) return failed(404, 'not found');
  return json({
    title: problems[name],
    source_url: `https://github.com/yosupo06/library-checker-problems/tree/master/sample/${name}`,
    time_limit: 2,
    version: 'f1',
    testcases_version: testcasesVersion,
    overall_version: 'f2',
  });
}

/** The files of the samples. The bucket reports a missing one without the right to list it as forbidden. */
function exampleFile(path: string): Reply {
  const folder = `aplusb/${testcasesVersion}`;
  const files: Readonly<Record<string, string>> = {
    [`${folder}/in/example_00.in`]: '1234 5678\n',
    [`${folder}/out/example_00.out`]: '6912\n',
    [`${folder}/in/example_01.in`]: '1000000000 1000000000\n',
    [`${folder}/out/example_01.out`]: '2000000000\n',
  };
  const text = files[path];
  if (text === undefined) return failed(403, '<Error><Code>AccessDenied</Code></Error>');
  return { status: 200, body: text, headers: { 'Content-Type': 'application/octet-stream' } };
}

function overviewOf({ id, problem, lang, status }: Submission): object {
  const wasRun = ['AC', 'WA', 'TLE'].includes(status);
  return {
    id,
    problem_name: problem,
    problem_title: problems[problem],
    lang,
    is_latest: true,
    status,
    time: wasRun ? 0.057 : -0.001,
    memory: wasRun ? 5_242_880 : -1,
    submission_time: new Date(Date.parse('2026-11-24T10:00:00Z') + (id - firstId) * 1000).toISOString(),
  };
}

function resultOf(submission: Submission): object {
  const { source, status } = submission;
  const result = { overview: overviewOf(submission), source, can_rejudge: false };
  switch (status) {
    case 'CE':
      return { ...result, compile_error: base64(compileError) };
    case 'AC':
    case 'WA':
    case 'TLE':
      return { ...result, case_results: [caseOf('example_00', 'AC'), caseOf('random_00', status)] };
    default:
      return result;
  }
}

function caseOf(name: string, status: string): object {
  const checked = { AC: 'OK\n', WA: 'expected 4, got 5\n' }[status] ?? '';
  return {
    case: name,
    status,
    time: 0.057,
    memory: 5_242_880,
    stderr: base64('debug: 3\n'),
    checker_out: base64(checked),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
