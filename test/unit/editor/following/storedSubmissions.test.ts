import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Extension } from '../../../../src/editor/extension';
import { StoredSubmissions } from '../../../../src/editor/following/storedSubmissions';
import { recordKey, type RecordStore } from '../../../../src/records';
import type { Judge } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { recentOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import { described } from '../../../support/profiles';
import { envelope, makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

const judge: Judge = described(codeforces, 'cf', { handle: 'me' });

const resultWith = (status: string) =>
  envelope(0, [], {
    data: {
      compile: null,
      judge: { id: 1, status, score: null, time: null, memory: null, subtasks: [] },
    },
  });

describe('A listed submission that is known', () => {
  let fetched: string[];
  let submissions: StoredSubmissions;
  let store: RecordStore;
  /** Status in the judge's result; null: the result isn't ready. */
  let judged: string | null;

  const receive = async (requestId: string, status: string, { id, rules }: Judge = judge) => {
    const add = newRecord(requestId, { service: id, rules });
    const how = { via: 'refresh', receivedAt: 1, add } as const;
    await store.receive(recordKey(id, requestId), { envelope: resultWith(status) }, how);
  };

  beforeEach(async () => {
    fetched = [];
    judged = null;
    store = makeStore().store;
    submissions = new StoredSubmissions(
      standIn<Extension>({
        store,
        tracking: {
          fetch: async (from: Judge, requestId: string) => {
            fetched.push(requestId);
            if (judged !== null) await receive(requestId, judged, from);
            return { kind: 'notReady' as const, record: null };
          },
        },
      }),
    );
    await receive('1', 'OK');
  });

  const read = (status: string | null, requestId = '1') =>
    submissions.readAgainIfChanged(judge, recentOf({ requestId, status, at: 1 }));

  it('is fetched again if the judge changed its verdict, once', async () => {
    assert.equal(await read('OK'), false);
    assert.equal(await read('WRONG_ANSWER'), true);
    assert.equal(await read('WRONG_ANSWER'), false);
    assert.deepEqual(fetched, ['1']);
  });

  it('is fetched again if the verdict changed while no window was open', async () => {
    assert.equal(await read('WRONG_ANSWER'), true);
  });

  it('is fetched again if another failure replaced its verdict while no window was open', async () => {
    await receive('2', 'WRONG_ANSWER');
    judged = 'TIME_LIMIT_EXCEEDED';
    assert.equal(await read('TIME_LIMIT_EXCEEDED', '2'), true);
    assert.equal(store.get(recordKey(judge.id, '2'))?.summary?.status, 'TIME_LIMIT_EXCEEDED');
    assert.equal(await read('TIME_LIMIT_EXCEEDED', '2'), false);
  });

  it('replaces “too late” by the verdict that the list has after the contest was extended', async () => {
    const contest = described(clics, 'regional', { url: 'https://judge.example.edu/api', contest: '1' });
    await receive('7', 'LATE', contest);
    judged = 'WA';
    const entry = recentOf({ requestId: '7', status: 'WA', at: 1 });
    assert.equal(await submissions.readAgainIfChanged(contest, entry), true);
    const { summary, state } = store.get(recordKey(contest.id, '7')) ?? assert.fail();
    assert.deepEqual([summary?.status, state.kind], ['WA', 'finished']);
  });

  it('isn’t fetched again if the judge’s list has other codes than its results', async () => {
    judged = 'WRONG_ANSWER';
    for (const id of ['2', '3', '4']) await receive(id, 'WRONG_ANSWER');
    for (const id of ['2', '3', '4']) await read('CHALLENGED', id);
    assert.deepEqual(fetched, ['2']);
  });

  it('isn’t fetched again while it is judged again, or without a verdict', async () => {
    for (const status of ['TESTING', null, 'UNHEARD_OF']) assert.equal(await read(status), false);
    assert.equal(await read('WRONG_ANSWER', 'unknown'), false);
    assert.deepEqual(fetched, []);
  });
});

describe('A listed submission', () => {
  const at = Date.UTC(2026, 10, 22);
  const contest = { id: 'd/c', title: 'Round', endsAt: null };
  const listed = recentOf({
    requestId: '7',
    hint: 'd/c',
    problemId: 'P1',
    problemTitle: 'Sum',
    letter: 'A',
    language: 'cpp',
    contest,
    at,
  });
  const details = {
    problemId: 'P1',
    title: 'Sum',
    letter: 'A',
    place: 'd/c',
    language: 'cpp',
    optimise: false,
    contest,
    at,
  };

  function submissionsIn(store: RecordStore): StoredSubmissions {
    return new StoredSubmissions(
      standIn<Extension>({
        store,
        contests: { report: () => undefined },
        tracking: {
          track: async (own: Judge, requestId: string, more = {}) =>
            (await store.add(newRecord(requestId, { service: own.id, rules: own.rules, ...more }))) ??
            assert.fail(),
        },
      }),
    );
  }

  it('is added with its problem, contest, language, and time', async () => {
    const { store } = makeStore();
    await submissionsIn(store).add(judge, listed);
    const record = store.get(recordKey(judge.id, '7')) ?? assert.fail();
    assert.deepEqual(record.submission, details);
    assert.deepEqual([record.hint, record.addedAt], ['d/c', at]);
  });

  it('isn’t in the scope of its hint if the judge lists another scope', async () => {
    const { store } = makeStore();
    await submissionsIn(store).add(judge, { ...listed, hint: 'P1', place: null });
    const record = store.get(recordKey(judge.id, '7')) ?? assert.fail();
    assert.deepEqual([record.hint, record.submission?.place], ['P1', null]);
  });

  it('completes a known result whose problem is unknown, and no other', async () => {
    const { store } = makeStore();
    const own = { ...details, problemId: 'P2', title: null };
    await store.add(newRecord('7', { service: judge.id }));
    await store.add(newRecord('8', { service: judge.id, submission: own }));
    const submissions = submissionsIn(store);
    await submissions.complete(judge, listed);
    await submissions.complete(judge, { ...listed, requestId: '8' });
    await submissions.complete(judge, { ...listed, requestId: '9' });
    const [seven, eight] = ['7', '8'].map((id) => store.get(recordKey(judge.id, id))?.submission);
    assert.deepEqual([seven, eight], [details, own]);
    assert.equal(store.get(recordKey(judge.id, '9')), null);
  });

  it('keeps its problem when a result without one arrives', async () => {
    const { store } = makeStore();
    const about = { problem: null, code: null, language: 'C++', contest: { ...contest, title: 'Round 1' } };
    const add = newRecord('7', { service: judge.id, rules: judge.rules, submission: details });
    await store.receive(
      recordKey(judge.id, '7'),
      { envelope: resultWith('OK'), about },
      { via: 'refresh', receivedAt: 1, add },
    );
    const { submission } = store.get(recordKey(judge.id, '7')) ?? assert.fail();
    assert.deepEqual([submission?.problemId, submission?.contest?.title], ['P1', 'Round 1']);
  });
});
