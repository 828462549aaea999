import assert from 'node:assert/strict';
import type { Leases } from '../../../../src/base/ports';
import type { Fetch } from '../../../../src/judges';
import { JudgeClient } from '../../../../src/judges/client';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { SharedRateLimit } from '../../../../src/judges/http/sharedRateLimit';
import type { RecordStorage } from '../../../../src/records';
import { described } from '../../../support/profiles';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { FakeDisk, FakeLeases, SECOND } from '../../tracking/world';
import { TrackedWindow } from '../../tracking/trackedWindow';
import { polledThrough, trackedAt } from '../asking';
import { clientAt, userAgent } from '../clients';

const judge = described(dmoj, 'school', { url: 'https://oj.example' });
const request = { requestId: '7', hint: null };

/** Opens a window that tracks submissions for which the site never has a result. */
function openWindow(
  client: JudgeClient,
  clock: FakeClock,
  leases: Leases,
  random: () => number,
  storage?: RecordStorage,
): TrackedWindow {
  return new TrackedWindow({
    clock,
    random,
    leases,
    judges: polledThrough(client),
    settings: { interval: SECOND, maximumInterval: SECOND, giveUpAfter: 3600 * SECOND },
    onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
    ...(storage ? { storage } : {}),
  });
}

describe('A batch request', () => {
  it('is sent by one window at a time, so that all windows together keep the interval of one window', async () => {
    const clock = new FakeClock();
    const leases = new FakeLeases(clock);
    const disk = new FakeDisk();
    const asked: { readonly window: string; readonly at: number }[] = [];
    const open = (window: string) => {
      const fetch: Fetch = async () => {
        asked.push({ window, at: clock.now() });
        const body = (async function* () {
          yield JSON.stringify({ data: { objects: [7, 8].map((id) => ({ id, result: null })) } });
        })();
        return { status: 200, headers: { get: () => 'application/json' }, body };
      };
      const client = clientAt(judge, { fetch, now: clock.now });
      return openWindow(client, clock, leases.of(window), seededRandom(window.length), disk.storage(window));
    };
    const windows = ['a', 'bb', 'ccc'];
    const [first = assert.fail(), ...others] = windows.map(open);
    for (const one of others) await one.start();
    for (const id of ['7', '8']) await first.track(judge, id, { submitted: true });
    await clock.advance(40 * SECOND);
    const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
    assert.ok(Math.min(...gaps) >= 2 * SECOND, `${Math.min(...gaps)} ms`);
    for (const window of windows) assert.ok(asked.filter((one) => one.window === window).length >= 4, window);
  });

  it('is sent at this window’s own pace if the windows can’t coordinate', async () => {
    const clock = new FakeClock();
    const leases = new FakeLeases(clock);
    leases.broken = true;
    const release = () => Promise.reject(new Error('no leases'));
    const turns = new SharedRateLimit(async () => ({ ...leases.of('a'), release }), clock, seededRandom(1));
    const asked: number[] = [];
    const ask = async () => void asked.push(clock.now());
    const both = Promise.all([turns.run('school', 2 * SECOND, ask), turns.run('school', 2 * SECOND, ask)]);
    await clock.advance(10 * SECOND);
    await both;
    const [first = 0, second = 0] = asked;
    assert.equal(asked.length, 2);
    assert.ok(second - first >= 2 * SECOND, `${second - first} ms`);
  });
});

describe('A judge’s rate limit', () => {
  const MINIMUM = 2 * SECOND;

  it('is shared by all accounts at one origin', async () => {
    const clock = new FakeClock();
    const leases = new FakeLeases(clock).of('a');
    const turns = new SharedRateLimit(async () => leases, clock, seededRandom(1));
    const asked: number[] = [];
    const fetch: Fetch = async () => {
      asked.push(clock.now());
      const body = (async function* () {
        yield JSON.stringify({ status: 'OK', result: [] });
      })();
      return { status: 200, headers: { get: () => 'application/json' }, body };
    };
    const clients = ['tourist', 'petr'].map((handle) => {
      const own = described(codeforces, handle, { handle });
      assert.ok((own.pace?.machine ?? 0) >= MINIMUM);
      return new JudgeClient(own, {
        fetch,
        userAgent,
        now: clock.now,
        credential: async () => null,
        inTurn: (of, interval, ask) => turns.run(of, interval, ask),
      });
    });
    const answers = Promise.allSettled(clients.map((client) => client.result(request)));
    await clock.advance(10 * SECOND);
    await answers;
    const [first = 0, second = 0] = asked;
    assert.equal(asked.length, 2);
    assert.ok(second - first >= MINIMUM, `${second - first} ms`);
  });

  it('gives each waiting window its turn, however many requests another one has sent', async () => {
    const clock = new FakeClock();
    const leases = new FakeLeases(clock);
    const order: string[] = [];
    const open = (name: string) => {
      const turns = new SharedRateLimit(async () => leases.of(name), clock, seededRandom(name.length));
      return () => turns.run('judge', MINIMUM, async () => void order.push(name));
    };
    const [a, b] = [open('a'), open('b')];
    const all = Promise.all([a(), a(), a(), b(), b()]);
    await clock.advance(30 * SECOND);
    await all;
    assert.equal(order.length, 5);
    assert.ok(order.lastIndexOf('b') < 4, order.join());
  });

  it('delays no request longer after the clock was set back', async () => {
    const clock = new FakeClock();
    const leases = new FakeLeases(clock).of('a');
    const turns = new SharedRateLimit(async () => leases, clock, seededRandom(1));
    let asked = 0;
    const ask = () => turns.run('judge', MINIMUM, async () => void (asked += 1));
    const first = ask();
    await clock.advance(SECOND);
    await first;
    clock.jump(-3600 * SECOND);
    const second = ask();
    await clock.advance(2 * MINIMUM);
    await second;
    assert.equal(asked, 2);
  });

  it('delays neither batch nor single polls longer after the clock was set back', async () => {
    const clock = new FakeClock();
    const asked: string[] = [];
    const fetch: Fetch = async (url) => {
      asked.push(new URL(url).pathname);
      const body = (async function* () {
        yield JSON.stringify({ data: { objects: [] } });
      })();
      return { status: 200, headers: { get: () => 'application/json' }, body };
    };
    const client = clientAt(judge, { fetch, now: clock.now });
    const window = openWindow(client, clock, new FakeLeases(clock).of('a'), () => 0.5);
    for (const id of ['7', '8']) await window.track(judge, id, { submitted: true });
    window.tracker.pollSoon(...['7', '8'].map((id) => trackedAt(judge, id).key));
    await clock.advance(0);
    const once = [...asked];
    assert.deepEqual(once.length, 2, 'the list, and one that it leaves out');
    clock.jump(-3600 * SECOND);
    await clock.advance(3 * MINIMUM);
    assert.deepEqual(asked.slice(0, 3), [...once, once[0]]);
    assert.ok(asked.length >= 4);
    await window.close();
  });
});
