import { meaningOf } from '../../../src/results';
import { MemoryAssistantRules } from '../../../src/records/assistantRules';
import { ContestWatch } from '../../../src/editor/contests/contestWatch';
import { contestSpread } from '../../../src/editor/shared/contestSpread';
import { JudgeClient } from '../../../src/judges/client';
import type { Fetch } from '../../../src/judges/fetch';
import type { Judge, Operation } from '../../../src/judges';
import { originsOf, type Credential } from '../../../src/judges/credentials';
import type { Tracker } from '../../../src/tracking';
import type { FakeClock } from '../../unit/support/fakeClock';
import type { RecordKey } from '../../../src/records';
import { polledThrough } from '../../unit/judges/asking';
import { TrackedWindow } from '../../unit/tracking/trackedWindow';

export interface WindowOptions {
  readonly user: string;
  readonly isFocused: boolean;
  /** The user opens each result, and following is on. */
  readonly opensAndFollows: boolean;
}

/** A window of a participant: the real tracker, client, adapter, and contest watch, and a store in memory. */
export class ContestWindow {
  /** time at which the row first showed the verdict, ms since 1970, by submission ID */
  readonly shownAt = new Map<string, number>();
  readonly finished = new Set<string>();
  private readonly client: JudgeClient;
  private readonly tracker: Tracker;
  private readonly window: TrackedWindow;
  private readonly watch: ContestWatch;
  private readonly known = new Set<string>();

  constructor(
    private readonly judge: Judge,
    private readonly clock: FakeClock,
    fetch: Fetch,
    private readonly random: () => number,
    private readonly options: WindowOptions,
  ) {
    const credential: Credential = {
      id: options.user,
      origins: originsOf(judge),
      authentication: { scheme: 'basic' },
      secret: `${options.user}:secret`,
    };
    this.client = new JudgeClient(judge, {
      fetch,
      userAgent: 'judge-results/0.0.0',
      credential: async () => credential,
      now: clock.now,
    });
    this.window = new TrackedWindow({
      clock,
      random,
      judges: polledThrough(this.client),
      settings: { interval: 1000, maximumInterval: 30_000, giveUpAfter: 3_600_000 },
      onError: (operation, error) => {
        throw error instanceof Error ? error : new Error(operation);
      },
    });
    this.tracker = this.window.tracker;
    this.window.store.onDidChange(({ nodes }) => {
      for (const key of nodes.keys()) this.changed(key);
    });
    this.tracker.setFocused(options.isFocused);
    this.watch = new ContestWatch({
      store: {
        records: () => [],
        get: () => null,
        onDidChange: () => ({ dispose: () => undefined }),
        loadAll: async () => undefined,
        setContest: async () => null,
      },
      rules: new MemoryAssistantRules(),
      judges: {
        judgeOf: async () => judge,
        requestInBackground: (_judge, operation) => this.client.ask(operation),
        timeAt: () => clock.now() + this.client.clockLead,
      },
      leases: {
        openLeases: async () => ({ tryAcquire: async () => true, release: async () => undefined }),
      },
      clock,
      random,
      permissions: () => ({ isEnabled: true, isForbiddenByWorkspace: false, allowedDuringContests: [] }),
      onError: (what, error) => {
        throw new Error(`${what}: ${String(error)}`);
      },
    });
  }

  /** Looks at the contest of the entry, as a window does after its start. */
  async lookAtContest(): Promise<void> {
    const { only } = this.judge.contests ?? {};
    if (only === undefined) throw new Error('the judge has several contests');
    await this.watch.lookAt(this.judge.id, only, false);
  }

  /** Shows the problems after the start of the contest, in the background. */
  showProblemsSoon(): void {
    this.clock.after(contestSpread(this.random), () => void this.ask((http) => this.fetchProblems(http)));
  }

  /** Does what the user's command does: problems, form, submission, and tracking. */
  async submit(): Promise<void> {
    const { submission } = this.judge;
    if (!submission?.fetchForm) throw new Error('programs can’t be submitted');
    const { fetchForm } = submission;
    const problem = { problemId: 'A', place: null };
    await this.ask((http) => this.fetchProblems(http));
    const { contest } = await this.ask((http) => fetchForm(http, problem));
    if (contest) this.watch.report(this.judge.id, contest);
    const program = {
      language: 'cpp',
      optimise: false,
      code: 'x',
      fileName: 'a.cpp',
      trackId: 't',
      inputs: null,
    };
    const submitted = await this.ask((http) => submission.submit(http, { ...problem, ...program }));
    if (submitted.kind !== 'accepted') throw new Error(submitted.kind);
    this.known.add(submitted.requestId);
    await this.window.track(this.judge, submitted.requestId, { submitted: true });
    if (this.options.opensAndFollows) await this.list();
  }

  /** Lists the newest submissions as following does. */
  async list(): Promise<void> {
    const { listing } = this.judge;
    if (!listing) throw new Error('submissions can’t be listed');
    const pending = this.tracker.pending.map(({ request }) => request.requestId);
    const before = { known: this.known, pending };
    await this.ask((http) => listing.fetchRecent(http, this.options.user, before));
  }

  async close(): Promise<void> {
    this.watch.dispose();
    await this.window.close();
  }

  private fetchProblems: Operation<unknown> = async (http) => {
    await this.judge.submission?.problemList?.fetchAll(http);
  };

  private ask<Value>(operation: Operation<Value>): Promise<Value> {
    return this.client.ask(operation);
  }

  private changed(key: RecordKey): void {
    const record = this.window.store.get(key);
    if (!record?.summary) return;
    const { requestId, rules, summary, state } = record;
    const meaning = meaningOf(rules.statuses, summary.status);
    if (meaning && meaning.kind !== 'pending' && !this.shownAt.has(requestId))
      this.shownAt.set(requestId, this.clock.now());
    if (state.kind !== 'finished' || this.finished.has(requestId)) return;
    this.finished.add(requestId);
    const { fetchOpened } = this.judge;
    // the page of a compile error was fetched with the result
    const opensMore = this.window.store.envelope(key)?.data?.judge?.opensMore === true;
    if (this.options.opensAndFollows && opensMore && fetchOpened)
      void this.ask((http) => fetchOpened(http, { requestId, hint: null }));
  }
}
