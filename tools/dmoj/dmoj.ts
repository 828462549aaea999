import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../service/http/reply';
import { judge, type Surroundings } from '../service/judging/judge';
import { languageOf } from '../service/judging/languages';
import { problems } from '../service/problems';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { answerTo, signedInUser, type DmojSite } from './routes';
import {
  codeOf,
  outcomeOf,
  queued,
  type DmojContest,
  type DmojLanguage,
  type DmojOutcome,
  type DmojSubmission,
  type DmojUser,
} from './submission';

/** A program that a user submits. */
export interface DmojProgram {
  /** The submitter; absent: alice. */
  readonly user?: DmojUser;
  /** Code of the problem, such as `p1001`. */
  readonly problem: string;
  /** Key of the language, such as `CPP17`. */
  readonly language: string;
  /** Source code; null: the submission stays in the queue until `change` is called. */
  readonly code: string | null;
  readonly contest?: string;
}

/** A language of the site and of the local judge. */
interface JudgedLanguage extends DmojLanguage {
  readonly localId: string;
}

const languages: readonly JudgedLanguage[] = [
  { id: 4, key: 'C', name: 'C', localId: 'c/99/gcc' },
  { id: 13, key: 'CPP14', name: 'C++14', localId: 'cxx/14/gcc' },
  { id: 15, key: 'CPP17', name: 'C++17', localId: 'cxx/17/gcc' },
  { id: 18, key: 'CPP20', name: 'C++20', localId: 'cxx/20/gcc' },
  { id: 8, key: 'PY3', name: 'Python 3', localId: 'python3/c' },
  { id: 57, key: 'V8JS', name: 'V8 JavaScript', localId: 'js/node/lts' },
];

/** Stand-in for a DMOJ site: its API, and the pages that accept its token. */
export class LocalDmoj extends StandIn implements DmojSite {
  readonly alice = newUser(1, 'alice');
  readonly bob = newUser(2, 'bob');
  readonly users: readonly DmojUser[] = [this.alice, this.bob];
  readonly submissions = new Map<number, DmojSubmission>();
  readonly contests = new Map<string, DmojContest>();
  readonly languages: readonly DmojLanguage[] = languages;
  readonly contestOnly = new Set<string>();
  /** Sessions that the site has opened for requests with a token, by cookie. */
  readonly sessions = new Map<string, DmojUser>();
  /** Behavior of the site that tests can change. */
  readonly oddities = {
    /** Whether all cases after a failed one are skipped (“short circuit”). */
    shortCircuit: false,
    /** Whether a submission can receive a part of the points; false: all points or none. */
    partial: true,
    /** Number of entries on a page of a list. */
    pageSize: 1000,
    /** Whether the site’s front lets requests with a token through to the pages. */
    hasPages: true,
    /** Whether users can open the submissions of others. */
    showsAll: false,
  };

  constructor({ port, ...options }: StandInOptions = {}) {
    super('dmoj', port, { english: true, ...options });
  }

  /** Adds a program to the queue. */
  submit({ user = this.alice, problem: code, language, code: source, contest }: DmojProgram): DmojSubmission {
    const problem = [...problems.values()].find((candidate) => codeOf(candidate) === code);
    if (!problem || !languages.some(({ key }) => key === language))
      throw new Error(`no ${code} in ${language} here`);
    const submission: DmojSubmission = {
      ...queued,
      id: 6_000_001 + this.submissions.size,
      user,
      problem,
      language,
      code: source,
      date: new Date(),
      contest: contest ?? null,
      isPretested: this.contests.get(contest ?? '')?.isPretested ?? false,
      endedAt: null,
    };
    this.submissions.set(submission.id, submission);
    this.enqueue(submission);
    return submission;
  }

  /** Judges a submission again from the beginning. */
  rejudge(submission: DmojSubmission): void {
    this.change(submission, queued);
    this.enqueue(submission);
  }

  /** Sets a result that the local judge can't produce, such as aborted, an internal error, or an additional case. */
  change(submission: DmojSubmission, outcome: Partial<DmojOutcome>): void {
    Object.assign(submission, outcome);
    const isPending = ['QU', 'P', 'G'].includes(submission.status);
    submission.endedAt = isPending ? null : (submission.endedAt ?? Date.now());
  }

  /** Replaces the token of a user. The old token becomes invalid. */
  renewToken(user: DmojUser): void {
    user.token = newToken(user.id);
  }

  /** Returns whether the request has a valid token. The lists are public, but only requests with a token are logged. */
  protected override letsIn(request: IncomingMessage): boolean {
    return signedInUser(this, request) !== null;
  }

  protected override async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    const reply = await answerTo(this, request, url);
    const user = signedInUser(this, request);
    const sent = /\bsessionid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    if (!user || this.sessions.get(sent) === user) return reply;
    const session = randomBytes(16).toString('hex');
    this.sessions.set(session, user);
    const cookie = `sessionid=${session}; expires=${new Date(Date.now() + 14 * 86_400_000).toUTCString()}; HttpOnly; Path=/`;
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookie } };
  }

  private enqueue(submission: DmojSubmission): void {
    const { code } = submission;
    if (code === null) return;
    void this.worker.run(
      (around) => this.grade(submission, code, around),
      () => this.change(submission, { status: 'IE', result: 'IE' }),
    );
  }

  private async grade(submission: DmojSubmission, code: string, around: Surroundings): Promise<void> {
    const { id, problem } = submission;
    this.change(submission, { status: 'P' });
    const known = languages.find(({ key }) => key === submission.language);
    const language = languageOf(known?.localId ?? '', around.tools);
    if (typeof language === 'string') throw new Error(language);
    await judge({ id, problem, language, code, o2: true }, around, (state) => {
      this.change(submission, outcomeOf(state, problem, this.oddities));
    });
  }
}

function newUser(id: number, username: string): DmojUser {
  return { id, username, token: newToken(id), contest: null };
}

/** Returns a token: the user's number and 32 random bytes, encoded as 48 characters. */
function newToken(user: number): string {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(user);
  return Buffer.concat([number, randomBytes(32)]).toString('base64url');
}

/** Starts the stand-in on the loopback interface. The caller must stop it. */
export async function startLocalDmoj(options: StandInOptions = {}): Promise<LocalDmoj> {
  const site = new LocalDmoj(options);
  await site.start();
  return site;
}
