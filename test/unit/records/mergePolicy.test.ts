import assert from 'node:assert/strict';
import type { Envelope } from '../../../src/results';
import { sameJson } from '../../../src/base/sameJson';
import { reconcile } from '../../../src/records/nodeChanges';
import { decideMerge, summarise, type ResultOrigin, type ResultRank } from '../../../src/records/mergePolicy';
import { EnvelopeCache } from '../../../src/records/repository/envelopeCache';
import type { RecordSummary } from '../../../src/records/record';
import { envelope, key, oneCase, progressed, rules, subtask } from './fixtures';
import { recordKey } from '../../../src/records';

const said: RecordSummary = {
  completion: 'unfinished',
  status: 1,
  score: 0,
  time: 0,
  memory: 0,
  compiled: null,
  hasCompilation: false,
  hasCompileMessage: false,
  progress: { done: 2, total: null },
  cause: null,
  failed: 0,
  subtasks: 1,
  cases: 4,
  trackId: null,
};
const standing = (more: Partial<RecordSummary> = {}, receivedAt = 10): ResultRank => ({
  summary: { ...said, ...more },
  receivedAt,
});
const ruling = (known: ResultRank | null, incoming: ResultRank, via: ResultOrigin = 'push') =>
  decideMerge(known, incoming, via, rules);

describe('decideMerge', () => {
  it('accepts the first result, whatever it contains', () => {
    assert.equal(ruling(null, standing({ progress: { done: 0, total: null } })), 'take');
  });

  it('replaces a partial result with a final one, and a final result only on a user’s refresh', () => {
    const final = standing({ completion: 'finished', progress: { done: 0, total: null } });
    assert.equal(ruling(standing(), final), 'take');
    for (const via of ['ask', 'push', 'import'] as const) assert.equal(ruling(final, final, via), 'final');
    assert.equal(ruling(final, final, 'refresh'), 'take');
    assert.equal(ruling(final, standing(), 'refresh'), 'final');
  });

  it('accepts the result of a user’s refresh if the codes are unknown', () => {
    const less = { completion: 'unknown', progress: { done: 0, total: null } } as const;
    assert.equal(ruling(standing(), standing(less), 'refresh'), 'take');
    for (const via of ['ask', 'push', 'import'] as const) {
      assert.equal(ruling(standing(), standing(less), via), 'older');
    }
    assert.equal(ruling(standing(), standing({ ...less, completion: 'unfinished' }), 'refresh'), 'older');
  });

  // In order of priority: each outweighs all that follow.
  const weights: readonly (readonly [string, Partial<RecordSummary>])[] = [
    ['a preliminary verdict', { isPreliminary: true, status: 6 }],
    ['finished cases', { progress: { done: 3, total: null } }],
    ['a compilation', { hasCompilation: true }],
    ['whether it compiled', { compiled: false }],
    ['listed cases', { cases: 5 }],
    ['subtasks', { subtasks: 2 }],
    ['a later pending status', { status: 2 }],
  ];
  const waiting = { ...rules.statuses['1']!, running: false };
  const pending = { ...rules.statuses, '1': waiting, '2': { ...waiting, code: 2, running: true } };
  const own = { ...rules, statuses: pending };
  for (const [at, [name, more]] of weights.entries()) {
    it(`accepts the result that contains more: ${name}`, () => {
      const lighter = Object.assign(
        {},
        ...weights.slice(at + 1).map(([, one]) => one),
      ) as Partial<RecordSummary>;
      assert.equal(decideMerge(standing(lighter), standing(more, 0), 'push', own), 'take');
      assert.equal(decideMerge(standing(more), standing(lighter, 99), 'push', own), 'older');
    });
  }

  it('prefers a verdict to a pending status, and any status to a missing one', () => {
    assert.equal(ruling(standing(), standing({ status: 6 })), 'take');
    assert.equal(ruling(standing({ status: 6 }), standing()), 'older');
    assert.equal(ruling(standing({ status: null }), standing({ status: 0 }, 0)), 'take');
    assert.equal(ruling(standing({ status: 0 }), standing({ status: null }, 99)), 'older');
  });

  it('keeps a final result during a rejudging, and then accepts the new final one, if the judge rejudges', () => {
    const again = { ...rules, canRejudge: true };
    const final = standing({ completion: 'finished' });
    const decide = (incoming: ResultRank) => decideMerge(final, incoming, 'push', again);
    assert.equal(decide(standing({}, 10)), 'rejudging');
    assert.equal(decide(standing({ completion: 'finished' }, 11)), 'take');
    assert.equal(decide(standing({}, 9)), 'final', 'an older one');
    assert.equal(decideMerge(final, standing({}, 11), 'push', { ...rules, canRejudge: false }), 'final');
  });

  it('accepts a result that hides the verdict, and then the result that reveals it', () => {
    const hidden = standing({ completion: 'hidden', progress: { done: 0, total: null } }, 9);
    assert.equal(ruling(standing(), hidden), 'take');
    assert.equal(ruling(standing({ completion: 'hidden', cases: 9 }), standing({}, 9)), 'take');
  });

  it('prefers the later of two equally complete results', () => {
    assert.equal(ruling(standing({}, 10), standing({ score: 5 }, 10)), 'take');
    assert.equal(ruling(standing({}, 10), standing({ score: 5 }, 11)), 'take');
    assert.equal(ruling(standing({}, 10), standing({ score: 5 }, 9)), 'older');
  });
});

