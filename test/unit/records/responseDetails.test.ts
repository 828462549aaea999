import assert from 'node:assert/strict';
import { namesProblem, recordKey, runningContest, submissionTime } from '../../../src/records';
import type { AboutResult } from '../../../src/results';
import { envelope, key, makeStore, newRecord, oneCase, subtask } from './fixtures';

const about = {
  hint: 'dom2#contest',
  problem: { id: 'S1', title: 'Sum' },
  code: 'print(1)\n',
  language: 'py',
  limits: { time: 1000, memory: 262_144 },
};
const answer = { kind: 'result' as const, envelope: envelope(12, [subtask(0, [oneCase(1, 12)])]), raw: null };

describe('Details in a response', () => {
  it('are stored with a new record: problem, language, location, and judged text', async () => {
    const { store } = makeStore();
    const how = { via: 'refresh', receivedAt: 1, add: newRecord() } as const;
    const taken = await store.receive(key, { ...answer, about }, how);
    assert.equal(taken.kind, 'taken');
    const record = store.get(key);
    assert.deepEqual(record?.submission, {
      problemId: 'S1',
      title: 'Sum',
      place: 'dom2#contest',
      language: 'py',
      optimise: false,
    });
    assert.equal(record.hint, 'dom2#contest');
    assert.deepEqual(record.limits, { time: 1000, memory: 262_144 });
    assert.equal(await store.sourceText(key), 'print(1)\n');
  });

  it('contain the contest although the problem is unknown, and the problem later', async () => {
    const { store } = makeStore();
    const contest = { title: 'Finals', endsAt: 9e12, id: 'finals' };
    const how = { via: 'refresh', receivedAt: 1, add: newRecord() } as const;
    await store.receive(key, { ...answer, about: { ...about, problem: null, contest } }, how);
    const record = store.get(key);
    assert.deepEqual(record?.submission?.contest, contest);
    assert.equal(namesProblem(record.submission), false);
    assert.equal(runningContest(record.service, store.records(), [], 1)?.contest.title, 'Finals');
    await store.receive(key, { ...answer, about: { ...about, contest } }, { via: 'refresh', receivedAt: 2 });
    assert.deepEqual(
      [store.get(key)?.submission?.problemId, store.get(key)?.submission?.title],
      ['S1', 'Sum'],
    );
  });

  it('name another user later if a list didn’t, except for a program of the user’s own file', async () => {
    const { store } = makeStore();
    const submission = { problemId: 'S1', title: 'Sum', place: null, language: 'py', optimise: false };
    const source = { uri: 'file:///A.py', how: 'submitted', textHash: null } as const;
    const userOf = async (id: string, more: object) => {
      const one = recordKey(newRecord().service, id);
      await store.add(newRecord(id, { submission, ...more }));
      await store.receive(
        one,
        { ...answer, about: { ...about, user: 'bob' } },
        { via: 'refresh', receivedAt: 1 },
      );
      return store.get(one)?.submission?.user;
    };
    assert.deepEqual([await userOf('7', {}), await userOf('8', { source })], ['bob', undefined]);
  });

  it('are the submission time of a new record, unless the judge’s clock is ahead', async () => {
    const { store, ...made } = makeStore();
    made.time = 5000;
    const receive = async (id: string, at: number | null) => {
      const how = { via: 'refresh', receivedAt: 1, add: newRecord(id) } as const;
      await store.receive(recordKey(newRecord().service, id), { ...answer, about: { ...about, at } }, how);
      return store.get(recordKey(newRecord().service, id))?.addedAt;
    };
    const now = await receive('unknown', null);
    assert.equal(await receive('old', 1000), 1000);
    assert.equal(await receive('ahead', 9e12), now);
  });

  it('are the submission time of a known record, which may have been added much later', async () => {
    const { store, ...made } = makeStore();
    made.time = 5000;
    await store.add(newRecord());
    const receive = async (facts: Partial<AboutResult>) => {
      await store.receive(
        key,
        { ...answer, about: { ...about, ...facts } },
        { via: 'refresh', receivedAt: 1 },
      );
      const record = store.get(key);
      return record && submissionTime(record);
    };
    const added = await receive({});
    assert.equal(added, store.get(key)?.addedAt);
    assert.equal(await receive({ at: NaN }), added);
    assert.equal(await receive({ at: 1000 }), 1000);
    assert.equal(await receive({}), 1000, 'a response without the time changes nothing');
  });

  it('are added to a known record without replacing the details of its own submission', async () => {
    const { store } = makeStore();
    const submission = { problemId: 'S1', title: null, place: null, language: 'py.py3', optimise: true };
    await store.add(newRecord('r1', { submission }));
    await store.receive(key, { ...answer, about }, { via: 'push', receivedAt: 1 });
    assert.deepEqual(store.get(key)?.submission, { ...submission, title: 'Sum', place: 'dom2#contest' });
    // A pushed frame contains no limits: those of the previous response stay.
    await store.receive(
      key,
      { ...answer, about: { ...about, limits: undefined } },
      { via: 'push', receivedAt: 2 },
    );
    assert.deepEqual(store.get(key)?.limits, { time: 1000, memory: 262_144 });
  });

  it('mark the linked file as submitted, and store the judged text', async () => {
    const { store } = makeStore();
    await store.add(
      newRecord('r1', { source: { uri: 'file:///a.py', how: 'tied', textHash: 'ab'.repeat(32) } }),
    );
    await store.receive(key, { ...answer, about }, { via: 'ask', receivedAt: 1 });
    const record = store.get(key);
    assert.deepEqual(record?.source, { uri: 'file:///a.py', how: 'submitted', textHash: record?.judgedHash });
    assert.equal(await store.sourceText(key), 'print(1)\n');
  });

  it('are ignored for a record that was never requested', async () => {
    const { store } = makeStore();
    const taken = await store.receive(key, { ...answer, about }, { via: 'push', receivedAt: 1 });
    assert.deepEqual([taken.kind, store.records()], ['unknown', []]);
  });

  it('are optional', async () => {
    const { store } = makeStore();
    await store.receive(key, answer, { via: 'refresh', receivedAt: 1, add: newRecord() });
    assert.deepEqual([store.get(key)?.submission, store.get(key)?.judgedHash], [null, null]);
  });
});

