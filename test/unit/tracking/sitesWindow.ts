import assert from 'node:assert/strict';
import { storedPendingRequests } from '../../../src/editor/pending/storedPendingRequests';
import { outcomeOf } from '../../../src/records/afterPoll';
import type { RecordKey, RecordStore } from '../../../src/records';
import type { Fetch, RequestName, Judge } from '../../../src/judges';
import { JudgeClient } from '../../../src/judges/client';
import { nodeFetch } from '../../../src/judges/nodeFetch';
import { SharedRateLimit } from '../../../src/judges/sharedRateLimit';
import { Tracker } from '../../../src/tracking';
import { paceOf } from '../../../src/tracking/pendingRequest';
import { makeStore } from '../records/fixtures';
import { asking, trackedAt } from '../judges/asking';
import { credentialFor, userAgent } from '../judges/clients';
import { settle, type FakeClock } from '../support/fakeClock';
import type { Site } from './sites';
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

function failOn(operation: string, error: unknown): void {
  assert.fail(`${operation}: ${String(error)}`);
}

/** One window with a client for each site, composed as the extension does it. */
export class SitesWindow {
  /** When each record finished, ms since 1970. */
  readonly learntAt = new Map<RecordKey, number>();
  readonly store: RecordStore = makeStore().store;
  private readonly paces = new Map<string, ReturnType<typeof paceOf>>();
  private readonly asked = new Map<string, ReturnType<typeof asking>>();
  private readonly turns: SharedRateLimit;
  readonly tracker: Tracker;

  constructor(
    private readonly clock: FakeClock,
    private readonly network: Network,
    random: () => number,
  ) {
    const leases = new FakeLeases(clock).of('window');
    this.turns = new SharedRateLimit(async () => leases, clock, random);
    this.tracker = new Tracker({
      clock,
      random,
      leases,
      judges: {
        poll: (request, signal) => this.of(request.service).judges.poll(request, signal),
        pollBatch: (service, requests, signal) =>
          this.of(service).judges.pollBatch(service, requests, signal),
        notBefore: (service) => this.of(service).judges.notBefore(service),
      },
      storage: storedPendingRequests(
        this.store,
        async (service) => this.paces.get(service) ?? paceOf(null),
        failOn,
      ),
      settings: {
        of: (pace) => ({
          interval: Math.max(SECOND, pace?.interval ?? 0),
          maximumInterval: pace?.maximum ?? 10 * SECOND,
          giveUpAfter: 3600 * SECOND,
          besidePush: 0,
        }),
      },
      sink: {
        onResult: ({ key }, answer) => this.network.meanwhile(this.take(key, answer)),
        onPendingChanged: () => {
          for (const { request } of this.tracker.pending)
            assert.equal(this.tracker.health(request.service).kind, 'ok', request.service);
        },
        onError: failOn,
      },
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
    const nameOf = ({ key, requestId }: { readonly key: RecordKey; readonly requestId: string }) => {
      return { requestId, hint: this.store.get(key)?.hint ?? null };
    };
    this.paces.set(judge.id, paceOf(judge));
    this.asked.set(judge.id, asking(client, account, nameOf));
  }

  async track(judge: Judge, { requestId, hint }: RequestName): Promise<void> {
    const { id: service, rules, resultLifetime: lifetime = null } = judge;
    await this.store.add({ service, requestId, hint, rules, folder: null });
    const request = { ...trackedAt(judge, requestId), lifetime, known: true };
    await this.tracker.track(request, { submitted: true });
  }

  private of(service: string) {
    return this.asked.get(service) ?? assert.fail(service);
  }

  private async take(key: RecordKey, answer: Parameters<RecordStore['receive']>[1]) {
    const now = this.clock.now();
    const taken = await this.store.receive(key, answer, { via: 'ask', receivedAt: now });
    assert.ok(taken.kind !== 'unknown');
    const isEnd = taken.record.summary?.completion === 'finished';
    if (isEnd && !this.learntAt.has(key)) this.learntAt.set(key, now);
    return outcomeOf(taken.record, taken.kind === 'taken');
  }
}
