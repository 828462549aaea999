import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../service/errors';
import { readForm } from '../service/http/bodies';
import { sameSecret } from '../service/http/guards';
import type { Reply } from '../service/http/reply';
import { judge, pointsOf, type Check, type Surroundings } from '../service/judging/judge';
import { difference } from '../service/judging/checker';
import { languageOf } from '../service/judging/languages';
import type { JudgingState } from '../service/judging/state';
import type { Verdict } from '../service/judging/verdict';
import { problems } from '../service/problems';
import type { Problem } from '../service/problems/problem';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { OmegaupError, refusalReply } from './errors';
import { answerTo } from './routes';
import {
  trimmed,
  type Oddities,
  type OmegaupGroup,
  type OmegaupOutcome,
  type OmegaupProblem,
  type OmegaupProblemset,
  type OmegaupRun,
  type OmegaupSite,
  type OmegaupUser,
  type OmegaupVerdict,
} from './site';

export interface OmegaupOptions extends StandInOptions {
  /** Time at the site, ms since 1970. Absent: this computer's. */
  readonly now?: () => number;
}

/** A program as submitted on the website. */
export interface OmegaupProgram {
  /** Absent: alice. */
  readonly user?: OmegaupUser;
  /** Alias of the problem. */
  readonly problem: string;
  /** Absent: outside of contests and courses. */
  readonly problemset?: OmegaupProblemset;
  readonly language?: string;
  /** Null: the run waits until `change` is called. */
  readonly source: string | null;
  /** ms since 1970; absent: now */
  readonly at?: number;
}

/** A new contest, or a new assignment of a course. Times are in ms since 1970. */
export interface NewProblemset {
  readonly alias: string;
  readonly title: string;
  /** Alias of its course; absent: it is a contest. */
  readonly course?: string;
  readonly startsAt?: number;
  readonly endsAt?: number;
  /** Aliases of its problems. */
  readonly problems: readonly string[];
  /** Absent: nobody has opened it. */
  readonly members?: readonly OmegaupUser[];
}

const bodyLimit = 1024 * 1024;
const hour = 3_600_000;

/** The site's languages that the local judge supports. */
const localIds: Readonly<Record<string, string>> = {
  'c11-gcc': 'c/99/gcc',
  'cpp17-gcc': 'cxx/17/gcc',
  'cpp20-gcc': 'cxx/20/gcc',
  py3: 'python3/c',
  js: 'js/node/lts',
};

/**
 * Stand-in for omegaUp: its API as it responds to a token. It compiles and runs submitted programs as the user who started
 * it, and is NOT a sandbox.
 */
export class LocalOmegaup extends StandIn implements OmegaupSite {
  readonly now: () => number;
  readonly alice = newUser(3, 'alice');
  readonly bob = newUser(4, 'bob');
  readonly users: readonly OmegaupUser[] = [this.alice, this.bob];
  readonly problems: readonly OmegaupProblem[] = [...problems.values()].map(newProblem);
  readonly problemsets: OmegaupProblemset[] = [];
  readonly runs: OmegaupRun[] = [];
  readonly opened: string[] = [];
  readonly oddities: Oddities = {
    gap: 60,
    isGraderAway: false,
    isFileServerAway: false,
    requestsPerHour: 1000,
  };
  /** Requests of each token in the current hour. */
  private readonly used = new Map<string, number>();
  private usedSince = 0;

  constructor({ port, now = Date.now, ...options }: OmegaupOptions = {}) {
    super('omegaup', port, { english: true, ...options });
    this.now = now;
  }

  problem(alias: string): OmegaupProblem {
    const problem = this.problems.find((one) => one.alias === alias);
    if (!problem) throw new Error(`there is no ${alias} here`);
    return problem;
  }

  /** Adds a contest or an assignment that runs from an hour ago for four hours. */
  add(set: NewProblemset): OmegaupProblemset {
    const { alias, title, course = null, members = [] } = set;
    const added: OmegaupProblemset = {
      id: this.problemsets.length + 11,
      alias,
      title,
      course,
      startsAt: set.startsAt ?? this.now() - hour,
      endsAt: set.endsAt ?? this.now() + 4 * hour,
      problems: set.problems.map((one) => this.problem(one)),
      members: new Set(members),
      feedback: 'detailed',
      languages: [],
      gap: 60,
      countsGroups: false,
      needsOpenProblems: false,
    };
    this.problemsets.push(added);
    return added;
  }

