import assert from 'node:assert/strict';
import { notBeforeIn } from '../../../../src/judges/http/rateLimitHeaders';
import type { Fetch } from '../../../../src/judges';
import { JudgeClient } from '../../../../src/judges/client';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import { described, specifiedJudge } from '../../../support/profiles';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { TrackedWindow } from '../../tracking/trackedWindow';
import { FakeDisk, FakeLeases, MINUTE, SECOND } from '../../tracking/world';
import { polledThrough } from '../asking';
import { clientAt, credentialFor, request, userAgent } from '../clients';

const start = Date.parse('2026-11-24T20:00:00Z');
const hour = 60 * MINUTE;

/** Time after a response with these headers until polling may continue, ms. */
function restAfter(headers: Readonly<Record<string, string>>): number | null {
  const all = new Headers(headers);
  const until = notBeforeIn((name) => all.get(name), start);
  return until === null ? null : until - start;
}

const limit = (remaining: string, reset: string) =>
  restAfter({ 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset });

describe('The remaining requests in a rate limit', () => {
  it('are spread over the time until the reset, except the last request', () => {
    assert.equal(limit('101', String(start / 1000 + 1000)), 10 * SECOND);
    assert.equal(limit('1', '60'), MINUTE);
    assert.equal(limit('0', '60'), MINUTE);
    assert.equal(limit(' 3 ', ' 60 '), 30 * SECOND);
  });

  it('reserve a tenth of the limit for the user and other windows', () => {
    const whole = (remaining: string) =>
      restAfter({
        'X-RateLimit-Limit': '1000',
        'X-RateLimit-Remaining': remaining,
        'X-RateLimit-Reset': '3600',
      });
    assert.equal(whole('1000'), 4 * SECOND);
    assert.equal(whole('101'), hour);
    assert.equal(whole('100'), hour);
  });

  it('are ignored if they are missing, not numeric, or reset after more than an hour', () => {
    for (const [left, reset] of [
      ['x', '60'],
      ['7', 'soon'],
      ['7', '0'],
      ['7', '99999'],
      ['-1', '60'],
      ['7', String(start / 1000 - 60)],
      ['7', '9'.repeat(13)],
    ] as const)
      assert.equal(limit(left, reset), null, `${left} ${reset}`);
    assert.equal(restAfter({ 'X-RateLimit-Remaining': '7' }), null);
    assert.equal(restAfter({}), null);
  });

  it('are combined with Retry-After: the longer wait counts', () => {
    assert.equal(restAfter({ 'Retry-After': '20' }), 20 * SECOND);
    const both = { 'X-RateLimit-Remaining': '2', 'X-RateLimit-Reset': '60' };
    assert.equal(restAfter({ ...both, 'Retry-After': '20' }), MINUTE);
    assert.equal(restAfter({ ...both, 'Retry-After': '90' }), 90 * SECOND);
    assert.equal(restAfter({ 'Retry-After': '99999999' }), hour);
  });
});

describe('JudgeClient', () => {
  const judge = specifiedJudge({ url: 'https://judge.test' });

  it('reports how long polling must pause, and never delays a user’s request', async () => {
    let now = start;
    const headers = new Headers({ 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '3600' });
    const fetch: Fetch = async () => ({ status: 204, headers, body: null });
    const client = clientAt(judge, { fetch, now: () => now });
    assert.equal(client.notBefore, -Infinity);
    assert.equal((await client.result(request('a'))).kind, 'notReady');
    assert.equal(client.notBefore, start + hour);
    assert.equal((await client.result(request('a'))).kind, 'notReady');
    // After the clock was set back, that time is too far away.
    now = start - hour;
    assert.equal(client.notBefore, -Infinity);
  });

  it('ends the pause with the next response without a wait', async () => {
    let now = start;
    let headers = new Headers({ 'Retry-After': '20' });
    const fetch: Fetch = async () => ({ status: 204, headers, body: null });
    const client = clientAt(judge, { fetch, now: () => now });
    await client.result(request('a'));
    headers = new Headers();
    await client.result(request('a'));
    assert.equal(client.notBefore, start + 20 * SECOND);
    now = start + 20 * SECOND;
    await client.result(request('a'));
    assert.equal(client.notBefore, -Infinity);
  });
});

describe('Polling a judge with an hourly limit', () => {
  /** omegaUp with a smaller limit, whose runs finish after an hour and a half. `refused`: number of rejected requests. */
  function limited(clock: FakeClock, most: number) {
    const told = { received: 0, refused: 0 };
    let period = -1;
    let used = 0;
    const fetch: Fetch = async () => {
      await new Promise<void>((resolve) => void clock.after(200, resolve));
      const now = clock.now();
      if (Math.floor(now / hour) !== period) used = 0;
      period = Math.floor(now / hour);
      used += 1;
      const left = Math.max(most - used, 0);
      told.received += 1;
      if (left === 0) told.refused += 1;
      const headers = new Headers({
        'Content-Type': 'application/json',
        'X-RateLimit-Limit': String(most),
        'X-RateLimit-Remaining': String(left),
        'X-RateLimit-Reset': String(((period + 1) * hour) / 1000),
        ...(left === 0 ? { 'Retry-After': String(Math.ceil(((period + 1) * hour - now) / 1000)) } : {}),
      });
      const isOver = now > began + 90 * MINUTE;
      const body = (async function* () {
        yield JSON.stringify(
          left === 0
            ? { status: 'error', errorname: 'apiTokenRateLimitExceeded', error: 'Too many' }
            : { status: isOver ? 'ready' : 'waiting', verdict: isOver ? 'AC' : 'JE', score: 1 },
        );
      })();
      return { status: left === 0 ? 429 : 200, headers, body };
    };
    const began = clock.now();
    return { fetch, told };
  }

  for (const windows of [1, 2, 3]) {
    it(`stays within the limit in ${windows} windows`, async () => {
      const clock = new FakeClock();
      const { fetch, told } = limited(clock, 60);
      const judge = described(omegaup, 'omegaUp', {});
      const leases = new FakeLeases(clock);
      const disk = new FakeDisk();
      const ended = new Set<string>();
      for (let window = 0; window < windows; window += 1) {
        const random = seededRandom(window + 1);
        const credential = async () => credentialFor(judge, 'secret');
        const client = new JudgeClient(judge, { fetch, userAgent, credential, now: clock.now });
        const opened = new TrackedWindow({
          clock,
          random,
          judges: polledThrough(client),
          storage: disk.storage(`window ${window}`),
          leases: leases.of(`window ${window}`),
          settings: { interval: 4 * SECOND, maximumInterval: 30 * SECOND, giveUpAfter: 10 * hour },
          onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
        });
        opened.store.onDidChange(() => {
          for (const { key, state } of opened.store.records()) if (state.kind === 'finished') ended.add(key);
        });
        await opened.start();
        for (const id of ['1', '2']) await opened.track(judge, (id + String(window)).padStart(32, 'a'));
      }
      assert.ok(await clock.until(() => ended.size === 2 * windows, 5 * hour));
      assert.equal(told.refused, 0);
      // Two hours, in each of which most requests are used.
      assert.ok(told.received >= 80, String(told.received));
    });
  }
});