describe('The contest in a response', () => {
  const submission = { problemId: 'S1', title: 'Sum', place: null, language: 'py', optimise: false };
  const first = { title: 'Weekly', endsAt: 1000, id: 'c1' };
  const unnamed = { title: null, endsAt: null, id: 'c1' };
  type Reported = { title: string | null; endsAt: number | null; id?: string; isOver?: true };

  /** The contest of the record after responses with these contests. */
  async function after(...reported: readonly (Reported | undefined)[]): Promise<unknown> {
    const { store } = makeStore();
    await store.add(newRecord('r1', { submission }));
    for (const [receivedAt, contest] of reported.entries()) {
      await store.receive(key, { ...answer, about: { ...about, contest } }, { via: 'ask', receivedAt });
    }
    return store.get(key)?.submission?.contest;
  }

  it('replaces the earlier end if the end was moved, became unknown, or was reached early', async () => {
    assert.deepEqual(await after(first, { ...first, endsAt: 2000 }), { ...first, endsAt: 2000 });
    assert.deepEqual(await after(first, { ...first, endsAt: null }), { ...first, endsAt: null });
    assert.deepEqual(await after(first, { ...unnamed, isOver: true }), {
      ...first,
      endsAt: null,
      isOver: true,
    });
  });

  it('stays if a response contains no contest, or only its ID', async () => {
    assert.deepEqual(await after(first, undefined), first);
    assert.deepEqual(await after(first, unnamed), first);
    assert.deepEqual(await after(unnamed, first), first);
    assert.deepEqual(await after(first, { title: null, endsAt: null, id: 'c2' }), {
      title: null,
      endsAt: null,
      id: 'c2',
    });
  });

  it('keeps its ID if a later response doesn’t contain it', async () => {
    assert.deepEqual(await after(first, { title: 'Weekly', endsAt: 2000 }), { ...first, endsAt: 2000 });
  });

  it('is stored although the response doesn’t contain the problem', async () => {
    const { store } = makeStore();
    await store.add(newRecord('r1', { submission }));
    const hidden = { ...about, problem: null, contest: first };
    await store.receive(key, { ...answer, about: hidden }, { via: 'ask', receivedAt: 1 });
    assert.deepEqual(store.get(key)?.submission, { ...submission, contest: first });
  });

  it('can be replaced by a later request for the contest alone', async () => {
    const { store } = makeStore();
    await store.add(newRecord('r1', { submission: { ...submission, contest: unnamed } }));
    await store.setContest(key, first);
    assert.deepEqual(store.get(key)?.submission?.contest, first);
    await store.add(newRecord('r2', {}));
    const second = await store.setContest(
      store.records().find(({ requestId }) => requestId === 'r2')!.key,
      first,
    );
    assert.equal(second?.submission, null);
  });
});