describe('summarise', () => {
  it('returns the result’s values', () => {
    const one = envelope(12, [subtask(0, [oneCase(1, 12), oneCase(2, 0)])], { trackId: 'mine' });
    assert.deepEqual(summarise(one, rules), {
      completion: 'finished',
      status: 12,
      score: 0,
      time: 3,
      memory: 800,
      compiled: true,
      hasCompilation: true,
      hasCompileMessage: true,
      progress: { done: 1, total: 2 },
      subtasks: 1,
      cases: 2,
      trackId: 'mine',
      cause: null,
      failed: 0,
    });
  });

  it('returns the first failed case', () => {
    const first = (...subtasks: Parameters<typeof envelope>[1]) =>
      summarise(envelope(6, subtasks), rules).first;
    assert.equal(first(subtask(0, [oneCase(1, 12), oneCase(2, 6), oneCase(3, 6)])), '2');
    assert.equal(first(subtask(1, [oneCase(1, 12)]), subtask(2, [oneCase(1, 6)])), '2-1');
    assert.equal(first(subtask(0, [oneCase(1, 12)])), undefined);
    // The case has no name.
    assert.equal(first(subtask(0, [{ ...oneCase(1, 6), id: null }])), undefined);
  });

  it('includes the compiler errors', () => {
    const one = envelope(12, []);
    assert.deepEqual(summarise(one, rules, { count: 2, line: 7 }).errors, { count: 2, line: 7 });
    assert.ok(!('errors' in summarise(one, rules)));
  });

  it('returns the first failed case without a count if the judge reports only the number of passed cases', () => {
    const one = envelope(6, [subtask(0, [oneCase(1, 6)])]);
    assert.equal(summarise(one, rules).failed, 1);
    const judge = one.data?.judge;
    assert.ok(judge);
    const counted = { ...one, data: { compile: null, judge: { ...judge, passed: 3 } } };
    const { failed, first } = summarise(counted, rules);
    assert.deepEqual([failed, first], [0, '1']);
  });

  it('returns nulls for a missing result', () => {
    const one: Envelope = { type: 'judge', requestId: 'r1', trackId: null, data: null };
    assert.deepEqual(summarise(one, rules), {
      completion: 'unfinished',
      status: null,
      score: null,
      time: null,
      memory: null,
      compiled: null,
      hasCompilation: false,
      hasCompileMessage: false,
      progress: { done: 0, total: null },
      subtasks: 0,
      cases: 0,
      trackId: null,
      cause: null,
      failed: 0,
    });
    const quiet = { ...one, data: { compile: { success: null, message: '', opt2: null }, judge: null } };
    const { hasCompilation, hasCompileMessage, compiled } = summarise(quiet, rules);
    assert.deepEqual([hasCompilation, hasCompileMessage, compiled], [true, false, null]);
  });
});

