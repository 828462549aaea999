import { answerNotices, speak, tellFocused } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { remove } from '../../../../src/editor/list/removeResults';
import { makeTracker } from '../../../../src/editor/pending/makeTracker';
import { CompletionNotices } from '../../../../src/editor/pending/verdictNotices';
import { Tracking, type TrackingLoader } from '../../../../src/editor/pending/tracking';
import { moveToJudge } from '../../../../src/editor/shared/failures/moveToJudge';
import { demoJudge, recordKey, type RecordStore } from '../../../../src/records';
import type { Judge, BatchAnswer } from '../../../../src/judges';
import type { ResultAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { hydroSite, luogu } from '../../../support/profiles';
import { makeStore, planAt, progressed } from '../../records/fixtures';
import { settle, until } from '../../support/fakeClock';
import { World } from '../../tracking/world';
import { standIn } from '../../support/standIn';
import type { Extension } from '../../../../src/editor/extension';
import type { Tracker } from '../../../../src/tracking/tracker';
import type { Judges } from '../../../../src/editor/shared/judges';
import type { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import type { Credential } from '../../../../src/judges/signIn/credentials';
import { credentialFor } from '../../judges/clients';

const site = hydroSite('https://oj.example.org');
const renamed = hydroSite('https://oj.example.org', {}, 'college');
const notReady: ResultAnswer = { kind: 'notReady' };
const here = 'file:///folder';

const result = (done: number, status: number) => ({
  kind: 'result' as const,
  envelope: progressed(done, 3, 3, status),
  raw: '{}',
  notices: [],
});

describe('Tracking records in the list', () => {
  let store: RecordStore;
  let world: World;
  let tracking: Tracking;
  /** The service's response to a request, possibly delayed. */
  let answer: (requestId: string) => Promise<ResultAnswer>;
  let asked: string[];
  const judges: readonly Judge[] = [luogu, site, renamed];
  const known = {
    onDidChange: () => ({ dispose: () => undefined }),
    updateContext: async () => undefined,
    judgeOf: async (id: string) => judges.find((judge) => judge.id === id) ?? null,
    result: (_: Judge, { requestId }: { requestId: string }) => ask(requestId),
    poll: (_: string, { requestId }: { requestId: string }) => ask(requestId),
    pollBatch: async () => seen,
    notBefore: () => -Infinity,
  };
  /** The site's batch response; null: batches aren't supported. */
  let seen: ReadonlyMap<string, BatchAnswer> | null = null;
  const ask = (requestId: string) => {
    asked.push(requestId);
    return answer(requestId);
  };
  const trouble = (what: string, error: unknown): never => assert.fail(`${what}: ${String(error)}`);
  const trackingOf = (make: TrackingLoader['makeTracker']) =>
    new Tracking(
      store,
      standIn<Judges>(known),
      { makeTracker: make, showPending: () => Promise.resolve() },
      trouble,
    );

  beforeEach(() => {
    speak('en');
    asked = [];
    answer = async () => notReady;
    store = makeStore().store;
    world = new World();
    const leases = world.leases.of('A');
    tracking = trackingOf(async (events) =>
      makeTracker({ store, judges: standIn<Judges>(known), leases, events }, []),
    );
  });
  afterEach(() => tracking.close());

  const add = (judge: Pick<Judge, 'id' | 'rules'>, requestId: string, folder: string | null) =>
    store.add({ service: judge.id, requestId, rules: judge.rules, folder });
  const tracked = (): string[] => tracking.pending(true).map(({ request }) => request.requestId);

  it('ends when a record is removed, even if a response arrives afterwards', async () => {
    let say = (_: ResultAnswer): void => undefined;
    answer = () => new Promise((resolve) => (say = resolve));
    await tracking.track(luogu, 'one');
    while (asked.length === 0) await settle();
    await store.remove([recordKey(luogu.id, 'one')]);
    say(result(1, 1));
    for (let turn = 0; turn < 20; turn += 1) await settle();
    assert.deepEqual([tracked(), store.records(), asked], [[], [], ['one']]);
  });

  it('is stopped before the user removes the record', async () => {
    answerNotices('Remove');
    answer = () => new Promise(() => undefined);
    await tracking.track(luogu, 'one');
    const key = recordKey(luogu.id, 'one');
    let seen: readonly string[] = ['not removed'];
    const extension = {
      tracking,
      judges: known,
      store: {
        get: (of: string) => store.get(of),
        records: () => store.records(),
        removeUndoably: async (keys: readonly string[]) => {
          seen = tracked();
          return store.removeUndoably(keys);
        },
      },
      tree: { neighborOf: () => null, isListed: async () => true },
      selectedRows: { current: [] },
      context: { globalState: { get: () => undefined, update: async () => undefined } },
    };
    await remove(standIn<Extension>(extension), [{ kind: 'record', key }]);
    assert.deepEqual([seen, store.records()], [[], []]);
  });

  it('follows the window’s focus', async () => {
    const told: boolean[] = [];
    const tracker = {
      start: async () => undefined,
      dispose: async () => undefined,
      pending: [],
      setFocused: (focused: boolean) => void told.push(focused),
    };
    const own = trackingOf(async () => standIn<Tracker>(tracker));
    await own.resume();
    tellFocused(false);
    await settle();
    tellFocused(true);
    await settle();
    assert.deepEqual(told, [true, false, true]);
    own.dispose();
  });

  it('applies a batch response, and fetches finished results immediately', async () => {
    const ended = recordKey(site.id, 'ended');
    const add = { service: site.id, requestId: 'ended', rules: site.rules, folder: null };
    const how = { via: 'refresh', receivedAt: 1, add } as const;
    await store.receive(ended, { envelope: progressed(3, 3, 3, 1) }, how);
    answer = async (requestId) => (requestId === 'over' ? result(3, 1) : notReady);
    for (const id of ['seen', 'over']) await tracking.track(site, id, { submitted: true });
    const before = store.get(ended);
    seen = new Map<string, BatchAnswer>([
      ['seen', result(3, 1)],
      ['ended', result(2, 20)],
      ['unknown', result(3, 1)],
      ['over', { kind: 'ended' }],
    ]);
    tracking.pollSoon(...['seen', 'over'].map((requestId) => recordKey(site.id, requestId)));
    while (tracked().length > 0) await settle();
    assert.equal(store.get(recordKey(site.id, 'seen'))?.state.kind, 'finished');
    assert.equal(store.get(ended), before);
    assert.equal(store.get(recordKey(site.id, 'unknown')), null);
    assert.deepEqual(asked, ['over']);
  });

  it('dates a result by the time of the user’s request, so that a later push is newer', async () => {
    let say = (_: ResultAnswer): void => undefined;
    answer = () => new Promise((resolve) => (say = resolve));
    const moment = async () => {
      const now = Date.now();
      while (Date.now() <= now) await settle();
    };
    const fetching = tracking.fetch(site, 'one');
    while (asked.length === 0) await settle();
    await moment();
    const own = { service: site.id, requestId: 'one', rules: site.rules, folder: null };
    const how = { via: 'push', receivedAt: Date.now(), add: own } as const;
    await store.receive(recordKey(site.id, 'one'), { envelope: progressed(3, 3, 3, 1) }, how);
    await moment();
    say(result(1, 20));
    await fetching;
    assert.deepEqual([store.records()[0]?.state.kind, tracked()], ['finished', []]);
  });

  it('fetches immediately for the user, even if another window is fetching the record', async () => {
    world.leases.held.set(recordKey(luogu.id, 'one'), { owner: 'B', until: Infinity });
    await tracking.fetch(luogu, 'one');
    assert.deepEqual(asked, ['one']);
  });

  it('includes all folders, while lists show only this folder’s records', async () => {
    await add(luogu, 'elsewhere', 'file:///other');
    for (const id of ['elsewhere', 'here']) await tracking.track(luogu, id);
    await settle();
    assert.deepEqual(tracked(), ['elsewhere', 'here']);
    assert.deepEqual(
      tracking.pending().map(({ request }) => request.requestId),
      ['here'],
    );
    assert.deepEqual([...asked].sort(), ['elsewhere', 'here']);
  });

  it('includes requests that another window starts tracking, even if this window tracked none', async () => {
    const record = await add(luogu, 'one', here);
    assert.ok(record);
    await settle();
    assert.deepEqual(tracked(), []);
    const now = Date.now();
    await store.setPlan(record.key, planAt(now, { startedAt: now, lastChangeAt: now }), { begins: true });
    await until(() => asked.length > 0 && tracked().length > 0);
    assert.deepEqual([tracked(), asked], [['one'], ['one']]);
  });

  it('includes pending records that no window polls because their window was killed', async () => {
    const how = { via: 'ask', receivedAt: 1 } as const;
    for (const id of ['waiting', 'judging', 'ended']) {
      const { key = '' } = (await add(luogu, id, here)) ?? {};
      if (id === 'judging') await store.receive(key, { envelope: progressed(1, 3, 3, 1) }, how);
      if (id === 'ended') await store.receive(key, { envelope: progressed(3, 3, 3, 12) }, how);
    }
    assert.deepEqual(tracked(), []);
    await tracking.resumePending();
    assert.deepEqual(tracked().sort(), ['judging', 'waiting']);
    await until(() => asked.length === 2);
    await tracking.resumePending();
    assert.deepEqual([...asked].sort(), ['judging', 'waiting']);
  });

  it('excludes demo results and records of unknown judges, even if they are pending', async () => {
    for (const service of [demoJudge, 'hydro https://old.example.org gone']) {
      await add({ id: service, rules: site.rules }, 'one', here);
      await store.setState(recordKey(service, 'one'), { kind: 'judging' });
    }
    await tracking.resumePending();
    await settle();
    assert.deepEqual([tracked(), asked], [[], []]);
    assert.equal(tracking.health(demoJudge).kind, 'ok');
  });

  it('continues after a judge is renamed, with its credential, and requests each record once', async () => {
    answer = () => new Promise(() => undefined);
    await store.receive(
      recordKey(site.id, 'ended'),
      { envelope: progressed(3, 3, 3, 1) },
      {
        via: 'refresh',
        receivedAt: 1,
        add: { service: site.id, requestId: 'ended', rules: site.rules, folder: here },
      },
    );
    await tracking.track(site, 'pending', { submitted: true });
    const credential = credentialFor(site, 'the secret');
    const kept = new Map([[site.id, credential]]);
    const credentials = {
      get: async ({ id }: Judge) => kept.get(id) ?? null,
      save: async (id: string, saved: Credential) => {
        kept.set(id, saved);
        return 'kept' as const;
      },
      remove: async (id: string) => kept.delete(id),
    };
    const extension = {
      store,
      tracking,
      log: {},
      judges: standIn<JudgeManager>({ ...known, credentials }),
    };
    await moveToJudge(standIn<Extension>(extension), site, renamed);
    await settle();
    assert.deepEqual([...kept], [[renamed.id, credential]]);
    assert.deepEqual(
      store
        .records()
        .map(({ service, requestId, state }) => [service, requestId, state.kind])
        .sort(),
      [
        [renamed.id, 'ended', 'finished'],
        [renamed.id, 'pending', 'waiting'],
      ],
    );
    assert.deepEqual(
      tracking.pending(true).map(({ request }) => request.key),
      [recordKey(renamed.id, 'pending')],
    );
    assert.deepEqual(asked, ['pending']);
  });

  it('reports an end only in its own folder, and never after the user stopped the record', async () => {
    const shown = answerNotices();
    const leases = world.leases.of('A');
    await add(luogu, 'elsewhere', 'file:///other');
    for (const id of ['stopped', 'ours']) await add(luogu, id, here);
    const view = {};
    const keys = ['elsewhere', 'stopped', 'ours'].map((id) => recordKey(luogu.id, id));
    const requested = { requestedHere: new Set(keys) };
    const notices = new CompletionNotices(
      standIn<Extension>({
        store,
        log: { warn: assert.fail, error: assert.fail },
        view,
        tracking: requested,
      }),
      leases,
    );
    const end = (id: string) =>
      store.receive(
        recordKey(luogu.id, id),
        { envelope: progressed(3, 3, 3, 12) },
        { via: 'push', receivedAt: 1 },
      );
    await store.setState(recordKey(luogu.id, 'stopped'), { kind: 'stopped' });
    await end('elsewhere');
    await end('ours');
    while (shown.length === 0) await settle();
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['AC 0 · ours: 3 of 3 passed.'],
    );
    notices.dispose();
  });
});
