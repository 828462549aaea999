import assert from 'node:assert/strict';
import { ServiceClient } from '../../../src/service/client';
import { nodeFetch } from '../../../src/service/nodeFetch';
import { ServiceFailed, type Credential, type Fetch, type ServiceProfile } from '../../../src/service';
import { recordKey, type KnownRecord } from '../../../src/records';
import { isPending } from '../../../src/records/record';
import { storedOutcome, takeResult } from '../../../src/editor/takeResult';
import { Tracker, type PendingRequest } from '../../../src/tracking';
import { startLocalHydro, type LocalHydro } from '../../../tools/hydro/hydro';
import { newRequestId, startLocalService, type LocalService } from '../../../tools/service';
import { hydroSite } from '../../support/profiles';
import { makeStore } from '../records/fixtures';
import { credentialFor, profileOf, userAgent } from '../service/clients';
import { seededRandom } from '../support/fakeClock';

/** Time passes so much faster for the tracker and its clients than for the services. */
const FASTER = 20;
const perSite = 65;
const perJudge = 70;

interface Asked {
  readonly service: string;
  readonly session: string | undefined;
  readonly path: string;
  /** as the tracker's clock has it, ms */
  readonly at: number;
}

describe('200 requests at three services, two of them on one address with different accounts', function () {
  this.timeout(120_000);
  let judge: LocalService;
  let site: LocalHydro;
  before(async () => {
    [judge, site] = await Promise.all([
      startLocalService({ role: 'custom' }),
      startLocalHydro({ compilers: false }),
    ]);
  });
  after(async () => {
    await judge.close();
    await site.stop();
  });

  it('all end, each at its own service and with its own account, none asked twice at once', async () => {
    const start = Date.now();
    const now = (): number => start + (Date.now() - start) * FASTER;
    const random = seededRandom(3);
    const asked: Asked[] = [];
    const underWay = new Set<string>();
    const twice: string[] = [];

    const accounts = new Map<string, { profile: ServiceProfile; credential: Credential }>();
    const add = (profile: ServiceProfile, secret: string, account: string | null): string => {
      accounts.set(profile.id, { profile, credential: { ...credentialFor(profile, secret), account } });
      return profile.id;
    };
    const [, alice, bob] = site.users;
    assert.ok(alice && bob);
    const sessions = { alice: site.signIn(alice), bob: site.signIn(bob) };
    const own = add(profileOf(judge), judge.token, null);
    const ofAlice = add(hydroSite(site.url, {}, 'alice'), sessions.alice, 'alice');
    const ofBob = add(hydroSite(site.url, {}, 'bob'), sessions.bob, 'bob');

    const { store } = makeStore();
    const fetchOf =
      (service: string): Fetch =>
      async (url, init) => {
        const { pathname, search } = new URL(url);
        const path = pathname + search;
        asked.push({ service, session: init.headers['Authorization'], path, at: now() });
        const name = `${service} ${path}`;
        if (underWay.has(name)) twice.push(name);
        underWay.add(name);
        return nodeFetch(url, init).finally(() => underWay.delete(name));
      };
    const pendingAt = (service: string): KnownRecord[] =>
      store.records().filter((record) => record.service === service && isPending(record));
    const clients = new Map<string, ServiceClient>();
    for (const [service, { profile, credential }] of accounts) {
      const options = { fetch: fetchOf(service), userAgent, now, credential: async () => credential };
      clients.set(service, new ServiceClient(profile, options));
    }

    let wake = (): void => undefined;
    const pending = new Map<string, PendingRequest>();
    const tracker = new Tracker({
      clock: {
        now,
        after: (delay, action) => {
          const timer = setTimeout(action, delay / FASTER);
          return { dispose: () => clearTimeout(timer) };
        },
      },
      random,
      ask: ({ key, service, requestId }, signal) => {
        const client = clients.get(service);
        if (!client) throw new ServiceFailed({ kind: 'notSetUp', service });
        const hint = store.get(key)?.hint ?? null;
        return client.poll({ requestId, hint }, () => pendingAt(service), signal);
      },
      storage: {
        load: async () => [...pending.values()],
        read: async (key) => pending.get(key) ?? null,
        add: async (request) => void pending.set(request.key, request),
        save: async (request) => pending.has(request.key) && pending.set(request.key, request).size > 0,
        remove: async (key) => void pending.delete(key),
        onDidChange: () => ({ dispose: () => undefined }),
      },
      leases: {
        tryAcquire: () => Promise.resolve(true),
        renew: () => Promise.resolve(true),
        release: () => Promise.resolve(),
      },
      settings: (pace) => ({
        interval: Math.max(1000, pace?.interval ?? 0),
        maximumInterval: 10_000,
        giveUpAfter: 3_600_000,
        besidePush: 0,
      }),
      sink: {
        onResult: async ({ key }, answer) => {
          const taken = await takeResult(store, key, answer, { via: 'ask', receivedAt: now() });
          assert.ok(taken.kind !== 'unknown');
          return storedOutcome(taken.record, taken.kind === 'taken');
        },
        onState: async (key, state) => {
          await store.update(key, { state });
          if (!['waiting', 'judging'].includes(state.kind)) wake();
        },
        onService: (service, health) => assert.equal(health.kind, 'ok', service),
        onPaymentRequired: () => assert.fail('nobody asked for money'),
        onPendingChanged: () => undefined,
        onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
      },
    });
    await tracker.start();

    const track = async (service: string, requestId: string): Promise<void> => {
      const profile = accounts.get(service)?.profile;
      assert.ok(profile);
      await store.add({ service, requestId, rules: profile.rules, folder: null });
      await tracker.track({
        ...{ key: recordKey(service, requestId), service, requestId, folder: null },
        ...{ lifetime: profile.resultLifetime, pace: profile.pace, known: true },
      });
    };
    const finished = { id: 1, status: 0, score: 1, time: 1, memory: 1, subtasks: [] };
    for (let index = 0; index < perJudge; index += 1) {
      const id = newRequestId();
      const data = { compile: null, judge: finished };
      const body = { type: 'judge', requestId: id, trackId: null, data };
      judge.script(id, [{ status: 204 }, { status: 204 }, { body }]);
      await track(own, id);
    }
    const model = site.submit(alice, { pid: 'P1001', lang: 'js', code: 'console.log(3)' });
    const judged = await site.judged(model);
    const release = site.hold();
    const records = [alice, bob].flatMap((user) =>
      Array.from({ length: perSite }, () => site.submit(user, { pid: 'P1001', lang: 'js', code: '//' })),
    );
    for (const record of records) await track(record.uid === alice.uid ? ofAlice : ofBob, record.rid);
    // they end one after the other, as a judge gets to them
    for (const record of records) {
      Object.assign(record, { state: judged, phase: 20, judgedAt: new Date().toISOString() });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }

    const notEnded = (): number => store.records().filter(({ state }) => state.kind !== 'finished').length;
    while (notEnded() > 0) await new Promise<void>((resolve) => (wake = resolve));
    await tracker.dispose();
    release();

    assert.equal(store.records().length, perJudge + 2 * perSite, 'lost 0');
    assert.deepEqual(twice, [], 'asked twice at once 0');
    for (const [service, user] of [
      [ofAlice, 'alice'],
      [ofBob, 'bob'],
    ] as const) {
      const ours = asked.filter((one) => one.service === service);
      assert.deepEqual([...new Set(ours.map(({ session }) => session))], [`Bearer ${sessions[user]}`]);
      const ids = ours.flatMap(({ path }) => /^\/(?:d\/system\/)?record\/(\w+)/.exec(path)?.[1] ?? []);
      const whose: number = user === 'alice' ? alice.uid : bob.uid;
      for (const id of ids) assert.equal(site.records.get(id)?.uid, whose);
      const lists = ours.filter(({ path }) => path.includes('uidOrName')).map(({ at }) => at);
      for (const [index, at] of lists.slice(1).entries()) assert.ok(at - (lists[index] ?? 0) >= 4_990);
    }
    // 100 requests in 5 s are allowed for both together
    const times = asked.filter(({ service }) => service !== own).map(({ at }) => at);
    for (const at of times) {
      assert.ok(times.filter((other) => other >= at && other < at + 5_000).length <= 100);
    }
  });
});
