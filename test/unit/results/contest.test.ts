import assert from 'node:assert/strict';
import { contestState, type Contest, type ContestState } from '../../../src/results';

describe('The state of a contest', () => {
  const times: Contest = { title: 'Finals', startsAt: 1_000, freezesAt: 4_000, endsAt: 5_000 };
  const states = (contest: Contest, ...moments: readonly number[]): readonly ContestState[] =>
    moments.map((now) => contestState(contest, now));

  it('follows from its times', () => {
    assert.deepEqual(states(times, 999, 1_000, 3_999, 4_000, 4_999, 5_000), [
      'notBegun',
      'running',
      'running',
      'frozen',
      'frozen',
      'ended',
    ]);
  });

  it('is running if its times are unknown', () => {
    assert.deepEqual(states({ title: null, endsAt: null }, 0, Infinity), ['running', 'running']);
    assert.deepEqual(states({ title: null, endsAt: null, startsAt: null, freezesAt: null }, 9), ['running']);
  });

  it('is ended before its planned end if the judge reported so', () => {
    assert.deepEqual(states({ ...times, isOver: true }, 2_000, 4_500), ['ended', 'ended']);
  });

  it('is before its start without a planned one until the judge reports a start', () => {
    const postponed: Contest = { title: 'Finals', endsAt: null, hasBegun: false };
    assert.deepEqual(states(postponed, 0, 9_000), ['notBegun', 'notBegun']);
    assert.deepEqual(states({ ...postponed, startsAt: 2_000 }, 1_999, 2_000), ['notBegun', 'running']);
  });
});
