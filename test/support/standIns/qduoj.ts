// A stand-in for a site with QDUOJ, whose responses have the form of recorded ones.
import type { Reply } from '../../../tools/service/http/reply';
import type { StandInOptions } from '../../../tools/standIn/standIn';
import { jsonObject, mediaType, RecordingStandIn, type SentRequest } from './recording';

/** How the judging of a submission ends. */
export type QduojOutcome = 'accepted' | 'wrong' | 'compileError';

interface Problem {
  /** Internal number, which submissions refer to. */
  readonly id: number;
  /** ID on its page, unique only within its contest. */
  readonly name: string;
  readonly title: string;
  /** null: public */
  readonly contest: number | null;
}

/** A contest by the rules of ACM. */
export interface QduojContest {
  readonly id: number;
  readonly title: string;
  /** ms since 1970 */
  startsAt: number;
  endsAt: number;
}

interface Submission {
  readonly id: string;
  readonly problem: Problem;
  readonly language: string;
  /** The program without whitespace at its ends. */
  readonly code: string;
  /** ms since 1970 */
  readonly at: number;
  outcome: QduojOutcome | 'judging';
}

const RESULTS: Readonly<Record<Submission['outcome'], number>> = {
  accepted: 0,
  wrong: -1,
  compileError: -2,
  judging: 7,
};
const LANGUAGES = ['C', 'C++', 'Java', 'Python3'];
const MAX_LISTED = 250;

const data = (value: unknown): Reply => ({ status: 200, body: { error: null, data: value } });
const refused = (sentence: string, error = 'error'): Reply => ({
  status: 200,
  body: { error, data: sentence },
});
const csrfPage: Reply = {
  status: 403,
  body: '<!DOCTYPE html><html><body><h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p></body></html>',
  headers: { 'Content-Type': 'text/html' },
};

export class QduojStandIn extends RecordingStandIn {
  /** The key of the only user. */
  readonly appKey = 'c0ffee5a1ad000000000000000000001';
  readonly userName = 'alice';
  readonly contest: QduojContest = {
    id: 7,
    title: 'Autumn Round',
    startsAt: Date.now() - 3_600_000,
    endsAt: Date.now() + 3_600_000,
  };
  private readonly problems: readonly Problem[] = [
    { id: 1, name: '1001', title: 'A+B', contest: null },
    { id: 2, name: 'A', title: 'Public A', contest: null },
    { id: 11, name: 'A', title: 'Sum of Two', contest: 7 },
    { id: 12, name: 'B', title: 'Difference', contest: 7 },
  ];
  private readonly submissions: Submission[] = [];

  /** Ends the judging of a submission. */
  finish(id: string, outcome: QduojOutcome): void {
    const submission = this.submissions.find((one) => one.id === id);
    if (!submission) throw new Error(`no submission ${id}`);
    submission.outcome = outcome;
  }

  /** ID of the newest submission; null if nothing was submitted. */
  get newestId(): string | null {
    return this.submissions.at(-1)?.id ?? null;
  }

  /** Returns the internal number of the problem of a submission, and the ID of its contest. */
  placeOf(id: string): readonly [problem: number, contest: number | null] {
    const { problem } = this.submissions.find((one) => one.id === id) ?? {};
    if (!problem) throw new Error(`no submission ${id}`);
    return [problem.id, problem.contest];
  }

  /** Adds a submission that the user made on the website. */
  submitInBrowser(problemId: string, contest: number | null): string {
    const problem = this.problemNamed(problemId, contest);
    if (!problem) throw new Error(`no problem ${problemId}`);
    return this.add(problem, 'C++', 'int main() {}').id;
  }

  protected override reply(request: SentRequest): Reply {
    const { method, path, query, headers } = request;
    const isKnown = headers['appkey'] === this.appKey;
    if (method === 'POST') {
      if (!isKnown) return csrfPage;
      return path === '/api/submission' ? this.submit(request) : refused('404');
    }
    switch (path) {
      case '/api/profile':
        return data(isKnown ? { id: 2, user: { id: 2, username: this.userName } } : null);
      case '/api/submission':
        return isKnown ? this.result(query.get('id')) : refused('Please login first', 'permission-denied');
      case '/api/submissions':
        return this.list(query, null, isKnown);
      case '/api/problem':
        return this.publicProblems(query);
      case '/api/contests':
        return data({ results: this.phase === '0' ? [this.contestData()] : [], total: 1 });
    }
    if (!path.startsWith('/api/contest')) return { status: 404, body: 'not found' };
    const contest = query.get(path === '/api/contest' ? 'id' : 'contest_id');
    if (contest !== String(this.contest.id)) return refused(`Contest ${contest ?? ''} doesn't exist`);
    if (path === '/api/contest') return data(this.contestData());
    if (!isKnown) return refused('Please login first.');
    if (this.phase === '1') return refused('Contest has not started yet.');
    return path === '/api/contest/problem'
      ? this.contestProblems(query.get('problem_id'))
      : this.list(query, this.contest.id, isKnown);
  }

  /** Like the server: `1` before the contest, `0` while it runs, `-1` after it. */
  private get phase(): '1' | '0' | '-1' {
    const { startsAt, endsAt } = this.contest;
    if (Date.now() < startsAt) return '1';
    return Date.now() < endsAt ? '0' : '-1';
  }

