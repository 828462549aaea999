import assert from 'node:assert/strict';
import { storedOutcome, takeResult } from '../../../src/editor/pending/takeResult';
import { recordKey, type RecordKey, type RecordStore } from '../../../src/records';
import { isPending } from '../../../src/records/record';
import { ServiceFailed, type Fetch, type ServiceProfile } from '../../../src/service';
import { ServiceClient } from '../../../src/service/client';
import { nodeFetch } from '../../../src/service/nodeFetch';
import { Turns } from '../../../src/service/turns';
import { Tracker } from '../../../src/tracking';
import { makeStore } from '../records/fixtures';
import { credentialFor, userAgent } from '../service/clients';
import { FakeClock, seededRandom, settle } from '../support/fakeClock';
import { startSites, type Judging, type Site } from './sites';
import { FakeLeases, SECOND } from './world';

interface Asked {
  readonly service: string;
  readonly path: string;
  /** how the asker has shown who it is */
  readonly shown: string;
  readonly at: number;
}

/** The network between one window and all services. While an answer is on its way the clock stands still. */
class Network {
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
      const answered = wholeAnswer(url, init);
      this.onTheWay.add(answered);
      const answer = await answered.finally(() => this.onTheWay.delete(answered));
      await new Promise<void>((resolve) => void this.clock.after(20 + this.random() * 300, resolve));
      this.underWay.delete(name);
      return answer;
    };

  async arrivals(): Promise<void> {
    await settle();
    while (this.onTheWay.size > 0) await Promise.allSettled(this.onTheWay).then(settle);
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

/** One window with a client for each of the sites, put together as the extension does it. */
class Window {
  /** when an end was learnt, ms since 1970 */
  readonly learntAt = new Map<RecordKey, number>();
  readonly store: RecordStore = makeStore().store;
  private readonly clients = new Map<string, ServiceClient>();
  private readonly turns: Turns;
  readonly tracker: Tracker;

  constructor(
    private readonly clock: FakeClock,
    private readonly network: Network,
    random: () => number,
  ) {
    const leases = new FakeLeases(clock).of('window');
    this.turns = new Turns(async () => leases, clock, random);
    this.tracker = new Tracker({
      ...{ clock, random, leases },
      ask: ({ key, service, requestId }, signal) => {
        const client = this.clients.get(service);
        if (!client) throw new ServiceFailed({ kind: 'notSetUp', service });
        const hint = this.store.get(key)?.hint ?? null;
        return client.poll({ requestId, hint }, () => this.pendingAt(service), signal);
      },
      storage: {
        ...{ load: async () => [], read: async () => null, add: async () => undefined },
        ...{ save: async () => true, remove: async () => undefined },
        onDidChange: () => ({ dispose: () => undefined }),
      },
      settings: (pace) => ({
        interval: Math.max(SECOND, pace?.interval ?? 0),
        maximumInterval: pace?.maximum ?? 10 * SECOND,
        ...{ giveUpAfter: 3600 * SECOND, besidePush: 0 },
      }),
      sink: {
        onResult: ({ key }, answer) => this.take(key, answer),
        onState: async (key, state) => void (await this.store.tell(key, state)),
        onPendingChanged: () => {
          for (const { request } of this.tracker.pending)
            assert.equal(this.tracker.health(request.service).kind, 'ok', request.service);
        },
        onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
      },
    });
  }

  add({ profile, secret, account }: Site): void {
    const credential = secret === null ? null : { ...credentialFor(profile, secret), account };
    const client = new ServiceClient(profile, {
      ...{ fetch: this.network.fetchOf(profile.id), userAgent, now: this.clock.now },
      credential: async () => credential,
      inTurn: (name, interval, ask) => this.turns.run(name, interval, ask),
      onSightings: (seen) => {
        for (const { key, requestId } of this.pendingAt(profile.id)) {
          const sighting = seen.get(requestId);
          if (sighting?.kind === 'ended') this.tracker.hinted(key);
          if (sighting?.kind !== 'result') continue;
          void this.take(key, sighting).then((outcome) => this.tracker.learned(key, outcome));
        }
      },
    });
    this.clients.set(profile.id, client);
  }

  async track({ id: service, rules, pace, resultLifetime }: ServiceProfile, judging: Judging): Promise<void> {
    const { requestId, hint } = judging;
    const key = recordKey(service, requestId);
    await this.store.add({ service, requestId, hint, rules, folder: null });
    const how = { folder: null, lifetime: resultLifetime, pace, known: true };
    await this.tracker.track({ key, service, requestId, ...how }, { submitted: true });
  }

  private pendingAt(service: string) {
    return this.store.records().filter((record) => record.service === service && isPending(record));
  }

  private async take(key: RecordKey, answer: Parameters<typeof takeResult>[2]) {
    const now = this.clock.now();
    const taken = await takeResult(this.store, key, answer, { via: 'ask', receivedAt: now });
    assert.ok(taken.kind !== 'unknown');
    const isEnd = taken.record.summary?.completion === 'finished';
    if (isEnd && !this.learntAt.has(key)) this.learntAt.set(key, now);
    return storedOutcome(taken.record, taken.kind === 'taken');
  }
}

interface Tracked {
  readonly site: Site;
  readonly judging: Judging;
  readonly key: RecordKey;
  /** of running: tells its result from all others */
  readonly ms: number;
  endedAt: number;
}

/** How many are pending at each of the sites, in their order: 200. */
const pendingAtEach = [40, 20, 20, 40, 40, 40];

describe('200 requests at services of five types, with two accounts at one of them', function () {
  this.timeout(180_000);
  const clock = new FakeClock();
  const random = seededRandom(3);
  const network = new Network(clock, random);
  const window = new Window(clock, network, random);
  const { asked } = network;
  let sites: readonly Site[] = [];
  let all: readonly Tracked[] = [];
  let stop = (): Promise<unknown> => Promise.resolve();

  before('tracks all of them to their ends', async () => {
    ({ sites, stop } = await startSites(clock.now));
    sites.forEach((site) => window.add(site));
    await window.tracker.start();
    all = sites.flatMap((site, at) =>
      Array.from({ length: pendingAtEach[at] ?? 0 }, (_, index) => {
        const ms = at * 100 + index + 1;
        const judging = site.begin(ms);
        return { site, judging, key: recordKey(site.profile.id, judging.requestId), ms, endedAt: Infinity };
      }),
    );
    for (const one of all) {
      await window.track(one.site.profile, one.judging);
      const beginsAfter = random() * 90 * SECOND;
      clock.after(beginsAfter, one.judging.progress);
      clock.after(beginsAfter + random() * 10 * SECOND, () => {
        one.judging.end();
        one.endedAt = clock.now();
      });
    }
    const latest = clock.now() + 900 * SECOND;
    const isPendingStill = () => window.store.records().some(({ state }) => state.kind !== 'finished');
    while (isPendingStill() && clock.now() < latest) {
      await network.arrivals();
      await clock.advance(20);
    }
    await window.tracker.dispose();
  });
  after(() => stop());

  const askedOf = ({ id }: ServiceProfile) => asked.filter(({ service }) => service === id);
  /** The shortest time between two of them, ms. */
  const closest = (list: readonly Asked[]) =>
    Math.min(...list.slice(1).map(({ at }, index) => at - (list[index]?.at ?? 0)));
  const most = (list: readonly Asked[], within: number) =>
    Math.max(
      ...list.map(({ at }) => list.filter((other) => other.at >= at && other.at < at + within).length),
    );

  it('are all learnt as they ended: none is lost, none is mixed with another', () => {
    assert.equal(all.length, 200);
    for (const { key, judging, ms } of all) {
      const record = window.store.get(key);
      // Hydro’s times are no whole numbers
      const learnt = [record?.state.kind, record?.summary?.status, Math.floor(record?.summary?.time ?? 0)];
      assert.deepEqual(learnt, ['finished', judging.accepted, ms]);
    }
  });

  it('are never asked for twice at once', () => {
    assert.deepEqual(network.askedTwiceAtOnce, []);
  });

  it('are asked for with the credential of their own account, and no other', () => {
    for (const { profile, secret } of sites) {
      const [shown = '', ...others] = new Set(askedOf(profile).map((one) => one.shown));
      assert.deepEqual(others, [], profile.id);
      assert.equal(shown === '', secret === null, profile.id);
      assert.ok(shown.includes(secret ?? ''), profile.id);
    }
  });

  it('are asked for no more often than each service allows', () => {
    const [judge, alice, bob, judge0, dmoj, codeforces] = sites.map(({ profile }) => askedOf(profile));
    assert.ok(judge && alice && bob && judge0 && dmoj && codeforces);
    for (const path of new Set([...judge, ...judge0].map((one) => one.path)))
      assert.ok(closest(asked.filter((one) => one.path === path)) >= SECOND, path);
    for (const account of [alice, bob])
      assert.ok(closest(account.filter(({ path }) => path.includes('uidOrName'))) >= 5 * SECOND);
    // 100 requests in 5 s are allowed for both together
    assert.ok(most([...alice, ...bob], 5 * SECOND) <= 100);
    assert.ok(closest(dmoj.filter(({ path }) => path.includes('submissions?'))) >= 2 * SECOND);
    assert.ok(closest(codeforces) >= 2 * SECOND);
  });

  it('are learnt within four seconds at Codeforces, however busy the others are', () => {
    const ofCodeforces = all.filter(({ site }) => site.profile.type === 'codeforces');
    const late = ofCodeforces.map(({ key, endedAt }) => (window.learntAt.get(key) ?? Infinity) - endedAt);
    assert.ok(Math.max(...late) <= 4 * SECOND, `${Math.max(...late)} ms`);
  });
});
