import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../service/errors';
import { readForm } from '../service/http/bodies';
import { sameSecret } from '../service/http/guards';
import type { Reply } from '../service/http/reply';
import { problems } from '../service/problems';
import type { Problem } from '../service/problems/problem';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { ApiError, errorReply, unauthorized } from './errors';
import { grade } from './grading';
import { languages, requiredByDefault } from './languages';
import { pageFor } from './pages';
import { answerTo } from './routes';
import type {
  DomjudgeClarification,
  DomjudgeConfig,
  DomjudgeContest,
  DomjudgeJudgement,
  DomjudgeProblem,
  DomjudgeSession,
  DomjudgeSite,
  DomjudgeSubmission,
  DomjudgeTeam,
  DomjudgeUser,
  DomjudgeVersion,
  Oddities,
  SubmittedFile,
} from './site';

export interface DomjudgeOptions extends StandInOptions {
  readonly version?: DomjudgeVersion;
  /** Path of the site; absent: `/domjudge`. */
  readonly folder?: string;
  /** Time at the site, ms since 1970. Absent: this computer's. */
  readonly now?: () => number;
}

/** A program as submitted on the website or on another computer. */
export interface DomjudgeProgram {
  /** Absent: alice's. */
  readonly team?: DomjudgeTeam;
  /** Absent: the running contest. */
  readonly contest?: DomjudgeContest;
  /** Label of the problem; absent: `A`. */
  readonly problem?: string;
  /** ID of the language; absent: `cpp`. */
  readonly language?: string;
  /** Source code; null: it stays in the queue until `change` is called. */
  readonly code: string | null;
  readonly fileName?: string;
  /** Absent: one file with the code. */
  readonly files?: readonly SubmittedFile[];
  /** ms since 1970; absent: now */
  readonly at?: number;
  /** ID at the API of a submission that was imported. Absent: its number. */
  readonly id?: string;
}

/** Maximum size of a request body, bytes. */
const bodyLimit = 8 * 1024 * 1024;

const hour = 3_600_000;

/**
 * Stand-in for a DOMjudge site: its API, and the pages of a team with the form to sign in. It compiles and runs submitted
 * programs as the user who started it, and is NOT a sandbox. Passwords are different at each start.
 */
export class LocalDomjudge extends StandIn implements DomjudgeSite {
  readonly version: DomjudgeVersion;
  readonly folder: string;
  readonly now: () => number;
  readonly languages = languages;
  readonly teams: readonly DomjudgeTeam[] = [
    { number: 12, id: 'team12', name: 'Team One', isEnabled: true },
    { number: 2, id: '12', name: 'Team Two', isEnabled: true },
  ];
  readonly alice = newUser(3, 'alice', ['team'], this.teams[0] ?? null);
  readonly bob = newUser(4, 'bob', ['team'], this.teams[1] ?? null);
  readonly jury = newUser(5, 'jury', ['jury'], null);
  readonly alone = newUser(6, 'alone', ['team'], null);
  readonly reader = newUser(7, 'reader', ['api_reader'], null);
  readonly users: readonly DomjudgeUser[] = [this.alice, this.bob, this.jury, this.alone, this.reader];
  readonly contests: DomjudgeContest[];
  /** Its labels aren't the IDs of its problems. */
  readonly running: DomjudgeContest;
  readonly submissions: DomjudgeSubmission[] = [];
  readonly clarifications: DomjudgeClarification[] = [];
  readonly sessions = new Map<string, DomjudgeSession>();
  readonly config: DomjudgeConfig = {
    sourcesize_limit: 256,
    sourcefiles_limit: 100,
    show_compile: 2,
    show_sample_output: false,
  };
  readonly oddities: Oddities = {
    acceptedAs: 'submission',
    submissionsLeft: Infinity,
    retryAfter: 10,
    hasForm: true,
    ipUser: null,
    requiresVerification: false,
    entryPointRequired: requiredByDefault,
  };

