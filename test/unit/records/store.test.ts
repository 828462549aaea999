import assert from 'node:assert/strict';
import type { Envelope } from '../../../src/results';
import { recordKey, type NewRecord, type RecordStoreOptions, type ResultOrigin } from '../../../src/records';
import { MemoryStorage } from '../../../src/records/storage';
import { addRecord, applyEvent } from '../../../src/records/recordUpdates';
import {
  envelope,
  key,
  makeStore,
  newRecord,
  oneCase,
  service,
  progressed,
  rules,
  subtask,
  type StoreUnderTest,
} from './fixtures';

async function known(options?: Parameters<typeof makeStore>[0]): Promise<StoreUnderTest> {
  const under = makeStore(options);
  await under.store.add(newRecord());
  under.events.length = 0;
  return under;
}

const ended = {
  settled: { kind: 'settled' },
  failed: { kind: 'failed', status: 404, reason: null },
  expired: { kind: 'expired', why: 'gaveUp' },
  stopped: { kind: 'stopped' },
} as const;

async function send(under: StoreUnderTest, result: Envelope, via: ResultOrigin = 'ask'): Promise<string> {
  return (await under.store.receive(key, { envelope: result }, { via, receivedAt: (under.time += 1) })).kind;
}

describe('RecordStore.receive', () => {
  it('ignores a result for a record that was never requested', async () => {
    const under = makeStore();
    assert.equal(await send(under, progressed(1, 2), 'push'), 'unknown');
    assert.deepEqual(under.store.records(), []);
    assert.deepEqual(under.events, []);
  });

  it('adds a fetched record and its result in one event', async () => {
    const { store, events } = makeStore();
    const how = { via: 'refresh', receivedAt: 5, add: newRecord() } as const;
    assert.equal((await store.receive(key, { envelope: progressed(2, 2, 2, 12) }, how)).kind, 'taken');
    assert.equal(store.get(key)?.state.kind, 'finished');
    assert.deepEqual(
      events.map(({ added, nodes }) => [[...added], nodes.size]),
      [[[key], 0]],
    );
  });

  describe('with compiler output', () => {
    const [failed, fine] = [false, true].map((success) =>
      envelope(12, [], { data: { compile: { success, message: 'a.c:7: error', opt2: null }, judge: null } }),
    );
    assert.ok(failed && fine);
    const errorsOf = async (result: Envelope, compileErrors: RecordStoreOptions['compileErrors']) => {
      const troubles: unknown[] = [];
      const options = { onError: (error: unknown) => troubles.push(error) };
      const { store } = makeStore({ ...options, ...(compileErrors ? { compileErrors } : {}) });
      await store.receive(key, { envelope: result }, { via: 'refresh', receivedAt: 5, add: newRecord() });
      return [store.get(key)?.summary?.errors, troubles] as const;
    };
    const read = async () => ({ count: 1, line: 7 });

    it('stores the errors found in the output of a failed compilation', async () => {
      assert.deepEqual(await errorsOf(failed, read), [{ count: 1, line: 7 }, []]);
      assert.deepEqual(await errorsOf(failed, async () => null), [undefined, []]);
      assert.deepEqual(await errorsOf(failed, undefined), [undefined, []]);
    });

    it('reads the errors together with the judged text, from the result or stored before', async () => {
      const seen: (string | null)[] = [];
      const { store } = makeStore({
        compileErrors: async (_compile, judged) => {
          seen.push(judged);
          return null;
        },
      });
      const about = { problem: null, code: 'judged', language: null };
      const how = { via: 'refresh', receivedAt: 5, add: newRecord() } as const;
      await store.receive(key, { envelope: failed }, how);
      await store.receive(key, { envelope: failed, about }, { ...how, receivedAt: 6 });
      await store.receive(key, { envelope: failed }, { ...how, receivedAt: 7 });
      assert.deepEqual(seen, [null, 'judged', 'judged']);
    });

    it('stores no errors for a successful compilation', async () => {
      assert.deepEqual(await errorsOf(fine, read), [undefined, []]);
    });

    it('accepts the result even if its output can’t be parsed', async () => {
      const error = new Error('gone');
      const [errors, troubles] = await errorsOf(failed, () => Promise.reject(error));
      assert.deepEqual([errors, troubles], [undefined, [error]]);
    });
  });

  it('never replaces a newer partial result with an older one', async () => {
    const under = await known();
    assert.equal(await send(under, progressed(3, 5)), 'taken');
    assert.equal(await send(under, progressed(2, 5), 'push'), 'older');
    assert.equal(under.store.get(key)?.summary?.progress.done, 3);
    assert.equal(under.events.length, 1);
  });

  it('treats a result without the known compilation as older', async () => {
    const under = await known();
    const full = progressed(0, 2);
    await send(under, full);
    const without = { ...full, data: { compile: null, judge: full.data?.judge ?? null } };
    assert.equal(await send(under, without), 'older');
  });

  it('changes nothing if the same result arrives twice', async () => {
    const under = await known();
    await send(under, progressed(3, 5));
    const before = under.store.get(key);
    assert.equal(await send(under, progressed(3, 5), 'push'), 'unchanged');
    assert.equal(under.store.get(key), before);
    assert.equal(under.events.length, 1);
  });

  it('never replaces a final result on a push, poll, or import', async () => {
    const under = await known();
    await send(under, progressed(5, 5, 5, 12));
    for (const via of ['push', 'ask', 'import'] as const) {
      assert.equal(await send(under, progressed(4, 5), via), 'final');
      assert.equal(await send(under, progressed(5, 5, 5, 6), via), 'final');
    }
    assert.equal(under.store.get(key)?.summary?.status, 12);
  });

  it('replaces a final result with a rejudged one on a user’s refresh, but not with an unfinished one', async () => {
    const under = await known();
    await send(under, progressed(5, 5, 5, 12));
    assert.equal(await send(under, progressed(4, 5), 'refresh'), 'final');
    assert.equal(await send(under, progressed(4, 5, 5, 6), 'refresh'), 'taken');
    assert.equal(under.store.get(key)?.summary?.status, 6);
    assert.equal(under.store.get(key)?.state.kind, 'finished');
  });

  it('doesn’t leave an imported record in judging, because imports aren’t polled', async () => {
    const under = makeStore();
    const bring = async (done: number, add?: NewRecord) => {
      const how = { via: 'import', receivedAt: (under.time += 1), ...(add ? { add } : {}) } as const;
      await under.store.receive(key, { envelope: progressed(done, 9) }, how);
      return under.store.get(key)?.state.kind;
    };
    const shown: (string | undefined)[] = [];
    under.store.onDidChange(() => shown.push(under.store.get(key)?.state.kind));
    assert.equal(await bring(1, newRecord()), 'stopped');
    for (const state of ['settled', 'failed', 'expired', 'stopped'] as const) {
      await under.store.setState(key, ended[state]);
      const done = (under.store.get(key)?.summary?.progress.done ?? 0) + 1;
      assert.equal(await bring(done), state === 'settled' ? 'stopped' : state);
      assert.equal(under.store.get(key)?.summary?.progress.done, done, 'the better result is taken');
    }
    assert.equal(shown.includes('judging'), false, 'not for a moment either');
    await under.store.setState(key, { kind: 'judging' });
    assert.equal(await bring(6), 'judging', 'it is followed already');
  });

  it('keeps a record assumed final if an import contains no known verdict', async () => {
    const under = await known();
    await send(under, progressed(1, 2, 2, 99));
    await under.store.setState(key, { kind: 'settled' });
    assert.equal(await send(under, progressed(2, 2, 2, 99), 'import'), 'taken');
    assert.equal(under.store.get(key)?.state.kind, 'settled');
  });

  it('doesn’t start a rejudging because of an import', async () => {
    const add = newRecord('r1', { rules: { ...rules, canRejudge: true } });
    const under = makeStore();
    const how = { via: 'refresh', receivedAt: 1, add } as const;
    await under.store.receive(key, { envelope: progressed(5, 5, 5, 12) }, how);
    assert.equal(await send(under, progressed(4, 5), 'import'), 'final');
    assert.equal(under.store.get(key)?.state.kind, 'finished');
  });

  it('prefers an unknown verdict to a pending status', async () => {
    const under = await known();
    await send(under, progressed(5, 5));
    assert.equal(await send(under, progressed(5, 5, 5, 99)), 'taken');
    assert.equal(await send(under, progressed(5, 5), 'push'), 'older');
    assert.equal(under.store.get(key)?.summary?.completion, 'unknown');
  });
});