  private contestData(): object {
    const { id, title, startsAt, endsAt } = this.contest;
    return {
      id,
      title,
      status: this.phase,
      rule_type: 'ACM',
      contest_type: 'Public',
      start_time: new Date(startsAt).toISOString(),
      end_time: new Date(endsAt).toISOString(),
    };
  }

  private publicProblems(query: URLSearchParams): Reply {
    const name = query.get('problem_id');
    const publicOnes = this.problems.filter(({ contest }) => contest === null);
    if (name === null) {
      const keyword = (query.get('keyword') ?? '').toLowerCase();
      const found = publicOnes.filter((one) => `${one.name}\n${one.title}`.toLowerCase().includes(keyword));
      return data({ results: found.map(problemData), total: found.length });
    }
    const problem = this.problemNamed(name, null);
    return problem ? data(problemData(problem)) : refused('Problem does not exist');
  }

  private contestProblems(name: string | null): Reply {
    const { id } = this.contest;
    if (name === null) return data(this.problems.filter(({ contest }) => contest === id).map(problemData));
    const problem = this.problemNamed(name, id);
    return problem ? data(problemData(problem)) : refused('Problem does not exist.');
  }

  private problemNamed(name: string, contest: number | null): Problem | undefined {
    return this.problems.find((problem) => problem.name === name && problem.contest === contest);
  }

  private list(query: URLSearchParams, contest: number | null, isKnown: boolean): Reply {
    const limit = Number(query.get('limit'));
    if (!(limit > 0)) return refused('Limit is needed');
    const offset = Number(query.get('offset') ?? 0);
    const name = query.get('problem_id');
    if (name !== null && !this.problemNamed(name, contest)) return refused("Problem doesn't exist");
    const matching = this.submissions
      .toReversed()
      .filter(
        ({ problem }) => isKnown && problem.contest === contest && (name ?? problem.name) === problem.name,
      );
    const size = limit > MAX_LISTED ? 10 : limit;
    const results = matching.slice(offset, offset + size).map((submission) => ({
      ...this.common(submission),
      problem: submission.problem.name,
      show_link: true,
    }));
    return data({ results, total: matching.length });
  }

  /** The problems are by the rules of ACM, so a result has no cases. */
  private result(id: string | null): Reply {
    const submission = this.submissions.find((one) => one.id === id);
    if (!submission) return refused("Submission doesn't exist");
    const { problem, code } = submission;
    return data({ ...this.common(submission), problem: problem.name, code, can_unshare: true });
  }

  private common({ id, at, outcome, language }: Submission): object {
    return {
      id,
      create_time: new Date(at).toISOString(),
      user_id: 2,
      username: this.userName,
      result: RESULTS[outcome],
      language,
      shared: false,
      statistic_info: statisticsOf(id, outcome),
    };
  }

  private submit(request: SentRequest): Reply {
    if (mediaType(request) !== 'application/json') return refused('invalid-request', 'invalid-request');
    const { problem_id: number, contest_id: contest = null, language, code } = jsonObject(request) ?? {};
    const problem = this.problems.find(({ id }) => id === number);
    if (!problem || problem.contest !== contest) return refused('Problem not exist');
    if (contest !== null && this.phase === '-1') return refused('The contest have ended');
    if (contest !== null && this.phase === '1') return refused('Contest has not started yet.');
    if (typeof language !== 'string' || !LANGUAGES.includes(language))
      return refused(`language: ${String(language)} is not a valid language`, 'invalid-language');
    if (typeof code !== 'string' || code.trim() === '')
      return refused('code: This field may not be blank.', 'invalid-code');
    return data({ submission_id: this.add(problem, language, code.trim()).id });
  }

  private add(problem: Problem, language: string, code: string): Submission {
    const id = (this.submissions.length + 1).toString(16).padStart(32, 'a0b1c2d3e4f56789');
    const added: Submission = { id, problem, language, code, at: Date.now(), outcome: 'judging' };
    this.submissions.push(added);
    return added;
  }
}

export async function startQduojStandIn(options?: StandInOptions): Promise<QduojStandIn> {
  const standIn = new QduojStandIn('qduoj', options);
  await standIn.start();
  return standIn;
}

function problemData({ id, name, title, contest }: Problem): object {
  return {
    id,
    _id: name,
    title,
    contest,
    samples: [{ input: '1 2', output: '3' }],
    languages: LANGUAGES,
    time_limit: 1000,
    memory_limit: 256,
    rule_type: 'ACM',
    template: {},
  };
}

/** Returns `statistic_info`: empty until there is a result. */
function statisticsOf(id: string, outcome: Submission['outcome']): object {
  switch (outcome) {
    case 'judging':
      return {};
    case 'compileError':
      return { score: 0, err_info: compilerOutput(id) };
    case 'accepted':
    case 'wrong':
      return { time_cost: 2, memory_cost: 3_338_240 };
  }
}

/** The server removes whitespace at the ends. */
function compilerOutput(id: string): string {
  const file = `/judger/run/${id}/main.cpp`;
  return `${file}: In function 'int main()':
${file}:3:5: error: 'undeclared' was not declared in this scope
    3 |     undeclared = 1;
      |     ^~~~~~~~~~`;
}
