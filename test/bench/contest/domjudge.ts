import type { FetchInit, FetchResponse } from '../../../src/judges/http/fetch';
import type { FakeClock } from '../../unit/support/fakeClock';

/** URL of the modeled site. */
export const SITE = 'https://judge.example/domjudge';

/** How a simulated judge behaves. Times are ms. */
export interface JudgeModel {
  readonly startsAt: number;
  readonly endsAt: number;
  /** round trip of a request */
  readonly roundTrip: number;
  /** number of submissions that are judged at the same time */
  readonly hosts: number;
  /** Returns how long a judging takes. */
  readonly judgingTime: () => number;
  readonly random: () => number;
}

interface Submission {
  readonly id: string;
  readonly team: string;
  readonly problem: string;
  readonly at: number;
  startedAt: number | null;
  /** null: it is being judged */
  verdict: { readonly code: string; readonly at: number; readonly endsAt: number } | null;
}

interface ModelResponse {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** PHP's default lifetime of an idle session. */
const SESSION_MS = 1_440_000;

const VERDICTS = ['AC', 'AC', 'AC', 'AC', 'WA', 'WA', 'WA', 'WA', 'TLE', 'CE'];

/** A DOMjudge in this process: its API and its pages, with a queue of submissions, on a fake clock. */
export class DomjudgeModel {
  /** time of each request, ms since 1970 */
  readonly requests: number[] = [];
  /** the same by account */
  readonly byUser = new Map<string, number[]>();
  readonly verdictTimes = new Map<string, number>();
  /** number of characters of all responses */
  sent = 0;
  private readonly submissions: Submission[] = [];
  private readonly queue: Submission[] = [];
  private readonly sessions = new Map<string, { readonly team: string; usedAt: number }>();
  private busy = 0;

  constructor(
    private readonly clock: FakeClock,
    private readonly model: JudgeModel,
  ) {}

  /** Answers one request after the round trip. */
  readonly fetch = async (url: string, init: FetchInit): Promise<FetchResponse> => {
    const wait = (ms: number) => new Promise<void>((resolve) => void this.clock.after(ms, resolve));
    this.requests.push(this.clock.now());
    const user = userIn(init);
    this.byUser.set(user, [...(this.byUser.get(user) ?? []), this.clock.now()]);
    await wait(this.model.roundTrip / 2);
    const answer = this.answer(new URL(url), init);
    const date = new Date(this.clock.now()).toUTCString();
    await wait(this.model.roundTrip / 2);
    this.sent += answer.text.length;
    const headers = new Headers({ date, 'content-type': 'application/json', ...answer.headers });
    return {
      status: answer.status,
      headers: { get: (name: string) => headers.get(name) },
      body: (async function* () {
        yield answer.text;
      })(),
    };
  };

  private answer(url: URL, { method, headers, body }: FetchInit): ModelResponse {
    const path = url.pathname.replace('/domjudge', '');
    if (!path.startsWith('/api')) return this.page(method, path, headers['Cookie'] ?? '', body ?? '');
    const user = userIn({ headers });
    const json = (value: unknown, status = 200) => ({ status, text: JSON.stringify(value) });
    const below = path.replace(/^\/api(?:\/contests\/wf)?/, '');
    const isJury = user === 'jury';
    if (path === '/api/contests') return json([this.contest()]);
    if (path === '/api/contests/wf') return json(this.contest());
    if (below === '/submissions' && method === 'POST') return json({ id: this.submitFor(user) });
    const [, collection = '', id = ''] = below.split('/');
    switch (collection) {
      case 'info':
        return json({ name: 'DOMjudge', version: '8.3' });
      case 'user':
        return json({ username: user, team_id: user, roles: isJury ? ['jury', 'team'] : ['team'] });
      case 'config':
        return json({
          show_compile: 2,
          show_sample_output: false,
          sourcesize_limit: 256,
          sourcefiles_limit: 100,
        });
      case 'languages':
        return json([{ id: 'cpp', name: 'C++', extensions: ['cpp', 'cc'], entry_point_required: false }]);
      case 'judgement-types':
        return json([...new Set(VERDICTS)].map((one) => ({ id: one, name: one, solved: one === 'AC' })));
      case 'problems':
        if (this.clock.now() < this.model.startsAt) return json([]);
        return json([...'ABCDEFGHIJKLM'].map((label) => ({ id: label, label, name: label, time_limit: 2 })));
      case 'state':
        return json({ started: this.contest().start_time, ended: null });
      case 'clarifications':
        return json([]);
      case 'judgements':
        return json(this.judgements(user, isJury, url.searchParams.get('submission_id')));
      case 'submissions':
        return this.listed(id, url.searchParams.getAll('ids[]'), json);
      default:
        return json({ code: 404, message: 'Not found' }, 404);
    }
  }

