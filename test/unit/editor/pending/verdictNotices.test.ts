import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { currentFolder } from '../../../../src/editor/shared/files/files';
import { GatheredNotice } from '../../../../src/editor/pending/gatheredNotice';
import { CompletionNotices, noticeWords } from '../../../../src/editor/pending/verdictNotices';
import { luogu } from '../../../support/profiles';
import { FakeClock, settle } from '../../support/fakeClock';
import { thisComputer } from '../../../../src/judges';
import { recordKey } from '../../../../src/records';
import {
  envelope,
  key,
  makeStore,
  newRecord,
  oneCase,
  rules,
  service,
  subtask,
} from '../../records/fixtures';
import { standIn } from '../../support/standIn';
import type { Extension } from '../../../../src/editor/extension';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/treeNodes';

describe('The notice about a finished result', () => {
  afterEach(() => speak('en'));

  async function wordsFor(score: number | null, unit: string | null): Promise<string> {
    const { store } = makeStore();
    const own = { ...rules, units: { ...rules.units, score: unit } };
    const judge = { id: 1, status: 12, score, time: 3, memory: 800, subtasks: [] };
    const accepted = await store.receive(
      key,
      { envelope: envelope(12, [], { data: { compile: null, judge } }), raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', { rules: own }) },
    );
    assert.ok(accepted.kind === 'taken');
    return noticeWords(accepted.record, null);
  }

  it('contains the score as in the list: rounded, and with any unit except points', async () => {
    assert.equal(await wordsFor(100, 'points'), 'S12 100 · r1.');
    assert.equal(await wordsFor(200 / 3, null), 'S12 66.67 · r1.');
    assert.equal(await wordsFor(66, '%'), 'S12 66 % · r1.');
    assert.equal(await wordsFor(null, 'points'), 'S12 · r1.');
  });

  it('omits the number of passed cases for custom input', async () => {
    const { store } = makeStore();
    const selfTest = { problemId: 'P1', title: null, place: null, language: 'c', optimise: false };
    const judged = envelope(12, [subtask(1, [oneCase(1, 12)])]);
    const wordsOf = async (id: string, isSelfTest: boolean) => {
      const added = newRecord(id, {
        rules: luogu.rules,
        submission: { ...selfTest, ...(isSelfTest ? { isSelfTest } : {}) },
      });
      const of = recordKey(service, id);
      const taken = await store.receive(of, { envelope: judged }, { via: 'ask', receivedAt: 1, add: added });
      assert.ok(taken.kind === 'taken');
      return noticeWords(taken.record, judged);
    };
    assert.match(await wordsOf('r1', false), /1 of 1 passed/);
    assert.equal(await wordsOf('r2', true), 'Finished · P1 with custom input.');
  });

  it('contains the number of compiler errors and the line of the first one', async () => {
    const { store } = makeStore();
    const compile = { success: false, message: 'a.cpp:13:8: error: x', opt2: false };
    const failed = envelope(0, [], { data: { compile, judge: null } });
    const accepted = await store.receive(
      key,
      { envelope: failed, raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', { rules: luogu.rules }) },
    );
    assert.ok(accepted.kind === 'taken');
    const { record } = accepted;
    assert.equal(
      noticeWords(record, null, { count: 3, line: 13 }, { verdict: 'WA 83', isRejudged: false }),
      'CE · r1: 3 errors (was WA 83). First error: line 13.',
    );
    assert.equal(noticeWords(record, null, { count: 1, line: null }), 'CE · r1: 1 error.');
    speak('zh-cn');
    assert.equal(
      noticeWords(record, null, { count: 3, line: 13 }),
      'CE · r1：3 个错误。首个错误：第 13 行。',
    );
    speak('en');
  });

  it('contains the number of passed cases if the judge lists only the first failed case', async () => {
    const { store } = makeStore();
    const judged = envelope(6, [subtask(1, [oneCase(4, 6)])]);
    const judge = judged.data?.judge;
    assert.ok(judged.data && judge);
    const counted = { ...judged, data: { ...judged.data, judge: { ...judge, passed: 3 } } };
    const accepted = await store.receive(
      key,
      { envelope: counted, raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', { rules: luogu.rules }) },
    );
    assert.ok(accepted.kind === 'taken');
    assert.equal(noticeWords(accepted.record, counted), 'WA 0 · r1: 3 cases passed. First failed: #4.');
  });

  it('contains the first case that is nearly right if none failed', async () => {
    const { store } = makeStore();
    const { rules } = thisComputer;
    const case1 = { ...oneCase(1, 0), status: 'AC' };
    const case2 = { ...oneCase(2, 0), status: 'NEAR', description: 'Equal within 1e-6.' };
    const judged = envelope(0, [subtask(1, [case1, case2])]);
    const judge = judged.data?.judge;
    assert.ok(judged.data && judge);
    const nearly = { ...judged, data: { ...judged.data, judge: { ...judge, status: 'NEAR' } } };
    const accepted = await store.receive(
      key,
      { envelope: nearly, raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', { rules }) },
    );
    assert.ok(accepted.kind === 'taken');
    assert.match(
      noticeWords(accepted.record, nearly),
      /^NEAR.* · r1: 1 of 2 passed\. Nearly right: #2, Equal within 1e-6\.$/,
    );
  });

  it('contains the number of failed cases, and the first failed case with its subtask', async () => {
    const { store } = makeStore();
    const said = 'Wrong Answer. wrong answer On line 1 column 1, read 1, expected 3.';
    const numbered = [
      subtask(5, [oneCase(2, 12)]),
      subtask(6, [{ ...oneCase(2, 6), description: said }, oneCase(3, 5)]),
    ];
    const own = {
      rules: luogu.rules,
      submission: { problemId: 'P1115', title: null, place: null, language: 'c', optimise: false },
    };
    const judged = envelope(14, numbered);
    const accepted = await store.receive(
      key,
      { envelope: judged, raw: null },
      { via: 'ask', receivedAt: 1, add: newRecord('r1', own) },
    );
    assert.ok(accepted.kind === 'taken');
    const { record } = accepted;
    assert.equal(
      noticeWords(record, judged),
      'WA 0 · P1115: 2 of 3 failed. First failed: #6-2, expected 3, actual 1.',
    );
    assert.equal(
      noticeWords(record, judged, null, { verdict: 'TLE 10', isRejudged: false }),
      'WA 0 · P1115: 2 of 3 failed (was TLE 10). First failed: #6-2, expected 3, actual 1.',
    );
    const ownSentence = { ...oneCase(2, 6), description: 'Your program returned 3.' };
    assert.equal(
      noticeWords(record, envelope(14, [subtask(5, [ownSentence])])),
      'WA 0 · P1115: 2 of 3 failed. First failed: #2, Your program returned 3.',
    );
    speak('zh-cn');
    assert.equal(noticeWords(record, judged), 'WA 0 · P1115：2/3 未通过。首个未通过：#6-2，期望 3，实际 1。');
  });
});

describe('CompletionNotices', () => {
  it('compare a result only with the previous one for the same file, judge, and problem', async () => {
    const [clock, shown] = [new FakeClock(), answerNotices()];
    const { store } = makeStore();
    const requestedHere = new Set<string>();
    const log = { warn: assert.fail, error: assert.fail };
    const notices = new CompletionNotices(
      standIn<Extension>({ store, log, tracking: { requestedHere }, view: { visible: false } }),
      { tryAcquire: async () => true, release: () => Promise.resolve() },
      clock,
    );
    const source = { uri: 'file:///project/a.cpp', how: 'submitted', textHash: null } as const;
    const judge = async (id: string, at: string, problemId: string, status: number): Promise<void> => {
      const submission = { problemId, title: null, place: null, language: 'cc', optimise: false };
      const own = { service: at, rules: luogu.rules, folder: currentFolder(), source, submission };
      const its = recordKey(at, id);
      requestedHere.add(its);
      await store.add(newRecord(id, own));
      const result = { envelope: envelope(status, [subtask(1, [oneCase(1, status)])]) };
      await store.receive(its, result, { via: 'push', receivedAt: 1 });
      await clock.advance(1000);
    };
    const other = 'hydro https://oj.b.edu oj.b.edu';
    await judge('r1', service, 'P1', 6);
    await judge('r2', other, 'P1', 12);
    await judge('r3', service, 'P2', 12);
    await judge('r4', service, 'P1', 12);
    await judge('r5', other, 'P1', 6);
    assert.deepEqual(
      shown.map(({ message }) => message),
      [
        'WA 0 · P1: 1 of 1 failed. First failed: #1.',
        'AC 0 · P1: 1 of 1 passed.',
        'AC 0 · P2: 1 of 1 passed.',
        'AC 0 · P1: 1 of 1 passed (was WA 0).',
        'WA 0 · P1: 1 of 1 failed (was AC 0). First failed: #1.',
      ],
    );
    notices.dispose();
  });

  it('report a preliminary verdict, and the final one only if it differs', async () => {
    for (const isOwn of [true, false]) {
      const [clock, shown] = [new FakeClock(), answerNotices()];
      const { store } = makeStore();
      const keyOf = (id: string) => recordKey(service, id);
      const requestedHere = new Set(isOwn ? ['r1', 'r2', 'r3'].map(keyOf) : []);
      const log = { warn: assert.fail, error: assert.fail };
      const taken = new Set<string>();
      const open = () =>
        new CompletionNotices(
          standIn<Extension>({ store, log, tracking: { requestedHere }, view: { visible: false } }),
          {
            tryAcquire: async (name) => !taken.has(name) && !!taken.add(name),
            release: () => Promise.resolve(),
          },
          clock,
        );
      const judged = async (id: string, status: number, isFinal: boolean) => {
        const judge = { id: 1, status, score: null, time: 3, memory: 8, subtasks: [] };
        const marked = isFinal ? judge : { ...judge, isPreliminary: true as const };
        const result = { envelope: envelope(status, [], { data: { compile: null, judge: marked } }) };
        await store.receive(keyOf(id), result, { via: 'ask', receivedAt: clock.now() });
        await clock.advance(6000);
      };
      for (const id of ['r1', 'r2', 'r3'])
        await store.add(newRecord(id, { rules: luogu.rules, folder: currentFolder() }));
      const notices = open();
      await judged('r1', 6, false);
      await judged('r1', 6, true);
      await judged('r2', 6, false);
      await judged('r2', 6, false);
      await judged('r2', 12, true);
      assert.deepEqual(
        shown.map(({ message }) => message),
        ['WA · r1.', 'WA · r2.', 'AC · r2 (was WA).'],
      );
      await judged('r3', 6, false);
      notices.dispose();
      // A window that starts later knows that the verdict was announced.
      const later = open();
      await judged('r3', 6, true);
      assert.equal(shown.length, 4);
      later.dispose();
    }
  });

  it('report a final verdict that changes later, once', async () => {
    const [clock, shown] = [new FakeClock(), answerNotices()];
    const { store } = makeStore();
    const log = { warn: assert.fail, error: assert.fail };
    const add = newRecord('r1', { rules: luogu.rules, folder: currentFolder() });
    const judged = async (status: number) => {
      const result = { envelope: envelope(status, []) };
      await store.receive(key, result, { via: 'refresh', receivedAt: clock.now(), add });
      await clock.advance(6000);
    };
    // found in a list with its verdict, before this window was opened
    await judged(12);
    const notices = new CompletionNotices(
      standIn<Extension>({
        store,
        log,
        tracking: { requestedHere: new Set<string>() },
        view: { visible: false },
      }),
      { tryAcquire: async () => true, release: () => Promise.resolve() },
      clock,
    );
    for (const status of [12, 6, 6]) await judged(status);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Rejudged: WA 0 · r1 (was AC 0).'],
    );
    await judged(12);
    assert.equal(shown[1]?.message, 'Rejudged: AC 0 · r1 (was WA 0).');
    notices.dispose();
  });

  it('name the earlier verdict of a rejudged submission, not that of a later submission', async () => {
    const [clock, shown] = [new FakeClock(), answerNotices()];
    const { store } = makeStore();
    const log = { warn: assert.fail, error: assert.fail };
    const source = { uri: 'file:///project/a.cpp', how: 'submitted', textHash: null } as const;
    const submission = { problemId: 'P1', title: null, place: null, language: 'cc', optimise: false };
    const judged = async (id: string, status: number) => {
      const add = newRecord(id, { rules: luogu.rules, folder: currentFolder(), source, submission });
      const update = { via: 'refresh', receivedAt: clock.now(), add } as const;
      await store.receive(recordKey(service, id), { envelope: envelope(status, []) }, update);
      await clock.advance(6000);
    };
    const requestedHere = new Set(['r1', 'r2'].map((id) => recordKey(service, id)));
    const notices = new CompletionNotices(
      standIn<Extension>({ store, log, tracking: { requestedHere }, view: { visible: false } }),
      { tryAcquire: async () => true, release: () => Promise.resolve() },
      clock,
    );
    await store.add(newRecord('r2', { rules: luogu.rules, folder: currentFolder(), source, submission }));
    await judged('r1', 12);
    await judged('r2', 6);
    await judged('r1', 5);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['WA 0 · P1.', 'Rejudged: TLE 0 · P1 (was AC 0).'],
    );
    notices.dispose();
  });

  it('expand a finished result in the list only if this window requested it', async () => {
    const [clock] = [new FakeClock(), answerNotices()];
    const { store } = makeStore();
    const revealed: unknown[] = [];
    const own = recordKey(service, 'own');
    const list = {
      view: { visible: true, reveal: async (row: TreeNode) => void revealed.push(row) },
      tree: {
        isListed: async () => true,
        record: nodeOf.record,
        getChildren: async () => [nodeOf.subtask(own, '1')],
      },
    };
    const log = { warn: assert.fail, error: assert.fail };
    const notices = new CompletionNotices(
      standIn<Extension>({ store, log, tracking: { requestedHere: new Set([own]) }, ...list }),
      { tryAcquire: async () => true, release: () => Promise.resolve() },
      clock,
    );
    for (const id of ['own', 'other']) {
      await store.add(newRecord(id, { rules: luogu.rules, folder: currentFolder() }));
      const judged = envelope(6, [subtask(1, [oneCase(1, 6)])]);
      await store.receive(recordKey(service, id), { envelope: judged }, { via: 'push', receivedAt: 1 });
    }
    await clock.advance(1000);
    assert.deepEqual(revealed, [nodeOf.subtask(own, '1'), nodeOf.record(own)]);
    notices.dispose();
  });

  it('reveal the first failed one of several results, or the first one', async () => {
    for (const [button, ...revealedIds] of [
      ['Show First Failed', 'r2'],
      ['Show in List', 'r1'],
    ] as const) {
      const [clock, shown] = [new FakeClock(), answerNotices(button)];
      const { store } = makeStore();
      const revealed: TreeNode[] = [];
      const list = {
        view: { visible: true, selection: [], reveal: async (row: TreeNode) => void revealed.push(row) },
        tree: { isListed: async () => true, record: nodeOf.record, getChildren: async () => [] },
      };
      const log = { warn: assert.fail, error: assert.fail };
      const notices = new CompletionNotices(
        standIn<Extension>({ store, log, tracking: { requestedHere: new Set<string>() }, ...list }),
        { tryAcquire: async () => true, release: () => Promise.resolve() },
        clock,
      );
      const ids = ['r1', 'r2', 'r3'] as const;
      for (const id of ids) await store.add(newRecord(id, { rules: luogu.rules, folder: currentFolder() }));
      for (const [id, status] of [
        ['r1', 12],
        ['r2', 6],
        ['r3', 6],
      ] as const) {
        const judged = envelope(status, [subtask(1, [oneCase(1, status)])]);
        await store.receive(recordKey(service, id), { envelope: judged }, { via: 'push', receivedAt: 1 });
      }
      await clock.advance(6000);
      assert.deepEqual(
        shown.map(({ message, buttons }) => [message, buttons]),
        [['3 results: AC 0 · r1, WA 0 · r2, WA 0 · r3.', ['Show First Failed', 'Show in List']]],
      );
      await settle();
      assert.deepEqual(
        revealed,
        revealedIds.map((id) => nodeOf.record(recordKey(service, id))),
      );
      notices.dispose();
    }
  });

  it('name rejudged results among several ones', async () => {
    const [clock, shown] = [new FakeClock(), answerNotices()];
    const { store } = makeStore();
    const judge = async (id: string, status: number) => {
      const result = { envelope: envelope(status, []) };
      const add = newRecord(id, { rules: luogu.rules, folder: currentFolder() });
      await store.receive(recordKey(service, id), result, { via: 'refresh', receivedAt: clock.now(), add });
    };
    const notices = new CompletionNotices(
      standIn<Extension>({
        store,
        log: { warn: assert.fail, error: assert.fail },
        tracking: { requestedHere: new Set<string>() },
        view: { visible: false },
      }),
      { tryAcquire: async () => true, release: () => Promise.resolve() },
      clock,
    );
    for (const id of ['r1', 'r2', 'r3', 'r4', 'r5']) await judge(id, 12);
    await clock.advance(6000);
    for (const id of ['r1', 'r2']) await judge(id, 6);
    await clock.advance(6000);
    assert.equal(
      shown.at(-1)?.message,
      'Rejudged: WA 0 · r1 (was AC 0), WA 0 · r2 (was AC 0). 2 results: 2 WA.',
    );
    for (const id of ['r2', 'r3', 'r4', 'r5']) await judge(id, 5);
    await clock.advance(6000);
    assert.match(
      shown.at(-1)?.message ?? '',
      /^Rejudged: TLE 0 · r2 \(was WA 0\), TLE 0 · r3 \(was AC 0\), TLE 0 · r4 \(was AC 0\), …\. 4 results: /,
    );
    notices.dispose();
  });

  it('report the user’s own results immediately, and all others together within 5 s', async () => {
    const [clock, shown] = [new FakeClock(), answerNotices()];
    const { store } = makeStore();
    const ids = Array.from({ length: 12 }, (_, at) => `r${at + 1}`);
    const keyOf = (id: string) => recordKey(service, id);
    // Every third is the user's own.
    const own = ids.filter((_, at) => at % 3 === 0);
    for (const id of ids) await store.add(newRecord(id, { rules: luogu.rules, folder: currentFolder() }));
    const notices = new CompletionNotices(
      standIn<Extension>({
        store,
        log: { warn: assert.fail, error: assert.fail },
        tracking: { requestedHere: new Set(own.map(keyOf)) },
        view: { visible: false },
      }),
      { tryAcquire: async () => true, release: () => Promise.resolve() },
      clock,
    );
    // Notices with their time, in seconds.
    const told: [number, string][] = [];
    let seconds = 0;
    const pass = async (passed: number) => {
      for (let left = passed; left > 0; left -= 0.5) {
        await clock.advance(500);
        seconds += 0.5;
        for (const { message } of shown.slice(told.length)) told.push([seconds, message]);
      }
    };
    const [right, wrong] = [12, 6].map((status) => envelope(status, [subtask(1, [oneCase(1, status)])]));
    assert.ok(right && wrong);
    for (const [at, id] of ids.entries()) {
      const result = { envelope: at % 2 === 0 ? right : wrong };
      await store.receive(keyOf(id), result, { via: 'push', receivedAt: at });
      await pass(1.5);
    }
    await pass(5);
    assert.deepEqual(told, [
      [0.5, 'AC 0 · r1: 1 of 1 passed.'],
      [5, 'WA 0 · r4: 1 of 1 failed. First failed: #1.'],
      [7, '3 results: WA 0 · r2, AC 0 · r3, AC 0 · r5. Still pending: 7.'],
      [9.5, 'AC 0 · r7: 1 of 1 passed.'],
      [13, '3 results: WA 0 · r6, WA 0 · r8, AC 0 · r9. Still pending: 3.'],
      [14, 'WA 0 · r10: 1 of 1 failed. First failed: #1.'],
      [20.5, '2 results: AC 0 · r11, WA 0 · r12.'],
    ]);
    assert.equal(clock.timerCount, 0);
    notices.dispose();
  });
});

describe('GatheredNotice', () => {
  it('combines items for at most 5 s after the first', async () => {
    const clock = new FakeClock();
    const told: string[] = [];
    const notice = new GatheredNotice<string>((items) => void told.push(items.join()), clock);
    notice.add(['a']);
    await clock.advance(4000);
    notice.add(['b', 'c']);
    assert.deepEqual(told, []);
    await clock.advance(1000);
    assert.deepEqual(told, ['a,b,c']);
    await clock.advance(60_000);
    notice.add([]);
    assert.equal(clock.timerCount, 0);
    notice.add(['d']);
    await clock.advance(5000);
    assert.deepEqual([told, clock.timerCount], [['a,b,c', 'd'], 0]);
  });
});