describe('The change event', () => {
  it('contains exactly the changed case and subtask, and reuses all other objects', async () => {
    const under = await known();
    await send(under, progressed(4, 9, 3));
    const before = under.store.envelope(key);
    await send(under, progressed(5, 9, 3));
    const after = under.store.envelope(key);
    const change = under.events[1]?.nodes.get(key);
    assert.deepEqual(change, {
      wholeRecord: false,
      details: false,
      summary: true,
      compile: false,
      subtaskList: false,
      subtasks: [{ identity: '1', row: true, caseList: false, cases: ['5'] }],
    });
    assert.equal(after?.data?.compile, before?.data?.compile);
    const [a, b] = [before?.data?.judge?.subtasks ?? [], after?.data?.judge?.subtasks ?? []];
    assert.equal(b[0], a[0]);
    assert.notEqual(b[1], a[1]);
    assert.equal(b[1]?.cases[0], a[1]?.cases[0]);
    assert.equal(b[2], a[2]);
  });

  it('distinguishes cases with the same ID by their occurrence', async () => {
    const under = await known();
    await send(under, envelope(1, [subtask(0, [oneCase(1, 12), oneCase(1, 0), oneCase(null, 0)])]));
    await send(under, envelope(1, [subtask(0, [oneCase(1, 12), oneCase(1, 6), oneCase(null, 12)])]));
    assert.deepEqual(under.events[1]?.nodes.get(key)?.subtasks[0]?.cases, ['1~2', '-']);
  });

  it('finds a case again if other cases are inserted before it', async () => {
    const under = await known();
    await send(under, envelope(1, [subtask(0, [oneCase(7, 12), oneCase(9, 12)])]));
    const before = under.store.envelope(key)?.data?.judge?.subtasks[0]?.cases;
    await send(under, envelope(1, [subtask(0, [oneCase(3, 12), oneCase(7, 12), oneCase(9, 6)])]));
    const after = under.store.envelope(key)?.data?.judge?.subtasks[0]?.cases;
    assert.equal(after?.[1], before?.[0]);
    assert.deepEqual(under.events[1]?.nodes.get(key)?.subtasks, [
      { identity: '0', row: false, caseList: true, cases: ['9'] },
    ]);
  });

  it('reports only the compilation or only the details if nothing else changed', async () => {
    const under = await known();
    const bare: Envelope = {
      type: 'judge',
      requestId: 'r1',
      trackId: null,
      data: { compile: null, judge: null },
    };
    await send(under, bare);
    const compile = { success: true, message: '', opt2: null };
    await send(under, { ...bare, data: { compile, judge: null } });
    const nodes = under.events[1]?.nodes.get(key);
    assert.deepEqual([nodes?.compile, nodes?.summary, nodes?.details], [true, false, false]);
    await under.store.update(key, { label: 'mine' });
    const details = under.events[2]?.nodes.get(key);
    assert.deepEqual([details?.compile, details?.summary, details?.details], [false, false, true]);
    await under.store.update(key, { label: 'mine' });
    assert.equal(under.events.length, 3);
  });
});

