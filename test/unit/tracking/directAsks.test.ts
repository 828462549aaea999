import assert from 'node:assert/strict';
import { DirectAsks } from '../../../src/tracking/directAsks';

describe('A question that a person asks beside the polls', () => {
  it('is under way until the last one about that request has its answer', () => {
    const asks = new DirectAsks();
    asks.begin('a');
    asks.begin('a');
    asks.end('a');
    assert.ok(asks.isUnderWay('a') && !asks.isUnderWay('b'));
    asks.end('a');
    assert.ok(!asks.isUnderWay('a'));
    asks.end('a');
    asks.begin('a');
    asks.end('a');
    assert.ok(!asks.isUnderWay('a'));
  });

  it('counts for the minimum interval, and until the clock is set back', () => {
    const asks = new DirectAsks();
    asks.note('a', 1000, 500);
    asks.note('b', 1500, 500);
    assert.deepEqual([asks.lastOf('a'), asks.lastOf('b'), asks.lastOf('c')], [1000, 1500, null]);
    asks.note('b', 1501, 500);
    assert.deepEqual([asks.lastOf('a'), asks.lastOf('b')], [null, 1501]);
    asks.forgetTimes();
    assert.equal(asks.lastOf('b'), null);
  });
});
