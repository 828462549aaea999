import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/judges';
import { dmoj } from '../../../src/judges/adapters/dmoj';
import { described } from '../../support/profiles';
import { FakeClock } from '../support/fakeClock';
import { FakeLeases, MINUTE, SECOND } from '../tracking/world';
import { TrackedWindow } from '../tracking/trackedWindow';
import { polledThrough, trackedAt } from './asking';
import { clientAt } from './clients';

const judge = described(dmoj, 'school', { url: 'https://oj.example' });

/** A site that responds to batches with this status and has a result of every submission, and a window that tracks some. */
class Site {
  readonly clock = new FakeClock();
  looks: number[] = [];
  alone: string[] = [];
  answer: { readonly status: number; readonly text: string } = { status: 400, text: 'invalid filter value' };

  private readonly fetch: Fetch = async (url) => {
    const id = /\/submission\/(\w+)/.exec(String(url))?.[1];
    if (id === undefined) this.looks.push(this.clock.now());
    else this.alone.push(id);
    const own = JSON.stringify({ data: { object: { id: Number(id), status: 'G' } } });
    const { status, text } = id === undefined ? this.answer : { status: 200, text: own };
    const body = (async function* () {
      yield text;
    })();
    return { status, headers: { get: () => 'application/json' }, body };
  };
  private readonly window = new TrackedWindow({
    clock: this.clock,
    random: () => 0.5,
    judges: polledThrough(clientAt(judge, { fetch: this.fetch, now: this.clock.now })),
    leases: new FakeLeases(this.clock).of('a'),
    settings: { interval: SECOND, maximumInterval: 2 * SECOND, giveUpAfter: 60 * MINUTE },
    onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
  });
  readonly tracker = this.window.tracker;

  async track(...ids: readonly string[]): Promise<void> {
    // Tracks all of them before the first one is polled.
    for (const id of ids) await this.window.track(judge, id, { submitted: true });
    this.tracker.pollSoon(...ids.map((id) => trackedAt(judge, id).key));
    await this.clock.advance(1);
  }

  answers(): (string | null)[] {
    return this.tracker.pending.map(({ lastAnswer }) => lastAnswer?.kind ?? null);
  }
}

describe('A batch request', () => {
  for (const status of [400, 403, 404, 414]) {
    it(`affects no result if it is rejected (${status}): each ID is polled on its own, in turn`, async () => {
      const site = new Site();
      site.answer = { status, text: '{}' };
      await site.track('7', '8');
      assert.deepEqual([site.answers(), site.alone], [['result', null], ['7']]);
      assert.deepEqual([site.tracker.pending[1]?.request.plan.askedAt, site.looks.length], [null, 1]);
      await site.clock.advance(1990);
      assert.deepEqual(site.alone, ['7']);
      await site.clock.advance(20);
      assert.deepEqual(
        [site.answers(), site.alone],
        [
          ['result', 'result'],
          ['7', '8'],
        ],
      );
      await site.tracker.dispose();
    });
  }

  it('affects no result if its response can’t be read', async () => {
    const site = new Site();
    site.answer = { status: 200, text: '{"data":{"objects":7}}' };
    await site.track('7', '8');
    assert.deepEqual(site.answers(), ['result', null]);
    await site.tracker.dispose();
  });

  it('fails for all IDs if the failure is about the judge or the credential', async () => {
    for (const status of [401, 429, 500, 503]) {
      const site = new Site();
      site.answer = { status, text: '{}' };
      await site.track('7', '8');
      for (const { lastAnswer } of site.tracker.pending) {
        assert.ok(lastAnswer?.kind === 'failure' && lastAnswer.failure.kind === 'status');
        assert.equal(lastAnswer.failure.status, status);
      }
      assert.deepEqual([site.alone, site.looks.length], [[], 1]);
      assert.notEqual(site.tracker.health(judge.id).kind, 'unreachable', 'it is one failure');
      await site.tracker.dispose();
    }
  });

  it('isn’t repeated for a minute after a rejection, unless other requests are pending', async () => {
    const site = new Site();
    await site.track('7', '8');
    await site.clock.advance(59 * SECOND);
    assert.equal(site.looks.length, 1);
    assert.ok(site.alone.length > 20);
    await site.clock.advance(3 * SECOND);
    assert.equal(site.looks.length, 2);
    site.answer = {
      status: 200,
      text: '{"data":{"objects":[{"id":7,"result":null},{"id":9,"result":null}]}}',
    };
    await site.track('9');
    assert.ok(await site.clock.until(() => site.looks.length === 3, 2.5 * SECOND));
    assert.deepEqual(
      site.tracker.pending.map(({ request, lastAnswer }) => [request.requestId, lastAnswer?.kind]),
      [
        ['7', 'notReady'],
        ['8', 'result'],
        ['9', 'notReady'],
      ],
    );
    await site.tracker.dispose();
  });
});
