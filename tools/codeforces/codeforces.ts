import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../service/http/reply';
import { judge, type Surroundings } from '../service/judging/judge';
import { languageOf } from '../service/judging/languages';
import { problems } from '../service/problems';
import { StandIn, type StandInOptions } from '../standIn/standIn';
import { answerTo, failed, page, type CodeforcesSite } from './routes';
import {
  isPending,
  outcomeOf,
  queued,
  type CodeforcesOutcome,
  type CodeforcesSubmission,
} from './submission';

export interface CodeforcesOptions extends StandInOptions {
  /** Clock for the call limit, ms. */
  readonly now?: () => number;
}

/** A program as submitted on the website. The API doesn't accept submissions. */
export interface CodeforcesProgram {
  /** Handle of the submitter; absent: `tourist`. */
  readonly handle?: string;
  /** Letter of the problem in the contest, such as `A`. */
  readonly index: string;
  /** Name of the language on the website, such as `GNU C++17`. */
  readonly language: string;
  /** Source code; null: the submission stays in the queue until `change` is called. */
  readonly code: string | null;
  /** Whether the problem belongs to a contest; absent: it does. */
  readonly inContest?: boolean;
  /** ID of that contest, such as a gym; absent: the site's. */
  readonly contestId?: number;
}

interface Oddities {
  /** Minimum time between two requests, ms. Requests that arrive earlier exceed the call limit. 0: no limit. */
  callInterval: number;
  /** HTTP status of responses to requests that exceed the call limit. */
  callLimitStatus: 200 | 400 | 503;
  /** HTTP status of the bot check page, which then replaces all responses; null: no bot check. */
  botCheck: 200 | 403 | 503 | null;
  /** Whether a contest is running, so that programs are judged only on its pretests. */
  contestIsRunning: boolean;
}

/** Language of the local judge, by name on the website. */
const languages: Readonly<Record<string, string>> = {
  'GNU C11': 'c/99/gcc',
  'GNU C++17': 'cxx/17/gcc',
  'C++20 (GCC 13-64)': 'cxx/20/gcc',
  'Python 3': 'python3/c',
  'Node.js': 'js/node/lts',
};

/** Stand-in for the API of codeforces.com. Programs are submitted by calling `submit`, never over HTTP. */
export class LocalCodeforces extends StandIn implements CodeforcesSite {
  readonly handles = ['tourist', 'Petr'];
  readonly apiKey = { key: randomBytes(20).toString('hex'), secret: randomBytes(20).toString('hex') };
  /** ID of the usual contest. The problems A, B, … of every contest are those of the local judge. */
  readonly contestId = 1000;
  readonly submissions = new Map<number, CodeforcesSubmission>();
  /** Behavior of the site that tests can change. */
  readonly oddities: Oddities = {
    callInterval: 2000,
    callLimitStatus: 400,
    botCheck: null,
    contestIsRunning: false,
  };
  private lastCall = Number.NEGATIVE_INFINITY;
  private readonly now: () => number;

  constructor({ port, now, ...options }: CodeforcesOptions = {}) {
    super('codeforces', port, { english: true, ...options });
    this.now = now ?? (() => performance.now());
  }

  /** Adds a program to the queue. */
  submit(program: CodeforcesProgram): CodeforcesSubmission {
    const {
      handle = 'tourist',
      index,
      language,
      code,
      inContest = true,
      contestId = this.contestId,
    } = program;
    const problem = [...problems.values()]['ABCD'.indexOf(index)];
    if (!problem || !this.handles.includes(handle) || !Object.hasOwn(languages, language)) {
      throw new Error(`no problem ${index}, language ${language} or handle ${handle} here`);
    }
    const { contestIsRunning } = this.oddities;
    const submission: CodeforcesSubmission = {
      ...queued,
      id: 300_000_001 + this.submissions.size,
      handle,
      problem,
      index,
      language,
      code,
      contestId: inContest ? contestId : null,
      createdAt: Date.now(),
      endedAt: null,
      participantType: contestIsRunning ? 'CONTESTANT' : 'PRACTICE',
      testset: contestIsRunning ? 'PRETESTS' : 'TESTS',
    };
    this.submissions.set(submission.id, submission);
    this.enqueue(submission);
    return submission;
  }

  /** Sets a result that the local judge can't produce, such as skipped, partial points, or a number of passed tests. */
  change(submission: CodeforcesSubmission, outcome: Partial<CodeforcesOutcome>): void {
    Object.assign(submission, outcome);
    submission.endedAt = isPending(submission) ? null : (submission.endedAt ?? Date.now());
  }

  /** Sets the result after another contestant's successful hack. */
  hack(submission: CodeforcesSubmission): void {
    this.change(submission, { verdict: 'CHALLENGED', testset: 'CHALLENGES', passedTestCount: 0 });
  }

  /** Ends the contest. Submissions that passed the pretests are judged again on all tests. */
  startSystemTest(): void {
    this.oddities.contestIsRunning = false;
    for (const submission of this.submissions.values()) {
      if (submission.testset !== 'PRETESTS' || submission.verdict !== 'OK') continue;
      this.change(submission, queued);
      this.enqueue(submission);
    }
  }

  protected override async answer(_request: IncomingMessage, url: URL): Promise<Reply> {
    const { botCheck, callInterval, callLimitStatus } = this.oddities;
    if (botCheck !== null) return page(botCheck, 'Just a moment...');
    const now = this.now();
    if (now - this.lastCall < callInterval) return failed('Call limit exceeded', callLimitStatus);
    this.lastCall = now;
    return answerTo(this, url);
  }

  private enqueue(submission: CodeforcesSubmission): void {
    const { code } = submission;
    if (code === null) return;
    void this.worker.run(
      (around) => this.test(submission, code, around),
      () => this.change(submission, { verdict: 'FAILED' }),
    );
  }

  /** Runs one test after the other, and stops at the first failure. */
  private async test(submission: CodeforcesSubmission, code: string, around: Surroundings): Promise<void> {
    this.change(submission, { verdict: 'TESTING' });
    const language = languageOf(languages[submission.language] ?? '', around.tools);
    if (typeof language === 'string') throw new Error(language);
    const { id } = submission;
    const problem =
      submission.testset === 'PRETESTS'
        ? { ...submission.problem, subtasks: () => submission.problem.subtasks().slice(0, 1) }
        : submission.problem;
    const ended = new AbortController();
    const stopping = AbortSignal.any([around.stopping, ended.signal]);
    const job = { id, problem, language, code, o2: true };
    await judge(job, { ...around, stopping }, (state) => {
      this.change(submission, outcomeOf(state, problem));
      if (!isPending(submission)) ended.abort();
    }).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  }
}

/** Starts the stand-in on the loopback interface. The caller must stop it. */
export async function startLocalCodeforces(options: CodeforcesOptions = {}): Promise<LocalCodeforces> {
  const site = new LocalCodeforces(options);
  await site.start();
  return site;
}