  constructor({
    port,
    version = '8.3',
    folder = '/domjudge',
    now = Date.now,
    ...options
  }: DomjudgeOptions = {}) {
    super('domjudge', port, { english: true, ...options });
    this.version = version;
    this.folder = folder;
    this.now = now;
    const at = now();
    this.running = newContest(52, 'school', 'School', at - hour, at + 4 * hour);
    const ended = newContest(51, 'past', 'Past', at - 6 * hour, at - 5 * hour);
    this.contests = [ended, this.running];
  }

  /** Adds a contest with the usual problems. Times are in ms since 1970. `startsAt`: null if its start is delayed. */
  addContest(id: string, name: string, startsAt: number | null, endsAt: number): DomjudgeContest {
    const contest = newContest(50 + this.contests.length + 1, id, name, startsAt, endsAt);
    this.contests.push(contest);
    return contest;
  }

  /** Adds a program to the queue, as if it came from another computer. */
  submit(program: DomjudgeProgram): DomjudgeSubmission {
    const {
      team = this.alice.team,
      contest = this.running,
      problem: label = 'A',
      code,
      at = this.now(),
    } = program;
    const problem = contest.problems.find((candidate) => candidate.label === label);
    const language = languages.find(({ id }) => id === (program.language ?? 'cpp'));
    if (!team || !problem || !language) throw new Error(`there is no ${label} here`);
    const name = program.fileName ?? `main.${language.extensions[0] ?? ''}`;
    const files = program.files ?? [{ name, content: Buffer.from(code ?? '') }];
    const fields = { contest, problem, team, language, files, entryPoint: null, at };
    return this.add(fields, program.id ?? null, code !== null);
  }

  /** Adds a message. Absent fields: from the jury, to all teams of the running contest, about no problem. */
  clarify(
    message: Pick<DomjudgeClarification, 'text'> & Partial<DomjudgeClarification>,
  ): DomjudgeClarification {
    const added: DomjudgeClarification = {
      number: this.clarifications.length + 1,
      contest: this.running,
      problem: null,
      replyTo: null,
      from: null,
      to: null,
      at: this.now(),
      ...message,
    };
    this.clarifications.push(added);
    return added;
  }

  accept(fields: Parameters<DomjudgeSite['accept']>[0]): DomjudgeSubmission {
    return this.add(fields, null, true);
  }

  /** Sets a result that the local judge can't produce at this moment, such as a verdict before the end of all tests. */
  change(submission: DomjudgeSubmission, result: Partial<DomjudgeJudgement>): void {
    submission.judgement = { ...(submission.judgement ?? this.newJudgement()), ...result };
  }

  /** Judges a submission again. Its judgement remains until the new one has ended. */
  rejudge(submission: DomjudgeSubmission): void {
    this.enqueue(submission);
  }

  /** Ends all sessions of the website. */
  endSessions(): void {
    this.sessions.clear();
  }

  protected override letsIn(request: IncomingMessage, url: URL): boolean {
    return isBelow(url.pathname, `${this.folder}/api`) ? this.basicUser(request) !== 'invalid' : true;
  }

