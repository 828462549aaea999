import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterRequest,
  maximumWait,
  planList,
  type ListState,
  type WaitingRecord,
} from '../../../../src/editor/submit/inBrowser/listSchedule';

const second = 1000;
const minute = 60 * second;
const start = 1_700_000_000_000;

const idle: ListState = {
  lastAt: -Infinity,
  interval: 2 * second,
  notBefore: -Infinity,
  isWanted: false,
  requestsUnderWay: 0,
};
const record = (key: string, since = start, endAt = -Infinity, until = since + 5 * minute) => ({
  key,
  since,
  until,
  endAt,
});

/** What is due at `now`, and the next time at which something is. */
function duesAt(now: number, state: ListState, records: readonly WaitingRecord<string>[]) {
  const { listAt, ends } = planList(state, records, now);
  const later = [listAt, ...ends.map(({ at }) => at)].filter((at) => at > now);
  return {
    isDue: listAt <= now,
    over: ends.filter(({ at }) => at <= now).map(({ key }) => key),
    nextAt: Math.min(Infinity, ...later),
  };
}

/** Plans for a judge whose list was requested when the page was opened. Returns times in s after the start. */
function planned(
  now: number,
  {
    records = [record('a')],
    ...state
  }: Partial<ListState> & { readonly records?: readonly WaitingRecord<string>[] } = {},
) {
  const { isDue, over, nextAt } = duesAt(start + now * second, { ...idle, lastAt: start, ...state }, records);
  return { isDue, over, next: (nextAt - start) / second };
}

describe('The schedule of lists for a submission in the browser', () => {
  it('has requests 2, 5, and 10 seconds after the page was opened, then every 10 seconds', () => {
    const times: number[] = [];
    let lastAt = start;
    for (let now = 0; now < 45; now += 1) {
      if (!planned(now, { lastAt }).isDue) continue;
      times.push(now);
      lastAt = start + now * second;
    }
    assert.deepEqual(times, [2, 5, 10, 20, 30, 40]);
  });

  it('starts again with another program', () => {
    const records = [record('a'), record('b', start + 60 * second)];
    const state = { lastAt: start + 60 * second, records };
    assert.deepEqual(planned(61, state), { isDue: false, over: [], next: 62 });
    assert.equal(planned(62, state).isDue, true);
  });

  it('keeps the judge’s interval', () => {
    assert.equal(planned(2, { interval: 7 * second }).next, 7);
    assert.equal(planned(3, { lastAt: start + 2 * second, isWanted: true, interval: 5 * second }).next, 7);
  });

  it('requests a list at once if the user came back, but not while a request is unfinished', () => {
    assert.equal(planned(13, { lastAt: start + 11 * second, isWanted: true }).isDue, true);
    const busy = planned(13, { lastAt: start + 11 * second, isWanted: true, requestsUnderWay: 1 });
    assert.deepEqual(busy, { isDue: false, over: [], next: 300 });
  });

  it('waits while another window requests the list', () => {
    assert.deepEqual(planned(5, { notBefore: start + 17 * second, isWanted: true }), {
      isDue: false,
      over: [],
      next: 17,
    });
  });

  it('ends the wait after 5 minutes, without another request', () => {
    const state = { lastAt: start + 291 * second };
    assert.deepEqual(planned(299, state), { isDue: false, over: [], next: 300 });
    assert.deepEqual(planned(300, state), { isDue: false, over: ['a'], next: Infinity });
  });

  it('doesn’t end the wait while the judge can’t be reached', () => {
    const records = [record('a', start, -Infinity, Infinity)];
    const state = { lastAt: start + 9991 * second, records };
    assert.deepEqual(planned(10_000, state), { isDue: false, over: [], next: 10_001 });
  });

  it('counts only the time in which the judge can be reached', () => {
    const state = { kind: 'inBrowser', since: start, before: null } as const;
    assert.equal(maximumWait(state), 5 * minute);
    const lost = afterRequest(state, true, start + second);
    assert.equal(maximumWait(lost), Infinity);
    assert.equal(afterRequest(lost, true, start + minute), lost);
    const back = afterRequest(lost, false, start + 8 * minute + second);
    assert.equal(maximumWait(back), 13 * minute);
    assert.equal(afterRequest(back, false, start + 9 * minute), back);
    const again = afterRequest(afterRequest(back, true, start), false, start + minute);
    assert.equal(maximumWait(again), 14 * minute);
    const clockSetBack = afterRequest(lost, false, start - minute);
    assert.equal(maximumWait(clockSetBack), 5 * minute);
  });

  it('ends the wait again only after the pause for a failed attempt', () => {
    const retry = { records: [record('a', start, start + 310 * second)] };
    assert.deepEqual(planned(301, retry), { isDue: false, over: [], next: 310 });
    assert.deepEqual(planned(310, retry).over, ['a']);
    assert.equal(planned(310, { records: [record('a', start, Infinity)] }).next, Infinity);
  });

  it('ends the wait of a record from the future, because the clock was set back', () => {
    assert.deepEqual(planned(-301).over, ['a']);
    assert.deepEqual(planned(-299).over, []);
  });

  it('has no requests if no record waits', () => {
    assert.deepEqual(planList(idle, [], start), { listAt: Infinity, ends: [] });
  });

  it('always continues later, never in the past, and sends at most 34 requests for one program', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 400 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 0, max: 10_000 }), (delays, interval) => {
        let state: ListState = { ...idle, lastAt: start, interval };
        let requests = 0;
        let now = start;
        for (const delay of delays) {
          const { isDue, over, nextAt } = duesAt(now, state, [record('a')]);
          assert.ok(nextAt > now);
          if (over.length > 0) break;
          if (isDue) {
            assert.ok(now - state.lastAt >= interval);
            state = { ...state, lastAt: now };
            requests += 1;
          }
          now += delay;
        }
        assert.ok(requests <= 34, `${requests} requests`);
        assert.ok(now < start + 6 * minute);
      }),
    );
  });
});