  /** Adds a program to the queue, as if it came from the website. */
  submit(program: OmegaupProgram): OmegaupRun {
    const { user = this.alice, problem, problemset = null, language = 'cpp17-gcc', source, at } = program;
    const fields = { user, problem: this.problem(problem), problemset, language, source: source ?? '' };
    return this.enqueue({ ...fields, at: at ?? this.now() }, source !== null);
  }

  accept(fields: Parameters<OmegaupSite['accept']>[0]): OmegaupRun {
    return this.enqueue({ ...fields, at: this.now() }, true);
  }

  /** Sets a result that the local judge can't produce, such as a judge error. */
  change(run: OmegaupRun, outcome: Partial<OmegaupOutcome>): void {
    Object.assign(run, { status: 'ready', ...outcome });
  }

  /** Disqualifies a run, which keeps its verdict and its score. */
  disqualify(run: OmegaupRun): void {
    run.type = 'disqualified';
  }

  /** Adds a teacher's feedback. `line`: counted from 0; null: to the whole program */
  comment(run: OmegaupRun, text: string, line: number | null): void {
    run.feedback.push({ author: 'teacher', text, line, at: this.now() });
  }

  /** Replaces the token of a user. The old token becomes invalid. */
  renewToken(user: OmegaupUser): void {
    user.token = newToken();
  }

  protected override letsIn(request: IncomingMessage): boolean {
    return this.userOf(request) !== 'invalid';
  }

  protected override async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    const [, path = null] = /^\/api\/(.+?)\/?$/.exec(url.pathname) ?? [];
    const language = url.searchParams.get('lang');
    const user = this.userOf(request);
    const limit = user === null || user === 'invalid' ? {} : this.limitOf(user);
    try {
      if (path === null) throw new OmegaupError('apiNotFound');
      if (user === 'invalid') throw new OmegaupError('loginRequired');
      if (limit['X-RateLimit-Remaining'] === '0') throw this.tooManyRequests();
      const { referer } = request.headers;
      if (referer !== undefined && new URL(referer).host !== request.headers.host)
        throw new OmegaupError('csrfException');
      const { method = 'GET' } = request;
      const { fields } = method === 'POST' ? await readForm(request, bodyLimit) : { fields: {} };
      const reply = answerTo({ site: this, method, path, query: url.searchParams, fields, user });
      return { ...reply, headers: { ...limit, ...reply.headers } };
    } catch (error) {
      if (error instanceof Refusal)
        return refusalReply(new OmegaupError('parameterInvalid', {}, limit), language);
      if (!(error instanceof OmegaupError)) throw error;
      const reply = refusalReply(error, language);
      return { ...reply, headers: { ...limit, ...reply.headers } };
    }
  }

  private userOf({ headers: { authorization = '' } }: IncomingMessage): OmegaupUser | 'invalid' | null {
    // any other scheme counts as no token
    const token = /^token (.+)$/.exec(authorization)?.[1];
    if (token === undefined) return null;
    return this.users.find((user) => sameSecret(user.token, token)) ?? 'invalid';
  }

  /** Counts a request of a token. Returns the headers with the number of requests that are left in this hour. */
  private limitOf({ token }: OmegaupUser): Readonly<Record<string, string>> {
    const began = Math.floor(this.now() / hour) * hour;
    if (began !== this.usedSince) this.used.clear();
    this.usedSince = began;
    const used = (this.used.get(token) ?? 0) + 1;
    this.used.set(token, used);
    const { requestsPerHour } = this.oddities;
    return {
      'X-RateLimit-Limit': String(requestsPerHour),
      'X-RateLimit-Remaining': String(Math.max(0, requestsPerHour - used)),
      'X-RateLimit-Reset': String((began + hour) / 1000),
    };
  }

  private tooManyRequests(): OmegaupError {
    const left = Math.ceil((this.usedSince + hour - this.now()) / 1000);
    return new OmegaupError('apiTokenRateLimitExceeded', {}, { 'Retry-After': String(left) });
  }

  private enqueue(
    fields: Pick<OmegaupRun, 'user' | 'problem' | 'problemset' | 'language' | 'source' | 'at'>,
    isJudged: boolean,
  ): OmegaupRun {
    const run: OmegaupRun = {
      ...fields,
      source: trimmed(fields.source),
      guid: randomBytes(16).toString('hex'),
      type: 'normal',
      status: isJudged ? 'new' : 'waiting',
      verdict: 'JE',
      score: 0,
      runtime: 0,
      memory: 0,
      compileError: null,
      groups: [],
      feedback: [],
    };
    this.runs.push(run);
    if (isJudged)
      void this.worker.run(
        (around) => this.grade(run, around),
        () => this.change(run, { verdict: 'JE' }),
      );
    return run;
  }

  private async grade(run: OmegaupRun, around: Surroundings): Promise<void> {
    const language = languageOf(localIds[run.language] ?? '', around.tools);
    if (typeof language === 'string') throw new Error(language);
    this.change(run, { status: 'compiling' });
    const outputs = new Map<number, string>();
    let running: number | null = null;
    const check: Check = (output, answer) => {
      if (running !== null) outputs.set(running, output);
      const found = difference(output, answer);
      return { verdict: found === null ? 'accepted' : 'wrongAnswer', description: null };
    };
    const { cases } = run.problem;
    const job = { id: 1, problem: cases, language, code: run.source, o2: true, check };
    const state = await judge(job, around, (partial) => {
      const all = partial.subtasks.flatMap((subtask) => subtask.cases);
      running = all.find(({ verdict }) => verdict === 'judging')?.id ?? null;
      this.change(run, { status: 'running' });
    });
    this.change(run, outcomeOf(state, cases, outputs));
  }
}