  protected override async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    if (!isBelow(url.pathname, this.folder)) return notFound;
    const path = url.pathname.slice(this.folder.length);
    try {
      if (isBelow(path, '/api')) return await this.answerApi(request, path, url);
      const { method = 'GET' } = request;
      const { fields } = method === 'POST' ? await readForm(request, bodyLimit) : { fields: {} };
      const isFragment = request.headers['x-requested-with'] === 'XMLHttpRequest';
      const page = pageFor({ site: this, method, path, cookies: cookiesOf(request), fields, isFragment });
      if (page) return page;
      throw new ApiError(404, `No route found for "${method} ${url.origin}${url.pathname}"`);
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error);
      if (error instanceof Refusal) return errorReply(new ApiError(400, 'Invalid json message received'));
      throw error;
    }
  }

  private async answerApi(request: IncomingMessage, path: string, url: URL): Promise<Reply> {
    const user = this.basicUser(request) ?? this.oddities.ipUser;
    if (user === 'invalid') return unauthorized;
    const { method = 'GET' } = request;
    return answerTo({
      site: this,
      method,
      path: path.replace(/^\/api(?:\/v\d+)?/, '').replace(/\/$/, ''),
      query: url.searchParams,
      user,
      address: `${url.origin}${url.pathname}`,
      ...(method === 'POST' ? { form: await readForm(request, bodyLimit) } : {}),
    });
  }

  /** Returns the user of the credentials; null: there are none. The letter case of user names doesn't matter. */
  private basicUser({ headers: { authorization } }: IncomingMessage): DomjudgeUser | 'invalid' | null {
    if (authorization === undefined) return null;
    const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(authorization)?.[1] ?? '';
    const [, name = '', password = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
    const user = this.users.find(({ username }) => username === name.toLowerCase());
    return user && sameSecret(user.password, password) ? user : 'invalid';
  }

  private add(
    fields: Parameters<DomjudgeSite['accept']>[0],
    id: string | null,
    isJudged: boolean,
  ): DomjudgeSubmission {
    const number = this.submissions.length + 101;
    const submission: DomjudgeSubmission = {
      ...fields,
      number,
      id: id ?? String(number),
      isIgnored: false,
      isSeen: false,
      judgement: null,
    };
    this.submissions.push(submission);
    if (isJudged) this.enqueue(submission);
    return submission;
  }

  private enqueue(submission: DomjudgeSubmission): void {
    void this.worker.run(
      async (around) => {
        const startedAt = this.now();
        const graded = await grade(submission, around);
        submission.judgement = { ...this.newJudgement(), ...graded, startedAt, endedAt: this.now() };
      },
      (error) => {
        // an internal error stays without a verdict until the jury has repaired it
        submission.judgement = {
          ...this.newJudgement(),
          compilation: { isSuccessful: false, output: String(error) },
        };
      },
    );
  }

  private newJudgement(): DomjudgeJudgement {
    return {
      number: (this.judgements += 1),
      startedAt: this.now(),
      endedAt: null,
      verdict: null,
      time: null,
      score: 0,
      compilation: { isSuccessful: true, output: '' },
      samples: [],
      tests: [],
      isVerified: false,
    };
  }

  private judgements = 0;
}

const notFound: Reply = {
  status: 404,
  body: '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>',
  headers: { 'Content-Type': 'text/html' },
};

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function cookiesOf({ headers: { cookie = '' } }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    cookie.split(/;\s*/).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
}

function newUser(
  number: number,
  username: string,
  roles: DomjudgeUser['roles'],
  team: DomjudgeTeam | null,
): DomjudgeUser {
  return { number, username, password: randomBytes(12).toString('hex'), roles, team };
}

/** The labels of the problems are neither their IDs nor their numbers. */
function newContest(
  number: number,
  id: string,
  name: string,
  startsAt: number | null,
  endsAt: number,
): DomjudgeContest {
  return {
    number,
    id,
    name,
    startsAt,
    endsAt,
    freezesAt: null,
    isActive: true,
    allowsSubmissions: true,
    isScored: false,
    warning: null,
    languages: null,
    problems: [
      problem(2, 'sum', 'A', 'Sum', shortened(problemWith('P1001'))),
      problem(1, 'maximum', 'B', 'Maximum Subarray', problemWith('P1115')),
      problem(3, 'sorting', 'C', 'Sorting', problemWith('P1177')),
    ],
  };
}

function problem(number: number, id: string, label: string, name: string, cases: Problem): DomjudgeProblem {
  return { number, id, label, name, cases, samples: 1, time: 5000, languages: null };
}

/** Returns a problem with its first subtask only, because the virtual machine of Java starts slowly. */
function shortened(whole: Problem): Problem {
  return { ...whole, subtasks: () => whole.subtasks().slice(0, 1) };
}

function problemWith(id: string): Problem {
  const found = problems.get(id);
  if (!found) throw new Error(`there is no problem ${id}`);
  return found;
}

/** Starts the stand-in on the loopback interface. The caller must stop it. */
export async function startLocalDomjudge(options: DomjudgeOptions = {}): Promise<LocalDomjudge> {
  const site = new LocalDomjudge(options);
  await site.start();
  return site;
}
