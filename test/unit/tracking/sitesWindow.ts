import assert from 'node:assert/strict';
import type { RecordKey, RecordStore } from '../../../src/records';
import type { Fetch, RequestName, Judge } from '../../../src/judges';
import { JudgeClient } from '../../../src/judges/client';
import { nodeFetch } from '../../../src/judges/http/nodeFetch';
import { SharedRateLimit } from '../../../src/judges/http/sharedRateLimit';
import type { Tracker } from '../../../src/tracking';
import type { PolledJudges } from '../../../src/tracking/ports';
import { ManualTimer } from '../records/fixtures';
import { polledThrough } from '../judges/asking';
import { credentialFor, userAgent } from '../judges/clients';
import { settle, type FakeClock } from '../support/fakeClock';
import type { Site } from './sites';
import { TrackedWindow } from './trackedWindow';
import { FakeLeases, SECOND } from './world';

export interface Asked {
  readonly service: string;
  readonly path: string;
  /** Credential that the request contained. */
  readonly shown: string;
  readonly at: number;
}

/** The network between one window and all services. The clock stops until a response has arrived. */
export class Network {
  readonly asked: Asked[] = [];
  readonly askedTwiceAtOnce: string[] = [];
  private readonly underWay = new Set<string>();
  private readonly onTheWay = new Set<Promise<unknown>>();

  constructor(
    private readonly clock: FakeClock,
    private readonly random: () => number,
  ) {}

  fetchOf =
    (service: string): Fetch =>
    async (url, init) => {
      const { pathname, search } = new URL(url);
      const shown = Object.entries(init.headers).filter(([name]) => /auth|key/i.test(name));
      this.asked.push({ service, path: pathname + search, shown: shown.join(), at: this.clock.now() });
      const name = `${service} ${url}`;
      if (this.underWay.has(name)) this.askedTwiceAtOnce.push(name);
      this.underWay.add(name);
      const answer = await this.meanwhile(wholeAnswer(url, init));
      await new Promise<void>((resolve) => void this.clock.after(20 + this.random() * 300, resolve));
      this.underWay.delete(name);
      return answer;
    };

  /** Stops the clock until `work` is done. */
  async meanwhile<Value>(work: Promise<Value>): Promise<Value> {
    this.onTheWay.add(work);
    return work.finally(() => this.onTheWay.delete(work));
  }

  private async arrivals(): Promise<void> {
    await settle();
    while (this.onTheWay.size > 0) await Promise.allSettled(this.onTheWay).then(settle);
  }

  /** Advances the clock by `ms`, or until `isSo` is true. */
  async pass(ms: number, isSo: () => boolean = () => false): Promise<void> {
    const end = this.clock.now() + ms;
    while (this.clock.now() < end && !isSo()) {
      await this.arrivals();
      await this.clock.advance(20);
    }
  }
}

const wholeAnswer: Fetch = async (url, init) => {
  const { status, headers, body } = await nodeFetch(url, init);
  const chunks: (Uint8Array | string)[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  const again = async function* () {
    yield* chunks;
  };
  return { status, headers, body: again() };
};

/** One window with a client for each site, composed as the extension does it. */
export class SitesWindow {
  /** When each record finished, ms since 1970. */
  readonly learntAt = new Map<RecordKey, number>();
  readonly store: RecordStore;
  readonly tracker: Tracker;
  private readonly judges = new Map<string, PolledJudges>();
  private readonly turns: SharedRateLimit;
  private readonly window: TrackedWindow;

  constructor(
    private readonly clock: FakeClock,
    private readonly network: Network,
    random: () => number,
  ) {
    const leases = new FakeLeases(clock).of('window');
    this.turns = new SharedRateLimit(async () => leases, clock, random);
    this.window = new TrackedWindow({
      clock,
      random,
      leases,
      storeClock: { now: clock.now, after: new ManualTimer().after },
      judges: {
        judgeOf: async (service) => this.of(service).judgeOf(service),
        poll: (service, request, signal) => this.of(service).poll(service, request, signal),
        pollBatch: (service, requests, signal) => this.of(service).pollBatch(service, requests, signal),
        notBefore: (service) => this.of(service).notBefore(service),
      },
      settings: { interval: SECOND, maximumInterval: 10 * SECOND, giveUpAfter: 3600 * SECOND },
      onPendingChanged: () => {
        for (const { request } of this.tracker.pending)
          assert.equal(this.tracker.health(request.service).kind, 'ok', request.service);
      },
      onError: (operation, error) => assert.fail(`${operation}: ${String(error)}`),
    });
    const { store, tracker } = this.window;
    this.store = store;
    this.tracker = tracker;
    // Hashes of the programs are computed in real time.
    const receive = store.receive.bind(store);
    store.receive = (...given) => this.network.meanwhile(receive(...given));
    store.onDidChange(({ nodes }) => {
      for (const key of nodes.keys()) {
        const isEnd = store.get(key)?.summary?.completion === 'finished';
        if (isEnd && !this.learntAt.has(key)) this.learntAt.set(key, clock.now());
      }
    });
  }

  add({ judge, secret, account }: Omit<Site, 'begin'>): void {
    const credential = secret === null ? null : { ...credentialFor(judge, secret), account };
    const client = new JudgeClient(judge, {
      fetch: this.network.fetchOf(judge.id),
      userAgent,
      now: this.clock.now,
      credential: async () => credential,
      inTurn: (name, interval, ask) => this.turns.run(name, interval, ask),
    });
    this.judges.set(judge.id, polledThrough(client, account));
  }

  async track(judge: Judge, { requestId, hint }: RequestName): Promise<void> {
    await this.store.add({ service: judge.id, requestId, hint, rules: judge.rules, folder: null });
    await this.window.track(judge, requestId, { submitted: true });
  }

  private of(service: string) {
    return this.judges.get(service) ?? assert.fail(service);
  }
}