describe('RecordStore', () => {
  it('adds the details from a fetch to a known record', async () => {
    const under = await known();
    await send(under, progressed(1, 1, 1, 12));
    const source = { uri: 'file:///a.cpp', how: 'tied', textHash: null } as const;
    const add = newRecord('r1', { source, folder: 'file:///w' });
    const how = { via: 'refresh', receivedAt: 9, add } as const;
    const again = await under.store.receive(key, { envelope: progressed(1, 1, 1, 12) }, how);
    assert.equal(again.kind, 'unchanged');
    assert.deepEqual([under.store.get(key)?.source, under.store.get(key)?.folder], [source, 'file:///w']);
  });

  it('interprets a result with a new verdict table only on a user’s refresh', async () => {
    const under = await known();
    await send(under, progressed(1, 1, 1, 99));
    assert.equal(under.store.get(key)?.summary?.completion, 'unknown');
    const meaning = { ...rules.statuses['12'], code: 99 };
    const taught = { ...rules, statuses: { ...rules.statuses, '99': meaning } } as typeof rules;
    for (const [via, kind] of [
      ['ask', 'unchanged'],
      ['refresh', 'taken'],
      ['refresh', 'unchanged'],
    ] as const) {
      const how = { via, receivedAt: (under.time += 1), add: newRecord('r1', { rules: taught }) };
      assert.equal((await under.store.receive(key, { envelope: progressed(1, 1, 1, 99) }, how)).kind, kind);
    }
    assert.equal(under.store.get(key)?.summary?.completion, 'finished');
    assert.equal(under.events.at(-1)?.nodes.get(key)?.wholeRecord, true);
  });

  it('keeps a finished record finished, whatever state is set', async () => {
    const under = await known();
    await send(under, progressed(1, 1, 1, 12));
    await under.store.setState(key, { kind: 'expired', why: 'gone' });
    assert.equal(under.store.get(key)?.state.kind, 'finished');
  });

  it('keeps a stopped record stopped on a late partial result, and finishes it on a final one', async () => {
    const under = await known();
    await under.store.setState(key, { kind: 'stopped' });
    await send(under, progressed(1, 2), 'push');
    assert.equal(under.store.get(key)?.state.kind, 'stopped');
    await send(under, progressed(2, 2, 2, 12), 'push');
    assert.equal(under.store.get(key)?.state.kind, 'finished');
  });

  it('resumes a given-up record when it is added again, and keeps its details', async () => {
    const under = await known();
    await send(under, progressed(1, 2));
    await under.store.update(key, { label: 'mine' });
    await under.store.setState(key, { kind: 'expired', why: 'gaveUp' });
    await under.store.add(newRecord('r1', { folder: 'file:///w' }));
    const { label, folder, state } = under.store.get(key) ?? {};
    assert.deepEqual([label, folder, state], ['mine', 'file:///w', { kind: 'judging' }]);
  });

  it('lists the newest record first, and removes the oldest one that isn’t pending', async () => {
    const under = makeStore({ limit: 2 });
    const { store } = under;
    await store.add(newRecord('pending'));
    for (const id of ['a', 'b', 'c']) {
      under.time += 10;
      const how = { via: 'refresh', receivedAt: under.time, add: newRecord(id) } as const;
      await store.receive(recordKey(service, id), { envelope: progressed(1, 1, 1, 12) }, how);
    }
    assert.deepEqual(
      store.records().map(({ requestId }) => requestId),
      ['c', 'b', 'pending'],
    );
    await store.setLimit(1);
    assert.deepEqual(
      store.records().map(({ requestId }) => requestId),
      ['c', 'pending'],
    );
  });

  describe('far above a lowered limit', () => {
    const many = 1_000;
    /** A clock whose timers run in the next turn of the event loop. */
    const clock = {
      now: Date.now,
      after: (_delay: number, action: () => void) => {
        const waiting = setImmediate(action);
        return { dispose: () => clearImmediate(waiting) };
      },
    };
    const crowded = async (): Promise<StoreUnderTest> => {
      const storage = new MemoryStorage();
      for (let at = 0; at < many; at += 1) {
        const of = recordKey(service, `r${at}`);
        await storage.update(of, addRecord(newRecord(`r${at}`), at));
        await storage.update(of, applyEvent({ kind: 'stateSet', state: { kind: 'stopped' } }));
      }
      const under = makeStore({ storage, limit: many, clock });
      await under.store.loadAll();
      under.events.length = 0;
      return under;
    };

    it('removes records in small groups, so that other work can run in between', async () => {
      const { store, events } = await crowded();
      let [most, seen, isOver] = [0, store.records().length, false];
      const look = (): void => {
        most = Math.max(most, seen - store.records().length);
        seen = store.records().length;
        if (!isOver) setImmediate(look);
      };
      look();
      await store.setLimit(10);
      isOver = true;
      look();
      assert.equal(store.records().length, 10);
      assert.ok(most <= 100, `${most} at once`);
      assert.ok(events.length <= many / 50, `announced in ${events.length} changes`);
      assert.deepEqual(new Set(events.flatMap(({ removed }) => [...removed])).size, many - 10);
    });

    it('doesn’t delay a record that is added meanwhile', async () => {
      const { store } = await crowded();
      const lowered = store.setLimit(10);
      await store.add(newRecord('new'));
      assert.ok(store.records().length > 100, `${store.records().length} left`);
      await lowered;
      assert.deepEqual([store.records().length, store.records()[0]?.requestId], [10, 'new']);
    });

    it('keeps the remaining records if the limit is raised during the removal', async () => {
      const { store } = await crowded();
      const lowered = store.setLimit(10);
      await new Promise((resolve) => setImmediate(resolve));
      await store.setLimit(many);
      await lowered;
      assert.ok(store.records().length > many / 2, `${store.records().length} left`);
    });
  });

  it('drops unused results from memory, and loads them again when they are opened', async () => {
    const under = makeStore({ caseBudget: 12 });
    for (const id of ['r1', 'r2', 'r3']) {
      const how = { via: 'refresh', receivedAt: 1, add: newRecord(id) } as const;
      await under.store.receive(recordKey(service, id), { envelope: progressed(5, 5, 5, 12) }, how);
    }
    assert.equal(under.store.get(key)?.summary?.cases, 5);
    const loaded = await under.store.loadEnvelope(key);
    assert.equal(loaded?.data?.judge?.subtasks[0]?.cases.length, 5);
    assert.equal(under.store.envelope(key), loaded);
  });

  it('restores removed records with their result and judged text', async () => {
    const under = await known();
    const { store } = under;
    await send(under, progressed(5, 5, 5, 12));
    const textHash = await store.keepSource(key, 'int main');
    await store.update(key, { label: 'mine', source: { uri: 'file:///a.cpp', how: 'submitted', textHash } });
    const [before, raw] = [store.get(key), await store.rawResult(key)];
    const putBack = await store.removeUndoably([key]);
    assert.deepEqual([store.get(key), store.records().length], [null, 0]);
    await putBack();
    assert.deepEqual(store.get(key), before);
    assert.equal(await store.rawResult(key), raw);
    assert.equal(await store.sourceText(key), 'int main');
    assert.equal((await store.loadEnvelope(key))?.data?.judge?.status, 12);
  });

  it('doesn’t overwrite a record added again before the removal is undone', async () => {
    const under = await known();
    await send(under, progressed(5, 5, 5, 12));
    const putBack = await under.store.removeUndoably([key]);
    await under.store.add(newRecord('r1', { label: 'again' }));
    await putBack();
    assert.deepEqual([under.store.get(key)?.label, under.store.get(key)?.state.kind], ['again', 'waiting']);
  });
});