describe('The difference between two results', () => {
  const before = oneCase(1, 6, { score: 1, time: 1, memory: 1, signal: 1, exitCode: 1, description: 'a' });
  for (const [field, value] of Object.entries({
    status: 12,
    score: 2,
    time: 2,
    memory: 2,
    signal: 2,
    exitCode: 2,
    description: 'b',
    extra: { a: 1 },
  })) {
    it(`contains a changed field of a case: ${field}`, () => {
      const after = envelope(1, [subtask(0, [oneCase(9, 0), { ...before, [field]: value }])]);
      const { change } = reconcile(envelope(1, [subtask(0, [oneCase(9, 0), before])]), after);
      assert.deepEqual(change?.subtasks, [{ identity: '0', row: false, caseList: false, cases: ['1'] }]);
    });
  }

  it('contains the compilation, even if only an unknown field differs', () => {
    const one = envelope(1, []);
    const data = { ...one.data!, compile: { ...one.data!.compile!, extra: { more: 1 } } };
    assert.equal(reconcile(one, { ...one, data }).change?.compile, true);
  });

  it('omits unchanged lists, rows, and details', () => {
    const { change } = reconcile(envelope(1, []), envelope(0, []));
    assert.deepEqual(change, {
      wholeRecord: false,
      details: false,
      summary: true,
      compile: false,
      subtaskList: false,
      subtasks: [],
    });
  });

  it('compares JSON values by content', () => {
    assert.ok(sameJson({ a: [1, null], b: 'x' }, { b: 'x', a: [1, null] }));
    for (const [a, b] of [
      [{}, null],
      [null, {}],
      [{}, []],
      [[], {}],
      [{ a: undefined }, { b: undefined }],
      [{ a: 1 }, { a: 1, b: 2 }],
      [1, '1'],
    ]) {
      assert.equal(sameJson(a, b), false, JSON.stringify([a, b]));
    }
  });
});

describe('Cached results', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => recordKey('https://judge.test', id));
  const cache = (budget: number, mustStay: (one: string) => boolean = () => false) =>
    new EnvelopeCache(budget, { hasUnsaved: mustStay });
  const of = (cases: number): Envelope => progressed(cases, cases);

  it('are found only by their own ID', () => {
    const own = cache(100);
    const one = of(3);
    own.set(key, 'id1', one);
    assert.equal(own.get(key, 'id1'), one);
    assert.equal(own.get(key, 'id2'), null);
    own.delete(key);
    assert.equal(own.get(key, 'id1'), null);
    assert.equal(own.size, 0);
  });

  it('count as one unit per case, plus the length of the compiler output', () => {
    const own = cache(1000);
    own.set(key, 'id1', of(3));
    assert.equal(own.size, 5, 'the record, three cases, a short message');
    const quiet: Envelope = { type: 'judge', requestId: 'r1', trackId: null, data: null };
    own.set(key, 'id2', quiet);
    assert.equal(own.size, 1);
    const loud = { success: true, message: 'x'.repeat(2560), opt2: null };
    own.set(key, 'id3', { ...quiet, data: { compile: loud, judge: null } });
    assert.equal(own.size, 11);
  });

  it('are dropped beyond the budget, least recently used first, but found while still referenced', () => {
    const own = cache(10);
    const held = [of(3), of(3), of(3)];
    own.set(a!, '1', held[0]!);
    own.set(b!, '1', held[1]!);
    own.get(a!, '1');
    own.set(c!, '1', held[2]!);
    assert.equal(own.size, 10);
    // b was dropped. It returns as the same object, and now c or a is dropped.
    assert.equal(own.get(b!, '1'), held[1]);
    assert.equal(own.get(b!, '2'), null);
    assert.equal(own.size, 10);
  });

  it('aren’t dropped if they are stored nowhere else', () => {
    const own = cache(5, (one) => one === a);
    own.set(a!, '1', of(3));
    own.set(b!, '1', of(3));
    own.set(c!, '1', of(3));
    assert.equal(own.size, 10, 'a and the last one');
  });
});
