import { answerNotices, speak, statusBar } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { fetchAndShow } from '../../../../src/editor/fetch/fetch';
import { refresh } from '../../../../src/editor/fetch/refresh';
import type { Extension } from '../../../../src/editor/extension';
import { makeTracker } from '../../../../src/editor/pending/makeTracker';
import { Tracking } from '../../../../src/editor/pending/tracking';
import { MemoryStorage } from '../../../../src/records/storage';
import { recordKey, type KnownRecord, type RecordStore } from '../../../../src/records';
import { recentOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import type { ResultAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { RequestFailed } from '../../../../src/judges/requestFailed';
import type { Judge, RequestName } from '../../../../src/judges';
import { hydroSite, luogu } from '../../../support/profiles';
import { makeStore, newRecord, progressed } from '../../records/fixtures';
import { settle, until } from '../../support/fakeClock';
import { NOT_READY, World } from '../../tracking/world';
import { standIn } from '../../support/standIn';
import type { Judges } from '../../../../src/editor/shared/judges';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/treeNodes';

const tracked = {
  key: recordKey(luogu.id, 'one'),
  service: luogu.id,
  requestId: 'one',
  folder: null,
};

const site = hydroSite('https://oj.example.org');

describe('A user’s fetch', () => {
  let store: RecordStore;
  let tracking: Tracking;
  let trackingOf: (store: RecordStore, showPending: () => Promise<void>) => Tracking;
  let parts: Extension;
  /** The service's next response. */
  let answer: Promise<ResultAnswer>;
  /** Records that were shown. */
  let revealed: string[];
  /** Number of requests from any window. */
  let asked: number;
  let world: World;
  let judges: object;
  /** Reports that a credential of that service has changed; null: the settings. */
  let change: (service: string | null) => void;

  const result = (done: number, status: number): ResultAnswer => ({
    kind: 'result',
    envelope: progressed(done, 3, 3, status),
    raw: '{}',
    notices: [],
  });

  beforeEach(() => {
    speak('en');
    asked = 0;
    store = makeStore().store;
    const ask = () => {
      asked += 1;
      return answer;
    };
    judges = {
      onDidChange: (listener: typeof change) => {
        change = listener;
        return { dispose: () => undefined };
      },
      judgeOf: async (id: string) => (id === site.id ? site : luogu),
      result: ask,
      poll: ask,
      pollBatch: async () => null,
      notBefore: () => -Infinity,
      credentials: { redaction: new Redaction() },
    };
    world = new World();
    const trouble = (what: string, error: unknown): never => assert.fail(`${what}: ${String(error)}`);
    trackingOf = (own, showPending) =>
      new Tracking(
        own,
        standIn<Judges>(judges),
        {
          makeTracker: async (events) =>
            makeTracker(
              { store: own, judges: standIn<Judges>(judges), leases: world.leases.of('A'), events },
              [],
            ),
          showPending,
        },
        trouble,
      );
    tracking = trackingOf(store, () => Promise.resolve());
    revealed = [];
    const tree = { isListed: async () => true, record: nodeOf.record };
    const view = { visible: true, reveal: async (row: TreeNode) => void revealed.push(row.id) };
    parts = standIn<Extension>({
      store,
      tracking,
      judges,
      tree,
      view,
      selectedRows: { current: [] },
    });
  });
  afterEach(() => tracking.close());

  it('saves the result', async () => {
    answer = Promise.resolve(result(3, 12));
    const fetched = await tracking.fetch(luogu, 'one');
    assert.equal(fetched.record?.state.kind, 'finished');
  });

  it('keeps the problem, language, and time of the list in which the submission was chosen', async () => {
    const at = Date.UTC(2026, 10, 22);
    const entry = { requestId: 'one', problemId: '1001', problemTitle: 'A+B', language: 'C++', at };
    const listed = recentOf(entry);
    answerNotices();
    answer = Promise.resolve({ kind: 'notReady' });
    await fetchAndShow(parts, { judge: luogu, requestId: 'one', hint: null, listed });
    const record = store.get(recordKey(luogu.id, 'one')) ?? assert.fail();
    const { submission, addedAt } = record;
    assert.deepEqual(
      [submission?.problemId, submission?.title, submission?.language, addedAt],
      ['1001', 'A+B', 'C++', at],
    );
  });

  it('fetches a pushed result once if the judge pushes results without their problems', async () => {
    const push = { ...(site.push ?? assert.fail()), omitsProblem: true as const };
    judges = { ...judges, judgeOf: async () => ({ ...site, push }) };
    tracking = trackingOf(store, () => Promise.resolve());
    const key = recordKey(site.id, 'one');
    await store.add(newRecord('one', { service: site.id, rules: luogu.rules }));
    const pushed = result(3, 12);
    assert.ok(pushed.kind === 'result');
    answer = Promise.resolve({
      ...pushed,
      about: { problem: { id: 'P1', title: 'Sum' }, code: null, language: null },
    });
    await tracking.onPushed(key, pushed);
    await tracking.onPushed(key, pushed);
    assert.equal(store.get(key)?.submission?.problemId, 'P1');
    assert.equal(asked, 1);
  });

  it('doesn’t fetch a pushed result if its problem is known, or no response contains it', async () => {
    const key = recordKey(luogu.id, 'one');
    await store.add(newRecord('one', { service: luogu.id, rules: luogu.rules }));
    const pushed = result(3, 12);
    assert.ok(pushed.kind === 'result');
    await tracking.onPushed(key, pushed);
    assert.equal(asked, 0);
  });

  it('requests the parts of an opened result once they are known', async () => {
    const opened: string[] = [];
    const judge: Judge = { ...luogu, fetchOpened: luogu.fetchResult };
    const whole = result(3, 12);
    judges = {
      ...judges,
      judgeOf: async () => judge,
      openedResult: async (_: Judge, { requestId }: RequestName) => {
        opened.push(requestId);
        return whole;
      },
    };
    const own = trackingOf(store, () => Promise.resolve());
    answer = Promise.resolve(result(2, 12));
    const fetched = await own.fetch(judge, 'one');
    assert.ok(fetched.record);
    assert.deepEqual(opened, []);
    await own.fetchOpened(fetched.record);
    assert.deepEqual(opened, ['one']);
    assert.equal((await store.findEnvelope(fetched.record.key))?.data?.judge?.subtasks[0]?.cases.length, 3);
    await own.close();
  });

  it('sends only one request for an unfinished result, and leaves the next one to polling', async () => {
    answer = Promise.resolve(result(1, 1));
    for (const times of [1, 2]) {
      const fetched = await tracking.fetch(luogu, 'one');
      await settle();
      assert.deepEqual([fetched.record?.state.kind, asked], ['judging', times]);
      assert.equal(tracking.pending().length, 1);
    }
  });

  it('tracks a result that isn’t ready, and reports this once', async () => {
    const shown = answerNotices();
    answer = Promise.resolve({ kind: 'notReady' });
    const request = { judge: luogu, requestId: 'one', hint: null };
    await fetchAndShow(parts, request);
    assert.deepEqual(
      shown.map(({ buttons }) => buttons),
      [['Stop Tracking']],
    );
    const [pending] = tracking.pending();
    assert.equal(pending?.request.requestId, 'one');
    await fetchAndShow(parts, request);
    assert.equal(shown.length, 1);
    assert.deepEqual(revealed, [pending.request.key, pending.request.key]);
    assert.equal(statusBar.at(-1), 'Waiting: no result yet');
  });

  it('expands the row again after it moved below its file’s row', async () => {
    answerNotices();
    answer = Promise.resolve({ kind: 'notReady' });
    const key = recordKey(luogu.id, 'one');
    const tied: number[] = [];
    const link = async (_: KnownRecord, file: Uri): Promise<void> => {
      tied.push(revealed.length);
      await store.update(key, { source: { uri: file.toString(), how: 'tied', textHash: null } });
    };
    const diagnostics = async () => ({ sources: { link } });
    const request = { judge: luogu, requestId: 'one', hint: null };
    await fetchAndShow(standIn<Extension>({ ...parts, diagnostics }), request, Uri.parse('file:///a.cpp'));
    assert.deepEqual([tied, revealed], [[1], [key, key]]);
  });

  it('stops tracking if the user chooses to stop', async () => {
    answerNotices('Stop Tracking');
    answer = Promise.resolve({ kind: 'notReady' });
    await fetchAndShow(parts, { judge: luogu, requestId: 'one', hint: null });
    await settle();
    assert.deepEqual(tracking.pending(), []);
  });

  it('announces no end for a record that was pending only because its window was killed', async () => {
    const key = recordKey(luogu.id, 'one');
    const add = { service: luogu.id, requestId: 'one', rules: luogu.rules, folder: null };
    const storage = new MemoryStorage();
    const killed = makeStore({ storage }).store;
    await killed.add(add);
    const listed = await storage.read(key);
    assert.ok(listed);
    await killed.receive(key, { envelope: progressed(3, 3, 3, 12) }, { via: 'ask', receivedAt: 1 });
    const next = makeStore({ storage, initial: [listed] }).store;
    let known: string | undefined;
    const started = trackingOf(next, async () => void (known = next.get(key)?.state.kind));
    await started.resume();
    assert.equal(known, 'finished');
    await started.close();
  });

  it('loads the notifications before it fetches a known result again, because its verdict may have changed', async () => {
    const shownBefore: (number | string | null | undefined)[] = [];
    const key = recordKey(luogu.id, 'one');
    const ownTracking = trackingOf(store, async () => void shownBefore.push(store.get(key)?.summary?.status));
    answer = Promise.resolve(result(3, 12));
    await ownTracking.fetch(luogu, 'one');
    assert.deepEqual(shownBefore, []);
    answer = Promise.resolve(result(3, 6));
    await ownTracking.fetch(luogu, 'one');
    assert.deepEqual(shownBefore, [12]);
    assert.equal(store.get(key)?.summary?.status, 6);
    await ownTracking.close();
  });

  it('leaves an ID that another window tracks to that window, and shows the known state', async () => {
    answer = Promise.resolve(NOT_READY);
    const other = makeTracker(
      {
        store,
        judges: standIn<Judges>(judges),
        leases: world.leases.of('B'),
        events: { onPendingChanged: () => undefined, onListed: () => undefined, onError: assert.fail },
      },
      [],
    );
    const record = await store.add({ ...tracked, rules: luogu.rules });
    await other.track(luogu, record ?? assert.fail(), { submitted: true });
    const fetched = await tracking.fetch(luogu, 'one');
    assert.deepEqual([fetched.kind, fetched.record?.state.kind, asked], ['notReady', 'waiting', 0]);
    await settle();
    assert.ok((store.trackedOne(tracked.key)?.plan.expeditedAt ?? 0) > 0, 'the other window is told');
    await other.dispose();
  });

  describe('“Resume Tracking”', () => {
    const HOUR = 3_600_000;
    const missing = { kind: 'status', status: 404, error: null, retryAfter: null } as const;
    const add = { service: luogu.id, requestId: 'old', rules: luogu.rules, folder: null };
    const key = recordKey(luogu.id, 'old');

    async function resumeTracking(): Promise<KnownRecord | null> {
      await store.setState(key, { kind: 'stopped' });
      answer = Promise.reject(new RequestFailed(missing));
      answer.catch(() => undefined); // It is polled later.
      const record = store.get(key);
      assert.ok(record && (await tracking.resumeTracking(record)));
      for (let turn = 0; turn < 50 && store.get(key)?.state.kind !== 'expired'; turn += 1) await settle();
      assert.equal(asked, 1);
      return store.get(key);
    }

    it('uses a partial result’s age: a result missing long afterwards is expired, not rejected', async () => {
      const envelope = progressed(1, 3, 3, 1);
      const how = { via: 'ask', receivedAt: Date.now() - 2 * HOUR, add } as const;
      await store.receive(key, { envelope, raw: null }, how);
      assert.deepEqual((await resumeTracking())?.state, { kind: 'expired', why: 'gone' });
    });

    it('treats a missing submission as expired', async () => {
      await store.add({
        ...add,
        submission: { problemId: 'P1001', title: null, place: null, language: 'go', optimise: false },
      });
      assert.deepEqual((await resumeTracking())?.state, { kind: 'expired', why: 'gone' });
    });
  });

  describe('A paused judge without pending requests', () => {
    /** The session has ended, and the pending result was pushed. */
    async function paused(judge: Judge): Promise<void> {
      const signedOut = { kind: 'status', status: 401, error: null, retryAfter: null } as const;
      answer = Promise.reject(new RequestFailed(signedOut));
      answer.catch(() => undefined); // It is polled later.
      await tracking.track(judge, 'one');
      await until(() => tracking.health(judge.id).kind === 'paused');
      const end = result(3, 1);
      assert.ok(end.kind === 'result');
      await tracking.onPushed(recordKey(judge.id, 'one'), end);
      assert.deepEqual(tracking.pending(), []);
      answer = Promise.resolve({ kind: 'notReady' });
    }

    it('resumes when its credential has changed', async () => {
      await paused(site);
      change(site.id);
      await settle();
      assert.equal(tracking.health(site.id).kind, 'ok');
    });

    it('resumes when the settings have changed', async () => {
      await paused(site);
      change(null);
      await settle();
      assert.equal(tracking.health(site.id).kind, 'ok');
    });

    it('stays paused when another judge’s credential has changed', async () => {
      await paused(site);
      change(luogu.id);
      await settle();
      assert.equal(tracking.health(site.id).kind, 'paused');
    });

    it('resumes when it has accepted a submission', async () => {
      await paused(site);
      await tracking.track(site, 'two', { submitted: true });
      assert.equal(tracking.health(site.id).kind, 'ok');
    });

    it('resumes when it has accepted a submission whose result is hidden', async () => {
      await paused(site);
      tracking.onJudgeResponded(site.id);
      assert.equal(tracking.health(site.id).kind, 'ok');
    });
  });

  it('doesn’t mistake a result requested before a pushed end for a rejudging', async () => {
    const key = recordKey(site.id, 'one');
    let reply = (_: ResultAnswer): void => undefined;
    answer = new Promise((resolve) => (reply = resolve));
    const add = { service: site.id, requestId: 'one', rules: site.rules, folder: null };
    const fetching = tracking.fetch(site, 'one');
    await until(() => asked > 0);
    await store.receive(
      key,
      { envelope: progressed(3, 3, 3, 1) },
      { via: 'push', receivedAt: Date.now() + 1, add },
    );
    reply(result(1, 20));
    await fetching;
    assert.equal(store.get(key)?.state.kind, 'finished');
    assert.deepEqual(tracking.pending(), []);
  });

  it('doesn’t mistake a response that arrives while a pushed end is saved for a rejudging', async () => {
    const end = result(3, 1);
    assert.ok(end.kind === 'result');
    // At any stage of saving.
    for (let steps = 0; steps < 20; steps += 1) {
      const [id, before] = [`id-${steps}`, asked];
      let reply = (_: ResultAnswer): void => undefined;
      answer = new Promise((resolve) => (reply = resolve));
      await tracking.track(site, id);
      await until(() => asked > before);
      const askedAt = Date.now();
      await until(() => Date.now() !== askedAt);
      const storing = tracking.onPushed(recordKey(site.id, id), end);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      reply(result(1, 20));
      await storing;
      await settle();
      const { state } = store.get(recordKey(site.id, id)) ?? {};
      assert.deepEqual([state?.kind, tracking.pending()], ['finished', []], `${steps} steps`);
    }
  });

  it('tracks a pushed rejudging to its end without polling, and shows the previous result meanwhile', async () => {
    const pushed = (status: number, score: number) => {
      const envelope = progressed(3, 3, 3, status);
      const { data } = envelope;
      const judge = data?.judge && { ...data.judge, status, score, subtasks: [] };
      return {
        kind: 'result' as const,
        envelope: { ...envelope, data: data && { ...data, judge: judge ?? null } },
        raw: null,
        notices: [],
      };
    };
    const key = recordKey(site.id, 'one');
    const known = () => store.get(key);
    const submission = { problemId: 'P1', title: null, place: null, language: null, optimise: false };
    const add = { service: site.id, requestId: 'one', rules: site.rules, folder: null, submission };
    await store.receive(key, pushed(2, 40), { via: 'refresh', receivedAt: 0, add });
    assert.equal(known()?.state.kind, 'finished');
    // Long ago.
    answer = Promise.resolve(pushed(0, 0));
    for (const status of [0, 22, 20, 20]) {
      await tracking.onPushed(key, pushed(status, 0));
      await settle();
      assert.deepEqual([known()?.state.kind, known()?.summary?.score], ['judging', 40]);
      assert.deepEqual([asked, tracking.pending().length], [0, 1], `status ${status}`);
    }
    await tracking.onPushed(key, pushed(1, 100));
    await settle();
    assert.deepEqual([known()?.state.kind, known()?.summary?.score], ['finished', 100]);
    assert.deepEqual([asked, tracking.pending().length], [0, 0]);
  });

  describe('A record assumed final', () => {
    const key = recordKey(site.id, 'one');

    async function settled(rules = site.rules): Promise<void> {
      const add = { service: site.id, requestId: 'one', rules, folder: null };
      await store.receive(key, { envelope: progressed(1, 3, 3, 20) }, { via: 'refresh', receivedAt: 1, add });
      await store.setState(key, { kind: 'settled' });
      answer = Promise.resolve({ kind: 'notReady' });
    }

    it('is tracked again if the judge’s codes now mean pending, and can be stopped', async () => {
      await settled({ ...site.rules, statuses: {} });
      await tracking.followRules();
      assert.equal(store.get(key)?.state.kind, 'judging');
      assert.equal(tracking.pending()[0]?.request.key, key);
      await tracking.stop([key]);
      await settle();
      assert.equal(store.get(key)?.state.kind, 'stopped');
    });

    it('stays final if the changed codes don’t change its meaning', async () => {
      await settled();
      await tracking.followRules();
      assert.equal(store.get(key)?.state.kind, 'settled');
      assert.deepEqual(tracking.pending(), []);
    });

    it('is tracked again if a newer result is pushed, without an immediate poll', async () => {
      await settled();
      const more = result(2, 20);
      assert.ok(more.kind === 'result');
      await tracking.onPushed(key, more);
      await settle();
      assert.equal(store.get(key)?.state.kind, 'judging');
      assert.deepEqual([asked, tracking.pending()[0]?.request.key], [0, key]);
    });

    it('stays stopped if the user stopped it, whatever the judge pushes', async () => {
      await settled();
      await store.setState(key, { kind: 'stopped' });
      const more = result(2, 20);
      assert.ok(more.kind === 'result');
      await tracking.onPushed(key, more);
      assert.deepEqual([store.get(key)?.state.kind, tracking.pending()], ['stopped', []]);
    });
  });

  it('doesn’t restore a record removed while it is refreshed', async () => {
    answer = Promise.resolve(result(3, 12));
    const { record } = await tracking.fetch(luogu, 'one');
    assert.ok(record);
    let say = (_answer: ResultAnswer): void => undefined;
    answer = new Promise((resolve) => (say = resolve));
    const refreshed = refresh(parts, [{ key: record.key }]);
    await settle();
    await store.remove([record.key]);
    say(result(3, 6));
    await refreshed;
    assert.deepEqual(store.records(), []);
  });
});
