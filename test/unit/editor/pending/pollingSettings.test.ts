import { settings, tellChanged } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { KeptPollingSettings } from '../../../../src/editor/pending/pollingSettings';

describe('The polling settings of the tracker', () => {
  let reads = 0;
  let seconds: unknown = 2;

  before(() => {
    Object.defineProperty(settings, 'polling.interval', {
      configurable: true,
      get: () => ((reads += 1), seconds),
    });
  });
  after(() => delete settings['polling.interval']);

  it('are read once until a setting changes, whatever the judge’s pace is', () => {
    const kept = new KeptPollingSettings();
    const slow = { interval: 5000, besidePush: 60_000 };
    for (let times = 0; times < 100; times += 1) {
      assert.equal(kept.of(null).interval, 2000);
      assert.deepEqual([kept.of(slow).interval, kept.of(slow).besidePush], [5000, 60_000]);
    }
    assert.equal(reads, 1);
    seconds = 'often';
    tellChanged('notifications');
    assert.equal(kept.of(null).interval, 2000);
    tellChanged('polling.interval');
    assert.equal(kept.of(null).interval, 1000);
    kept.dispose();
  });

  it('stay within the judge’s minimum and maximum', () => {
    const kept = new KeptPollingSettings();
    const pace = { interval: 2000, maximum: 8000 };
    assert.equal(kept.of(null).maximumInterval, 30_000);
    assert.equal(kept.of(pace).maximumInterval, 8000);
    assert.equal(kept.of({ ...pace, interval: 9000 }).maximumInterval, 9000);
    assert.equal(kept.of({ ...pace, maximum: 90_000 }).maximumInterval, 30_000);
    kept.dispose();
  });
});