/** Converts the result of the local judge. `outputs`: of the programs that weren't stopped, by the number of the case */
function outcomeOf(
  { compile, subtasks, judge: total }: JudgingState,
  problem: Problem,
  outputs: ReadonlyMap<number, string>,
): Partial<OmegaupOutcome> {
  if (!compile.success) return { verdict: 'CE', compileError: compile.message };
  const groups = problem.subtasks().map((subtask, group): OmegaupGroup => {
    const most = subtask.score / 100;
    const cases = (subtasks[group]?.cases ?? []).map((one, index) => {
      const share = pointsOf({ ...subtask, scoring: 'sum' }, index) / 100;
      const verdict = verdictOf(one.verdict);
      return {
        name: `${group + 1}.${index}`,
        verdict,
        score: verdict === 'AC' ? share : 0,
        most: share,
        time: one.time / 1000,
        memory: one.memory * 1024,
        output: outputs.get(one.id) ?? null,
      };
    });
    const isRight = cases.every(({ verdict }) => verdict === 'AC');
    return { name: String(group + 1), score: isRight ? most : 0, most, cases };
  });
  const score = groups.reduce((sum, group) => sum + group.score, 0);
  const failed = groups.flatMap(({ cases }) => cases).find(({ verdict }) => verdict !== 'AC');
  const times = groups.flatMap(({ cases }) => cases.map(({ time }) => time * 1000));
  return {
    verdict: failed === undefined ? 'AC' : score > 0 ? 'PA' : failed.verdict,
    score,
    runtime: Math.round(Math.max(0, ...times)),
    memory: (total?.memory ?? 0) * 1024,
    groups,
  };
}

function verdictOf(verdict: Verdict): OmegaupVerdict {
  switch (verdict) {
    case 'accepted':
      return 'AC';
    case 'wrongAnswer':
      return 'WA';
    case 'timeLimit':
      return 'TLE';
    case 'memoryLimit':
      return 'MLE';
    case 'outputLimit':
      return 'OLE';
    case 'runtimeError':
      return 'RTE';
    case 'waiting':
    case 'judging':
    case 'compileError':
    case 'invalid':
    case 'unaccepted':
      return 'JE';
  }
}

function newProblem(cases: Problem): OmegaupProblem {
  return {
    alias: cases.id.toLowerCase(),
    title: cases.english.title,
    cases,
    languages: Object.keys(localIds),
    acceptsSubmissions: true,
    isPublic: true,
    showDiff: 'all',
    validator: 'token',
  };
}

function newUser(id: number, username: string): OmegaupUser {
  return { id, username, token: newToken(), isPrivate: false };
}

function newToken(): string {
  return randomBytes(20).toString('hex');
}

/** Starts the stand-in on the loopback interface. The caller must stop it. */
export async function startLocalOmegaup(options: OmegaupOptions = {}): Promise<LocalOmegaup> {
  const site = new LocalOmegaup(options);
  await site.start();
  return site;
}
