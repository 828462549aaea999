import { meaningOf, type Contest } from '../../../src/results';
import { MemoryAssistantRules } from '../../../src/records/storedAssistantRules';
import { ClarificationWatch } from '../../../src/editor/clarifications/clarificationWatch';
import type { SeenClarifications } from '../../../src/editor/clarifications/seenClarifications';
import { ContestWatch } from '../../../src/editor/contests/contestWatch';
import { Following } from '../../../src/editor/following/following';
import type { FollowMemory } from '../../../src/editor/following/newSubmissions';
import { contestSpread } from '../../../src/editor/shared/backgroundRequests/contestSpread';
import { FetchedContests } from '../../../src/editor/shared/backgroundRequests/fetchedContests';
import { SpacedRequests } from '../../../src/editor/shared/backgroundRequests/spacedRequests';
import { JudgeClient } from '../../../src/judges/client';
import type { Fetch } from '../../../src/judges/http/fetch';
import type { Clarifications, Judge, Operation, RecentSubmission } from '../../../src/judges';
import { originsOf, type Credential } from '../../../src/judges/signIn/credentials';
import type { Tracker } from '../../../src/tracking';
import type { FakeClock } from '../../unit/support/fakeClock';
import type { RecordKey } from '../../../src/records';
import { polledThrough } from '../../unit/judges/asking';
import { TrackedWindow } from '../../unit/tracking/trackedWindow';

export interface WindowOptions {
  readonly user: string;
  readonly isFocused: boolean;
  /** The user opens each result, and the submissions are listed after each one. */
  readonly opensAndFollows: boolean;
  /** Following is on while the contest runs, and clarifications are read. */
  readonly watches: boolean;
}

/**
 * A window of a participant: the real tracker, client, adapter, contest watch, following, and clarifications, and a store
 * in memory.
 */
export class ContestWindow {
  /** time at which the row first showed the verdict, ms since 1970, by submission ID */
  readonly shownAt = new Map<string, number>();
  readonly finished = new Set<string>();
  private readonly client: JudgeClient;
  private readonly tracker: Tracker;
  private readonly window: TrackedWindow;
  private readonly watch: ContestWatch;
  private readonly following: Following;
  private readonly clarifications: ClarificationWatch;
  private readonly contests: FetchedContests;
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
    const spaced = new SpacedRequests(clock);
    this.contests = new FetchedContests(
      { ask: (_judge, operation) => this.client.ask(operation), timeAt: () => this.time() },
      clock,
    );
    const onError = (what: string, error: unknown): never => {
      throw new Error(`${what}: ${String(error)}`);
    };
    const leases = {
      openLeases: async () => ({ tryAcquire: async () => true, release: async () => undefined }),
    };
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
        isReady: async () => true,
        fetchContest: (_judge, id) => this.contests.fetch(judge, id),
        timeAt: () => this.time(),
      },
      spaced,
      leases,
      clock,
      random,
      permissions: () => ({ isEnabled: true, isForbiddenByWorkspace: false, allowedDuringContests: [] }),
      onError,
    });
    let memory: FollowMemory | null = null;
    this.following = new Following({
      clock,
      leases,
      spaced,
      random,
      source: {
        followed: async () => [judge],
        list: () => this.list(),
        contestOf: () => this.contest(),
        recentContestOf: () => this.contests.recent(judge.id, this.only),
      },
      history: {
        isKnown: (_service, requestId) => this.known.has(requestId),
        knownAt: () => [...this.known],
        pendingAt: () => new Set(this.pending),
        madeAt: () => [],
        readAgainIfChanged: async () => false,
        complete: async () => undefined,
        add: async (_judge, { requestId }) => void this.known.add(requestId),
      },
      memories: {
        of: () => memory,
        set: async (_service, next) => void (memory = next),
        remove: async () => undefined,
      },
      onError,
    });
    let seen: SeenClarifications | null = null;
    this.clarifications = new ClarificationWatch({
      clock,
      leases,
      spaced,
      random,
      source: {
        watchedJudge: async () => judge,
        contestsAt: () => [this.only],
        isFollowed: () => true,
        mayRequest: () => true,
        recentContest: () => this.contests.recent(judge.id, this.only),
        fetchContest: () => this.contest(),
        fetchAll: (_judge, id) => this.ask((http) => this.messages.fetchAll(http, id)),
        timeAt: () => this.time(),
      },
      seen: { of: () => seen, set: async (_service, _contest, next) => void (seen = next) },
      onError,
    });
  }

  /** Looks at the contest of the entry, and starts to watch it, as a window does after its start. */
  async lookAtContest(): Promise<void> {
    await this.watch.lookAt(this.judge.id, this.only, false);
    if (!this.options.watches) return;
    this.following.setFocused(this.options.isFocused);
    await this.following.update();
    await this.clarifications.update();
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
  private list(): Promise<readonly RecentSubmission[]> {
    const { listing } = this.judge;
    if (!listing) throw new Error('submissions can’t be listed');
    const before = { known: this.known, pending: this.pending };
    return this.ask((http) => listing.fetchRecent(http, this.options.user, before));
  }

  async close(): Promise<void> {
    this.watch.dispose();
    this.following.dispose();
    this.clarifications.dispose();
    await this.window.close();
  }

  private fetchProblems: Operation<unknown> = async (http) => {
    await this.judge.submission?.problemList?.fetchAll(http);
  };

  private get pending(): readonly string[] {
    return this.tracker.pending.map(({ request }) => request.requestId);
  }

  /** ID of the contest */
  private get only(): string {
    const { only } = this.judge.contests ?? {};
    if (only === undefined) throw new Error('the judge has several contests');
    return only;
  }

  private get messages(): Clarifications {
    const { clarifications } = this.judge.contests ?? {};
    if (!clarifications) throw new Error('the judge has no clarifications');
    return clarifications;
  }

  /** Fetches the contest, and reports it to the watch of contests. */
  private async contest(): Promise<Contest> {
    const contest = await this.contests.fetch(this.judge, this.only);
    this.watch.report(this.judge.id, contest);
    return contest;
  }

  /** ms since 1970, by the judge's clock */
  private time(): number {
    return this.clock.now() + this.client.clockLead;
  }

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
