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
  /** the clock of the call limit, in ms */
  readonly now?: () => number;
}

/** A program as a person hands it in on the site; the API takes none. */
export interface CodeforcesProgram {
  /** whose it is; tourist’s without it */
  readonly handle?: string;
  /** the problem's letter in the contest: `A` */
  readonly index: string;
  /** as the site calls it, such as `GNU C++17` */
  readonly language: string;
  /** null: nothing is judged, and it stays in the queue until `change` says otherwise */
  readonly code: string | null;
  /** false: a problem that belongs to no contest */
  readonly inContest?: boolean;
}

interface Oddities {
  /** ms between two requests; one that comes earlier is told that the call limit is exceeded. 0: no limit */
  callInterval: number;
  /** the HTTP status of that */
  callLimitStatus: 200 | 400 | 503;
  /** the HTTP status of its bot check’s page, which then answers everything; null: no check */
  botCheck: 200 | 403 | 503 | null;
  /** a contest is under way: programs are judged on its pretests only */
  contestIsRunning: boolean;
}

/** A language's name → what judges it here. */
const languages: Readonly<Record<string, string>> = {
  'GNU C11': 'c/99/gcc',
  'GNU C++17': 'cxx/17/gcc',
  'C++20 (GCC 13-64)': 'cxx/20/gcc',
  'Python 3': 'python3/c',
  'Node.js': 'js/node/lts',
};

/** codeforces.com, as far as its API shows it. Programs come from whoever holds this object, never over HTTP. */
export class LocalCodeforces extends StandIn implements CodeforcesSite {
  readonly handles = ['tourist', 'Petr'];
  /** the one contest there is: problems A, B, … are those of the local judging service */
  readonly contestId = 1000;
  readonly submissions = new Map<number, CodeforcesSubmission>();
  /** what the site may do otherwise */
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

  /** Queues a program. */
  submit(program: CodeforcesProgram): CodeforcesSubmission {
    const { handle = 'tourist', index, language, code, inContest = true } = program;
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
      contestId: inContest ? this.contestId : null,
      createdAt: Date.now(),
      endedAt: null,
      participantType: contestIsRunning ? 'CONTESTANT' : 'PRACTICE',
      testset: contestIsRunning ? 'PRETESTS' : 'TESTS',
    };
    this.submissions.set(submission.id, submission);
    this.enqueue(submission);
    return submission;
  }

  /** Puts a submission where no judging leads it: skipped, partial points, so many tests passed. */
  change(submission: CodeforcesSubmission, outcome: Partial<CodeforcesOutcome>): void {
    Object.assign(submission, outcome);
    submission.endedAt = isPending(submission) ? null : (submission.endedAt ?? Date.now());
  }

  /** Another contestant has found a test on which it fails. */
  hack(submission: CodeforcesSubmission): void {
    this.change(submission, { verdict: 'CHALLENGED', testset: 'CHALLENGES', passedTestCount: 0 });
  }

  /** Ends the contest: what passed the pretests is judged again, on all tests. */
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

  /** Runs one test after the other, up to the first that fails. */
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

/** Starts the site on loopback. Stop it when done. */
export async function startLocalCodeforces(options: CodeforcesOptions = {}): Promise<LocalCodeforces> {
  const site = new LocalCodeforces(options);
  await site.start();
  return site;
}
