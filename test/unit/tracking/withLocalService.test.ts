import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RecordState } from '../../../src/results';
import type { Clock } from '../../../src/base/ports';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import { HistoryFolder } from '../../../src/records/disk/folder';
import { FileLeases } from '../../../src/records/disk/fileLeases';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { ResultSocket } from '../../../src/judges/push/resultSocket';
import { RecordStore } from '../../../src/records';
import { Tracker } from '../../../src/tracking';
import { startLocalService } from '../../../tools/service';
import type { LocalService } from '../../../tools/service';
import { credentialFor, judgeOf, signedIn, userAgent } from '../judges/clients';
import { playedPrograms } from '../../support/playedPrograms';
import { seededRandom } from '../support/fakeClock';
import { polledBy } from '../judges/asking';

/** How many times faster the tracker's clock is than real time. */
const FASTER = 50;

/** Components of a window as in the extension, with the loopback network and a real folder. */
interface Window {
  readonly store: RecordStore;
  readonly tracker: Tracker;
  readonly socket: ResultSocket;
  readonly ends: Map<string, RecordState>;
  close(): Promise<void>;
}

describe('The tracker with client, socket, and disk', function () {
  this.timeout(120_000);
  let service: LocalService;
  let folder: string;
  let windows: Window[];
  let wake: () => void;

  beforeEach(async () => {
    service = await startLocalService({ programs: playedPrograms });
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-results-tracking-'));
    windows = [];
    wake = () => undefined;
  });
  afterEach(async () => {
    for (const window of windows) await window.close();
    await service.close();
    await fs.rm(folder, { recursive: true, force: true });
  });

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
  };

  const open = async (): Promise<Window> => {
    const judge = judgeOf(service);
    const client = signedIn(service);
    const start = Date.now();
    const after = (delay: number, action: () => void) => {
      const timer = setTimeout(action, delay);
      return { dispose: () => clearTimeout(timer) };
    };
    const clock: Clock = {
      now: () => start + (Date.now() - start) * FASTER,
      after: (delay, action) => after(delay / FASTER, action),
    };
    const lockOwner = thisProcess();
    const disk = new HistoryFolder({
      folder,
      lockOwner,
      clock: { now: Date.now, after },
      onProblem: (problem) => assert.fail(JSON.stringify(problem)),
    });
    const store = new RecordStore({
      openStorage: async () => new RecordFiles(disk),
      limit: 500,
      clock: { now: Date.now, after },
      uniqueId: randomUUID,
      onProblem: (problem) => assert.fail(JSON.stringify(problem)),
      onError: (error) => assert.fail(String(error)),
    });
    await store.loadAll();
    const ends = new Map<string, RecordState>();
    const random = seededRandom(windows.length + 1);
    const fail = (what: string, error: unknown): void => assert.fail(`${what}: ${String(error)}`);
    const setPlan = store.setPlan.bind(store);
    store.setPlan = async (key, plan, how) => {
      await setPlan(key, plan, how);
      if (how?.state && !plan) ends.set(key, how.state);
    };
    const receive = store.receive.bind(store);
    store.receive = async (key, received, how) => {
      const outcome = await receive(key, received, how);
      if (outcome.kind === 'taken' && outcome.record.state.kind === 'finished') {
        ends.set(key, outcome.record.state);
      }
      wake();
      return outcome;
    };
    const tracker = new Tracker({
      clock,
      random,
      store,
      judges: polledBy((request, signal) => client.result(request, signal)),
      leases: new FileLeases(disk),
      settings: {
        of: () => ({ interval: 1000, maximumInterval: 10_000, giveUpAfter: 3_600_000, besidePush: 0 }),
      },
      events: { onPendingChanged: () => wake(), onListed: () => undefined, onError: fail },
    });
    assert.ok(judge.push);
    const credential = credentialFor(judge, service.token);
    const socket = new ResultSocket({
      push: judge.push,
      frameLimit: 1_000_000,
      userAgent,
      credential: async () => credential,
      clock,
      random,
      leases: new FileLeases(disk),
      isOurs: (id) => id.startsWith('id'),
      onResult: async (id, result) => {
        await store.receive(`${judge.id}\n${id}`, result, { via: 'push', receivedAt: clock.now() });
      },
      onNudge: () => assert.fail('these frames hint at nothing'),
      onState: (state) => {
        const isLive = state.kind === 'live' || (state.kind === 'elsewhere' && state.live);
        tracker.setPushLive(judge.id, isLive);
        wake();
      },
      onError: fail,
    });
    await tracker.start();
    const window: Window = {
      store,
      tracker,
      socket,
      ends,
      close: async () => {
        await socket.dispose();
        await tracker.dispose();
        await store.close();
      },
    };
    windows.push(window);
    return window;
  };

  const track = async (window: Window, id: string): Promise<void> => {
    const judge = judgeOf(service);
    const added = { service: judge.id, requestId: id, rules: judge.rules, folder: null };
    const record = await window.store.add(added);
    return window.tracker.track(judge, record ?? assert.fail(), { submitted: true });
  };

  const envelope = (id: string, status: number, done: number) => {
    const one = (index: number) => ({
      id: index,
      status: index < done ? 12 : 0,
      score: 0,
      time: 1,
      memory: 1,
    });
    const cases = [0, 1, 2].map(one);
    const subtasks = [{ id: 0, status, score: 0, time: 1, memory: 1, cases }];
    const judge = { id: 1, status, score: 0, time: 1, memory: 1, subtasks };
    const compile = { success: true, message: null, opt2: false };
    return { type: 'judge', data: { compile, judge }, requestId: id, trackId: null };
  };

  const script = (id: string): void =>
    service.script(id, [
      { asks: 1 },
      { body: envelope(id, 1, 1), asks: 1 },
      { body: envelope(id, 1, 2), asks: 1 },
      { body: envelope(id, 12, 3) },
    ]);

  const allEnded = (): boolean => windows.every(({ tracker }) => tracker.pending.length === 0);
  const ends = (): string[] => windows.flatMap((one) => [...one.ends.values()].map((state) => state.kind));

  it('finishes all requests at a judge with every kind of fault, without polling twice at once', async () => {
    for (const [kind, probability] of [
      ['reset', 0.1],
      ['html', 0.05],
      ['wrongTypes', 0.05],
    ] as const) {
      service.misbehave({ what: { kind }, probability, path: '/judge/result' });
    }
    service.misbehave({ what: { kind: 'status', status: 502 }, probability: 0.1, path: '/judge/result' });
    service.misbehave({
      what: { kind: 'tooManyRequests', retryAfter: 1 },
      probability: 0.05,
      path: '/judge/result',
    });
    service.misbehave({ what: { kind: 'cut', bytes: 40 }, probability: 0.1, path: '/judge/result' });
    const [first, second] = [await open(), await open()];
    const ids = Array.from({ length: 12 }, (_, index) => `id${index}`);
    for (const [index, id] of ids.entries()) {
      script(id);
      await track(index % 2 ? first : second, id);
    }
    await until(() => allEnded() && ends().length >= ids.length);
    for (const window of windows.splice(0)) await window.close();
    assert.deepEqual(
      [first, second].flatMap((one) => [...one.ends.values()].map((state) => state.kind)),
      ids.map(() => 'finished'),
    );
    const asked = service.entries().filter(({ kind }) => kind === 'request');
    assert.ok(asked.some(({ outcome }) => outcome === 'reset'));
    assert.deepEqual(
      asked.filter(({ inFlight }) => inFlight > 0),
      [],
    );
    assert.deepEqual((await open()).store.tracked(), []);
  });

  it('continues in another window when one is closed, and in a new window after all were closed', async () => {
    const first = await open();
    for (const id of ['id1', 'id2', 'id3']) {
      service.script(id, [{}]);
      await track(first, id);
    }
    await first.close();
    windows = [];
    for (const id of ['id1', 'id2', 'id3']) script(id);
    const next = await open();
    assert.equal(next.tracker.pending.length, 3);
    await until(() => allEnded() && ends().length === 3);
    assert.deepEqual(ends(), ['finished', 'finished', 'finished']);
  });

  it('applies a pushed result without polling, with one socket for two windows', async () => {
    const [first, second] = [await open(), await open()];
    first.socket.start();
    await until(() => first.socket.state.kind === 'live');
    second.socket.start();
    const hearsOf = (live: boolean) => (): boolean =>
      second.socket.state.kind === 'elsewhere' && second.socket.state.live === live;
    await until(hearsOf(true));
    service.misbehave({ what: { kind: 'refuseSocket', status: 503 } });
    service.dropSockets();
    await until(hearsOf(false));
    service.behave();
    await until(hearsOf(true));
    service.script('id1', [{}]);
    await track(first, 'id1');
    service.push(envelope('theirs', 12, 3));
    service.push(envelope('id1', 1, 2));
    service.push(envelope('id1', 12, 3));
    await until(() => allEnded() && ends().length === 1);
    assert.deepEqual(ends(), ['finished']);
    assert.equal(service.socketCount, 1);
    // On a busy computer, the first poll may be due before the push is stored.
    const polls = service.entries().filter(({ path: asked }) => asked === '/judge/result');
    assert.ok(polls.every(({ outcome }) => outcome === '204'));
  });
});
