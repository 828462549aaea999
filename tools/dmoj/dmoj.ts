import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../service/http/reply';
import { judge, type Surroundings } from '../service/judging/judge';
import { languageOf } from '../service/judging/languages';
import { problems } from '../service/problems';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { answerTo, isSignedIn, type DmojSite } from './routes';
import {
  codeOf,
  outcomeOf,
  queued,
  type DmojOutcome,
  type DmojSubmission,
  type DmojUser,
} from './submission';

/** A program as submitted on the website. The API doesn't accept submissions. */
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

/** Language of the local judge, by key. */
const languages: Readonly<Record<string, string>> = {
  C: 'c/99/gcc',
  CPP14: 'cxx/14/gcc',
  CPP17: 'cxx/17/gcc',
  CPP20: 'cxx/20/gcc',
  PY3: 'python3/c',
  V8JS: 'js/node/lts',
};

/** Stand-in for the API of a DMOJ site. Programs are submitted by calling `submit`, never over HTTP. */
export class LocalDmoj extends StandIn implements DmojSite {
  readonly alice = newUser(1, 'alice');
  readonly bob = newUser(2, 'bob');
  readonly users: readonly DmojUser[] = [this.alice, this.bob];
  readonly submissions = new Map<number, DmojSubmission>();
  /** Behavior of the site that tests can change. */
  readonly oddities = {
    /** Whether all cases after a failed one are skipped (“short circuit”). */
    shortCircuit: false,
    /** Whether a submission can receive a part of the points; otherwise, it gets all points or none. */
    partial: true,
    /** Number of entries on a page of a list. */
    pageSize: 1000,
  };

  constructor({ port, ...options }: StandInOptions = {}) {
    super('dmoj', port, { english: true, ...options });
  }

  /** Adds a program to the queue. */
  submit({ user = this.alice, problem: code, language, code: source, contest }: DmojProgram): DmojSubmission {
    const problem = [...problems.values()].find((candidate) => codeOf(candidate) === code);
    if (!problem || !Object.hasOwn(languages, language)) throw new Error(`no ${code} in ${language} here`);
    const submission: DmojSubmission = {
      ...queued,
      id: 6_000_001 + this.submissions.size,
      user,
      problem,
      language,
      code: source,
      date: new Date(),
      contest: contest ?? null,
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

  /** Sets a result that judging can't produce, such as aborted, an internal error, or an additional case. */
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
    return isSignedIn(this, request);
  }

  protected override async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    return answerTo(this, request, url);
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
    const language = languageOf(languages[submission.language] ?? '', around.tools);
    if (typeof language === 'string') throw new Error(language);
    await judge({ id, problem, language, code, o2: true }, around, (state) => {
      this.change(submission, outcomeOf(state, problem, this.oddities));
    });
  }
}

function newUser(id: number, username: string): DmojUser {
  return { id, username, token: newToken(id) };
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
