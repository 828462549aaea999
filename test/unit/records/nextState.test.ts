import assert from 'node:assert/strict';
import type { RecordState } from '../../../src/results';
import { nextState } from '../../../src/records/nextState';
import type { StateEvent } from '../../../src/records/nextState';
import type { ResultOrigin } from '../../../src/records/mergePolicy';
import { summarise } from '../../../src/records/mergePolicy';
import type { RecordSummary } from '../../../src/records/record';
import { progressed, rules } from './fixtures';

const said = summarise(progressed(1, 3), rules);
const having = (completion: RecordSummary['completion']): RecordSummary => ({ ...said, completion });
const states = {
  waiting: { kind: 'waiting' },
  judging: { kind: 'judging' },
  settled: { kind: 'settled' },
  finished: { kind: 'finished' },
  stopped: { kind: 'stopped' },
  failed: { kind: 'failed', status: 404, reason: null },
  expired: { kind: 'expired', why: 'gone' },
} as const satisfies Record<string, RecordState>;
type Name = keyof typeof states;
const all = Object.keys(states) as readonly Name[];
const givenUp: readonly Name[] = ['stopped', 'failed', 'expired'];
const on: readonly Name[] = ['waiting', 'judging', 'settled', 'finished'];

/** Returns the states that follow each of these states. */
const after = (what: StateEvent, names: readonly Name[], summary: RecordSummary | null = said) =>
  names.map((name) => nextState({ state: states[name], summary }, what).kind);
const times = (count: number, name: Name): Name[] => Array.from({ length: count }, () => name);
const result = (completion: RecordSummary['completion'], via: ResultOrigin): StateEvent => ({
  kind: 'result',
  via,
  summary: having(completion),
});

describe('nextState', () => {
  it('stays active when requested again, and resumes after giving up', () => {
    assert.equal(nextState(null, { kind: 'requested' }).kind, 'waiting');
    assert.deepEqual(after({ kind: 'requested' }, on), on);
    assert.deepEqual(after({ kind: 'requested' }, givenUp), times(3, 'judging'));
    assert.deepEqual(after({ kind: 'requested' }, givenUp, null), times(3, 'waiting'));
  });

  it('becomes finished with a final result, whatever it was before', () => {
    for (const via of ['ask', 'push', 'refresh', 'import'] as const) {
      assert.deepEqual(after(result('finished', via), all), times(7, 'finished'));
      assert.equal(nextState(null, result('finished', via)).kind, 'finished');
    }
  });

  it('becomes assumed final with a result hidden by a contest', () => {
    assert.deepEqual(after(result('hidden', 'push'), all), times(7, 'settled'));
  });

  it('becomes judging with a partial result, but stays given up until the user refreshes', () => {
    for (const completion of ['unfinished', 'unknown'] as const) {
      for (const via of ['ask', 'push'] as const) {
        assert.deepEqual(after(result(completion, via), on), times(4, 'judging'));
        assert.deepEqual(after(result(completion, via), givenUp), givenUp);
      }
      assert.deepEqual(after(result(completion, 'refresh'), all), times(7, 'judging'));
      assert.equal(nextState(null, result(completion, 'ask')).kind, 'judging');
    }
  });

  it('becomes stopped on importing a partial result, because imports aren’t polled', () => {
    const what = result('unknown', 'import');
    assert.equal(nextState(null, what).kind, 'stopped');
    assert.deepEqual(after(what, on), ['judging', 'judging', 'settled', 'stopped']);
    assert.deepEqual(after(result('unfinished', 'import'), ['settled']), ['stopped']);
  });

  it('becomes judging during a rejudging, unless the user stopped it', () => {
    const again = after(
      { kind: 'rejudging' },
      ['finished', 'failed', 'expired', 'stopped'],
      having('finished'),
    );
    assert.deepEqual(again, ['judging', 'judging', 'judging', 'stopped']);
    assert.deepEqual(after({ kind: 'rejudged' }, ['judging'], having('finished')), ['finished']);
    assert.deepEqual(after({ kind: 'rejudged' }, ['judging'], having('unknown')), ['judging']);
  });

  it('follows polling and the user, but stays finished with a final result', () => {
    const stop: StateEvent = { kind: 'stateSet', state: states.stopped };
    const others = all.filter((name) => name !== 'finished');
    assert.deepEqual(after(stop, others), times(6, 'stopped'));
    assert.deepEqual(after(stop, ['finished'], having('finished')), ['finished']);
    assert.deepEqual(after(stop, ['judging'], having('finished')), ['stopped'], 'it is judged again');
    const begin: StateEvent = { kind: 'stateSet', state: states.waiting };
    assert.deepEqual(after(begin, ['waiting', 'settled']), times(2, 'judging'), 'more is known than that');
    assert.deepEqual(after(begin, ['waiting'], null), ['waiting']);
  });

  it('changes if another verdict table makes the result final, or no longer final', () => {
    const by = (completion: RecordSummary['completion']): StateEvent => ({
      kind: 'interpreted',
      summary: having(completion),
    });
    const read: readonly Name[] = ['judging', 'settled', 'finished'];
    assert.deepEqual(after(by('finished'), read), times(3, 'finished'));
    assert.deepEqual(after(by('unfinished'), read), times(3, 'judging'));
    assert.deepEqual(after(by('unknown'), read), ['judging', 'settled', 'settled']);
    assert.deepEqual(after(by('finished'), ['waiting', ...givenUp]), ['waiting', ...givenUp]);
  });

  it('stays unchanged for a newer version’s record', () => {
    const newer = { state: { kind: 'newer' }, summary: said } as const;
    const happenings: readonly StateEvent[] = [
      { kind: 'requested' },
      result('finished', 'push'),
      { kind: 'rejudging' },
      { kind: 'rejudged' },
      { kind: 'interpreted', summary: said },
      { kind: 'stateSet', state: states.stopped },
    ];
    for (const what of happenings) assert.equal(nextState(newer, what), newer.state, what.kind);
  });
});