  /** Team pages and the sign-in form. */
  private page(method: string, path: string, cookies: string, body: string): ModelResponse {
    const now = this.clock.now();
    if (path === '/login' && method === 'GET')
      return { status: 200, text: '<input name="_csrf_token" value="0123456789abcdef">' };
    if (path === '/login') {
      const name = `s${this.sessions.size}`;
      this.sessions.set(name, { team: new URLSearchParams(body).get('_username') ?? '', usedAt: now });
      return {
        status: 302,
        text: '',
        headers: { location: `${SITE}/team`, 'set-cookie': `PHPSESSID=${name}` },
      };
    }
    const session = this.sessions.get(/PHPSESSID=(\w+)/.exec(cookies)?.[1] ?? '');
    if (!session || now - session.usedAt > SESSION_MS)
      return { status: 302, text: '', headers: { location: `${SITE}/login` } };
    session.usedAt = now;
    return { status: 200, text: '<div>Problem: <b>A</b></div><div>Language: <b>C++</b></div>' };
  }

  private contest() {
    const { startsAt, endsAt } = this.model;
    const [start_time, end_time] = [startsAt, endsAt].map((at) => new Date(at).toISOString());
    return { id: 'wf', name: 'WF', formal_name: 'WF', start_time, end_time, scoreboard_type: 'pass-fail' };
  }

  /** Adds a submission and returns its ID. */
  submitFor(team: string): string {
    const id = String(this.submissions.length + 1);
    const problem = 'ABCDEFGHIJKLM'[this.submissions.length % 13] ?? 'A';
    const one = { id, team, problem, at: this.clock.now(), startedAt: null, verdict: null };
    this.submissions.push(one);
    this.queue.push(one);
    this.judgeNext();
    return id;
  }

  private judgeNext(): void {
    const next = this.busy < this.model.hosts ? this.queue.shift() : undefined;
    if (!next) return;
    this.busy += 1;
    next.startedAt = this.clock.now();
    this.clock.after(this.model.judgingTime(), () => {
      const code = VERDICTS[Math.floor(this.model.random() * VERDICTS.length)] ?? 'AC';
      const at = this.clock.now();
      // the judge runs the remaining tests after the verdict
      const left = code === 'WA' && this.model.random() < 0.3 ? 4_000 : 0;
      next.verdict = { code, at, endsAt: at + left };
      this.verdictTimes.set(next.id, at);
      this.clock.after(left, () => {
        this.busy -= 1;
        this.judgeNext();
      });
    });
  }

  /** A team sees the judgements of its own submissions that have a verdict, the jury sees all. */
  private judgements(user: string, isJury: boolean, submissionId: string | null): readonly object[] {
    const own = submissionId === null ? this.submissions : [this.submissions[Number(submissionId) - 1]];
    return own.flatMap((one) => {
      if (!one?.verdict || (!isJury && one.team !== user)) return [];
      const { code, at, endsAt } = one.verdict;
      return {
        id: one.id,
        submission_id: one.id,
        judgement_type_id: code,
        valid: true,
        start_time: new Date(one.startedAt ?? at).toISOString(),
        end_time: endsAt > this.clock.now() ? null : new Date(endsAt).toISOString(),
        max_run_time: 0.5,
      };
    });
  }

  private listed<Json>(
    id: string,
    ids: readonly string[],
    json: (value: unknown, status?: number) => Json,
  ): Json {
    const shown = ({ id: own, team, problem, at }: Submission) => ({
      id: own,
      team_id: team,
      problem_id: problem,
      language_id: 'cpp',
      time: new Date(at).toISOString(),
    });
    if (id !== '') {
      const one = this.submissions[Number(id) - 1];
      return one ? json(shown(one)) : json({ code: 404, message: 'Not found' }, 404);
    }
    const all =
      ids.length === 0 ? this.submissions : ids.flatMap((one) => this.submissions[Number(one) - 1] ?? []);
    return json(all.map(shown));
  }
}

/** Returns the account of a request with its password, or an empty string. */
function userIn({ headers }: Pick<FetchInit, 'headers'>): string {
  const [user = ''] = atob((headers['Authorization'] ?? '').replace('Basic ', '')).split(':');
  return user;
}
