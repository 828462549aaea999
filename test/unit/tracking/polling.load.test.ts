import assert from 'node:assert/strict';
import { KINDS } from '../../bench/polling/judgings';
import { judgings, simulatePeer, simulateTracker } from '../../bench/polling/simulate';

const COUNT = 1500;
const SEED = 7;

describe('Simulated polling', function () {
  this.timeout(60_000); // CPU-bound, and other processes may be using the CPU.

  const all = judgings(KINDS[0], COUNT, SEED);
  const everyMoment = simulatePeer(all, { first: 1500, gap: 1500, most: 120 });

  it('detects every end, no later on average than polling every 1.5 s, with at most 0.6 of its requests', async () => {
    const ours = await simulateTracker(all, SEED);
    const ratio = ours.requestsPerJudging / everyMoment.requestsPerJudging;
    assert.ok(ratio <= 0.6, `${ratio.toFixed(2)} of the requests`);
    assert.ok(
      ours.meanDelay <= everyMoment.meanDelay,
      `${ours.meanDelay} ms against ${everyMoment.meanDelay}`,
    );
    assert.equal(ours.neverLearnt, 0);
  });

  it('detects every end with at most two requests per submission if one push in fifty is lost', async () => {
    const ours = await simulateTracker(all, SEED, { lost: 0.02 });
    assert.ok(ours.requestsPerJudging <= 2, `${ours.requestsPerJudging} requests`);
    assert.equal(ours.neverLearnt, 0);
  });

  for (const kind of KINDS.slice(1)) {
    it(`detects every end with fewer requests than polling every 1.5 s: ${kind.name}`, async () => {
      const some = judgings(kind, 300, SEED);
      const ours = await simulateTracker(some, SEED);
      const peer = simulatePeer(some, { first: 1500, gap: 1500, most: 120 });
      assert.equal(ours.neverLearnt, 0);
      assert.ok(ours.requestsPerJudging < peer.requestsPerJudging);
    });
  }
});
