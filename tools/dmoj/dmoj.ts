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

/** A program as a person hands it in on the site; the API takes none. */
export interface DmojProgram {
  /** whose it is; alice's without it */
  readonly user?: DmojUser;
  /** the problem's code, such as `p1001` */
  readonly problem: string;
  /** the language's key, such as `CPP17` */
  readonly language: string;
  /** null: nothing is judged, and it stays queued until `change` says otherwise */
  readonly code: string | null;
  readonly contest?: string;
}

/** A language's key → what judges it here. */
const languages: Readonly<Record<string, string>> = {
  C: 'c/99/gcc',
  CPP14: 'cxx/14/gcc',
  CPP17: 'cxx/17/gcc',
  CPP20: 'cxx/20/gcc',
  PY3: 'python3/c',
  V8JS: 'js/node/lts',
};

/** A site of DMOJ, as far as its API shows one. Programs come from whoever holds this object, never over HTTP. */
export class LocalDmoj extends StandIn implements DmojSite {
  readonly alice = newUser(1, 'alice');
  readonly bob = newUser(2, 'bob');
  readonly users: readonly DmojUser[] = [this.alice, this.bob];
  readonly submissions = new Map<number, DmojSubmission>();
  /** what a site may do otherwise */
  readonly oddities = {
    /** a case that fails ends the grading: all after it are short circuited */
    shortCircuit: false,
    /** false: a problem is worth all of its points or none */
    partial: true,
    /** entries on a page of a list */
    pageSize: 1000,
  };

  constructor({ port, ...options }: StandInOptions = {}) {
    super('dmoj', port, { english: true, ...options });
  }

  /** Queues a program. */
  submit({ user = this.alice, problem: code, language, code: source, contest }: DmojProgram): DmojSubmission {
    const problem = [...problems.values()].find((one) => codeOf(one) === code);
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

  /** Grades a submission again, from the beginning. */
  rejudge(submission: DmojSubmission): void {
    this.change(submission, queued);
    this.enqueue(submission);
  }

  /** Puts a submission where no judging leads it: aborted, an internal error, a case more. */
  change(submission: DmojSubmission, outcome: Partial<DmojOutcome>): void {
    Object.assign(submission, outcome);
    const isPending = ['QU', 'P', 'G'].includes(submission.status);
    submission.endedAt = isPending ? null : (submission.endedAt ?? Date.now());
  }

  /** The user makes a new token: the old one is worth nothing any more. */
  renewToken(user: DmojUser): void {
    user.token = newToken(user.id);
  }

  /** Its lists are open to everybody. */
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

/** The user's number and 32 random bytes: 48 characters. */
function newToken(user: number): string {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(user);
  return Buffer.concat([number, randomBytes(32)]).toString('base64url');
}

/** Starts a site on loopback. Stop it when done. */
export async function startLocalDmoj(options: StandInOptions = {}): Promise<LocalDmoj> {
  const site = new LocalDmoj(options);
  await site.start();
  return site;
}
