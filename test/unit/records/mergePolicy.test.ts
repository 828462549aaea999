import assert from 'node:assert/strict';
import type { Envelope } from '../../../src/judge';
import { reconcile, sameJson } from '../../../src/records/nodeChanges';
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
  it('takes the first result, whatever it says', () => {
    assert.equal(ruling(null, standing({ progress: { done: 0, total: null } })), 'take');
  });

  it('takes a final one after a partial one, and after a final one only by the user’s own refresh', () => {
    const final = standing({ completion: 'finished', progress: { done: 0, total: null } });
    assert.equal(ruling(standing(), final), 'take');
    for (const via of ['ask', 'push', 'import'] as const) assert.equal(ruling(final, final, via), 'final');
    assert.equal(ruling(final, final, 'refresh'), 'take');
    assert.equal(ruling(final, standing(), 'refresh'), 'final');
  });

  it('believes the user’s own refresh where the codes don’t tell the end', () => {
    const less = { completion: 'unknown', progress: { done: 0, total: null } } as const;
    assert.equal(ruling(standing(), standing(less), 'refresh'), 'take');
    for (const via of ['ask', 'push', 'import'] as const) {
      assert.equal(ruling(standing(), standing(less), via), 'older');
    }
    assert.equal(ruling(standing(), standing({ ...less, completion: 'unfinished' }), 'refresh'), 'older');
  });

  // the weightiest first: each outweighs all that follow it
  const weights: readonly (readonly [string, Partial<RecordSummary>])[] = [
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
    it(`takes the one that says more: ${name}`, () => {
      const lighter = Object.assign(
        {},
        ...weights.slice(at + 1).map(([, one]) => one),
      ) as Partial<RecordSummary>;
      assert.equal(decideMerge(standing(lighter), standing(more, 0), 'push', own), 'take');
      assert.equal(decideMerge(standing(more), standing(lighter, 99), 'push', own), 'older');
    });
  }

  it('takes a verdict for more than any pending status, and no status for the least', () => {
    assert.equal(ruling(standing(), standing({ status: 6 })), 'take');
    assert.equal(ruling(standing({ status: 6 }), standing()), 'older');
    assert.equal(ruling(standing({ status: null }), standing({ status: 0 }, 0)), 'take');
    assert.equal(ruling(standing({ status: 0 }), standing({ status: null }, 99)), 'older');
  });

  it('keeps a final one while a service that may do so judges again, and takes what that ends with', () => {
    const again = { ...rules, canRejudge: true };
    const final = standing({ completion: 'finished' });
    const decide = (incoming: ResultRank) => decideMerge(final, incoming, 'push', again);
    assert.equal(decide(standing({}, 10)), 'rejudging');
    assert.equal(decide(standing({ completion: 'finished' }, 11)), 'take');
    assert.equal(decide(standing({}, 9)), 'final', 'an older one');
    assert.equal(decideMerge(final, standing({}, 11), 'push', { ...rules, canRejudge: false }), 'final');
  });

  it('takes what hides a result, and what comes when it is hidden no more', () => {
    const hidden = standing({ completion: 'hidden', progress: { done: 0, total: null } }, 9);
    assert.equal(ruling(standing(), hidden), 'take');
    assert.equal(ruling(standing({ completion: 'hidden', cases: 9 }), standing({}, 9)), 'take');
  });

  it('takes the later one of two that say equally much', () => {
    assert.equal(ruling(standing({}, 10), standing({ score: 5 }, 10)), 'take');
    assert.equal(ruling(standing({}, 10), standing({ score: 5 }, 11)), 'take');
    assert.equal(ruling(standing({}, 10), standing({ score: 5 }, 9)), 'older');
  });
});

describe('what a row says of a result', () => {
  it('is taken from it', () => {
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

  it('names the first failed case, as everywhere', () => {
    const first = (...subtasks: Parameters<typeof envelope>[1]) =>
      summarise(envelope(6, subtasks), rules).first;
    assert.equal(first(subtask(0, [oneCase(1, 12), oneCase(2, 6), oneCase(3, 6)])), '2');
    assert.equal(first(subtask(1, [oneCase(1, 12)]), subtask(2, [oneCase(1, 6)])), '2-1');
    assert.equal(first(subtask(0, [oneCase(1, 12)])), undefined);
    // it has no name
    assert.equal(first(subtask(0, [{ ...oneCase(1, 6), id: null }])), undefined);
  });

  it('has what was read of the compile message', () => {
    const one = envelope(12, []);
    assert.deepEqual(summarise(one, rules, { count: 2, line: 7 }).errors, { count: 2, line: 7 });
    assert.ok(!('errors' in summarise(one, rules)));
  });

  it('counts no failed cases where the service only says how many passed', () => {
    const one = envelope(6, [subtask(0, [oneCase(1, 6)])]);
    assert.equal(summarise(one, rules).failed, 1);
    const judge = one.data?.judge;
    assert.ok(judge);
    const counted = { ...one, data: { compile: null, judge: { ...judge, passed: 3 } } };
    const { failed, first } = summarise(counted, rules);
    assert.deepEqual([failed, first], [0, undefined]);
  });

  it('is nothing where there is nothing', () => {
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

describe('a change of one figure', () => {
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
    it(`is found: ${field} of a case`, () => {
      const after = envelope(1, [subtask(0, [oneCase(9, 0), { ...before, [field]: value }])]);
      const { change } = reconcile(envelope(1, [subtask(0, [oneCase(9, 0), before])]), after);
      assert.deepEqual(change?.subtasks, [{ identity: '0', row: false, caseList: false, cases: ['1'] }]);
    });
  }

  it('is found in the compilation, also where only an unknown field differs', () => {
    const one = envelope(1, []);
    const data = { ...one.data!, compile: { ...one.data!.compile!, extra: { more: 1 } } };
    assert.equal(reconcile(one, { ...one, data }).change?.compile, true);
  });

  it('leaves out what stayed: no list, no other row, no details', () => {
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

  it('is told from an equal value of JSON', () => {
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

describe('results in memory', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => recordKey('https://judge.test', id));
  const cache = (budget: number, mustStay: (one: string) => boolean = () => false) =>
    new EnvelopeCache(budget, { hasUnsaved: mustStay });
  const of = (cases: number): Envelope => progressed(cases, cases);

  it('are found by their ID only', () => {
    const own = cache(100);
    const one = of(3);
    own.set(key, 'id1', one);
    assert.equal(own.get(key, 'id1'), one);
    assert.equal(own.get(key, 'id2'), null);
    own.delete(key);
    assert.equal(own.get(key, 'id1'), null);
    assert.equal(own.size, 0);
  });

  it('cost their cases, and their compile message by its length', () => {
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

  it('are dropped beyond the budget, the longest unused first, and found as long as somebody holds them', () => {
    const own = cache(10);
    const held = [of(3), of(3), of(3)];
    own.set(a!, '1', held[0]!);
    own.set(b!, '1', held[1]!);
    own.get(a!, '1');
    own.set(c!, '1', held[2]!);
    assert.equal(own.size, 10);
    // b went: it comes back as the very same object, and now c or a goes
    assert.equal(own.get(b!, '1'), held[1]);
    assert.equal(own.get(b!, '2'), null);
    assert.equal(own.size, 10);
  });

  it('stay where they are nowhere else', () => {
    const own = cache(5, (one) => one === a);
    own.set(a!, '1', of(3));
    own.set(b!, '1', of(3));
    own.set(c!, '1', of(3));
    assert.equal(own.size, 10, 'a and the last one');
  });
});
