import assert from 'node:assert/strict';
import { KINDS } from '../../bench/polling/judgings';
import { judgings, simulatePeer, simulateTracker } from '../../bench/polling/simulate';

const COUNT = 1500;
const SEED = 7;

describe('polling, simulated', function () {
  this.timeout(60_000); // nothing but work for the processor, which others may be using

  const all = judgings(KINDS[0], COUNT, SEED);
  const everyMoment = simulatePeer(all, { first: 1500, gap: 1500, most: 120 });

  it('needs at most 0.6 of the requests of asking every 1.5 s, is no later, and learns every end', async () => {
    const ours = await simulateTracker(all, SEED);
    const ratio = ours.requestsPerJudging / everyMoment.requestsPerJudging;
    assert.ok(ratio <= 0.6, `${ratio.toFixed(2)} of the requests`);
    assert.ok(
      ours.meanDelay <= everyMoment.meanDelay,
      `${ours.meanDelay} ms against ${everyMoment.meanDelay}`,
    );
    assert.equal(ours.neverLearnt, 0);
  });

  it('needs at most two requests a judging where one push in fifty is lost, and learns every end', async () => {
    const ours = await simulateTracker(all, SEED, { lost: 0.02 });
    assert.ok(ours.requestsPerJudging <= 2, `${ours.requestsPerJudging} requests`);
    assert.equal(ours.neverLearnt, 0);
  });

  for (const kind of KINDS.slice(1)) {
    it(`learns every end, with fewer requests than every 1.5 s: ${kind.name}`, async () => {
      const some = judgings(kind, 300, SEED);
      const ours = await simulateTracker(some, SEED);
      const peer = simulatePeer(some, { first: 1500, gap: 1500, most: 120 });
      assert.equal(ours.neverLearnt, 0);
      assert.ok(ours.requestsPerJudging < peer.requestsPerJudging);
    });
  }
});
