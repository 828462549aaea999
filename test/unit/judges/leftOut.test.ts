import assert from 'node:assert/strict';
import { recordKey } from '../../../src/records';
import type { Fetch } from '../../../src/judges';
import { dmoj } from '../../../src/judges/adapters/dmoj';
import { described } from '../../support/profiles';
import { FakeClock, seededRandom } from '../support/fakeClock';
import { FakeLeases, MINUTE, SECOND } from '../tracking/world';
import { TrackedWindow } from '../tracking/trackedWindow';
import { polledThrough } from './asking';
import { clientAt } from './clients';

const judge = described(dmoj, 'school', { url: 'https://oj.example' });
const ids = ['7', '8', '9'];
const interval = judge.batch?.interval ?? 0;

/** Creates a tracker of three submissions at a site whose list of pending ones contains none of them. */
async function open() {
  const clock = new FakeClock();
  const alone: { readonly id: string; readonly at: number }[] = [];
  const fetch: Fetch = async (url) => {
    const id = /\/submission\/(\w+)/.exec(String(url))?.[1];
    if (id !== undefined) alone.push({ id, at: clock.now() });
    const own = { object: { id: Number(id), status: 'G' } };
    const text = JSON.stringify({ data: id === undefined ? { objects: [] } : own });
    const body = (async function* () {
      yield text;
    })();
    return { status: 200, headers: { get: () => 'application/json' }, body };
  };
  const client = clientAt(judge, { fetch, now: clock.now });
  const window = new TrackedWindow({
    clock,
    random: seededRandom(7),
    judges: polledThrough(client),
    leases: new FakeLeases(clock).of('a'),
    settings: { interval: SECOND, maximumInterval: 10 * SECOND, giveUpAfter: 60 * MINUTE },
    onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
  });
  const { tracker } = window;
  for (const requestId of ids) await window.track(judge, requestId);
  return { clock, tracker, alone };
}

describe('Submissions that the batch response omits', () => {
  it('are polled one by one, in turn, as often as the list may be requested', async () => {
    const { clock, alone, tracker } = await open();
    await clock.advance(2 * MINUTE);
    await tracker.dispose();
    const gaps = alone.slice(1).map(({ at }, index) => at - (alone[index]?.at ?? 0));
    assert.ok(alone.length > 12, `${alone.length} questions`);
    assert.ok(Math.min(...gaps) >= interval, `${Math.min(...gaps)} ms apart`);
    for (const id of ids) assert.ok(alone.filter((one) => one.id === id).length >= alone.length / 5, id);
  });

  it('have no response and no idle time while they wait for their turn', async () => {
    const { clock, tracker } = await open();
    await clock.advance(interval / 2);
    const waiting = tracker.pending.filter(({ lastAnswer }) => lastAnswer === null);
    assert.equal(waiting.length, 2);
    for (const { request } of waiting) {
      assert.deepEqual(
        [request.plan.known, request.plan.idlePollMs, request.plan.failures, request.plan.askedAt],
        [false, 0, 0, null],
      );
    }
    await tracker.dispose();
  });

  it('move up when an earlier submission is stopped, and queue again after missing their turn', async () => {
    const { clock, alone, tracker } = await open();
    await clock.advance(interval / 2);
    const [first] = alone;
    const next = ids.find((id) => id !== first?.id) ?? '';
    tracker.stop(recordKey(judge.id, next));
    clock.jump(MINUTE); // The machine sleeps while all of them wait for their turn.
    await clock.advance(20 * SECOND);
    await tracker.dispose();
    const then = alone.slice(1);
    assert.deepEqual(new Set(then.map(({ id }) => id)), new Set(ids.filter((id) => id !== next)));
    const gaps = then.slice(1).map(({ at }, index) => at - (then[index]?.at ?? 0));
    assert.ok(Math.min(...gaps) >= interval, `${Math.min(...gaps)} ms apart`);
  });
});
