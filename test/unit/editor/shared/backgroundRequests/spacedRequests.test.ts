import assert from 'node:assert/strict';
import { SpacedRequests } from '../../../../../src/editor/shared/backgroundRequests/spacedRequests';
import { FakeClock } from '../../../support/fakeClock';

const service = 'clics https://dj.example.org finals';
const other = 'clics https://dj.example.org spring';

describe('Requests that can wait', () => {
  let clock: FakeClock;
  let spaced: SpacedRequests;

  beforeEach(() => {
    clock = new FakeClock();
    spaced = new SpacedRequests(clock);
  });

  it('are two a minute to each judge', async () => {
    assert.equal(spaced.take(service), true);
    await clock.advance(20_000);
    assert.equal(spaced.take(service), true);
    assert.equal(spaced.take(service), false);
    assert.equal(spaced.wait(service), 40_000);
    assert.equal(spaced.wait(other), 0);
    await clock.advance(40_000);
    assert.equal(spaced.take(service), true);
    assert.equal(spaced.wait(service), 20_000);
  });

  it('wait longer if two are sent together', async () => {
    spaced.count(service);
    await clock.advance(20_000);
    assert.deepEqual([spaced.wait(service), spaced.wait(service, 2)], [0, 40_000]);
    await clock.advance(40_000);
    assert.equal(spaced.wait(service, 2), 0);
    spaced.count(service, 2);
    assert.equal(spaced.wait(service), 60_000);
  });

  it('also wait for requests that didn’t wait', () => {
    for (let sent = 0; sent < 5; sent += 1) spaced.count(service);
    assert.equal(spaced.wait(service), 60_000);
  });

  it('don’t wait for requests that weren’t sent after all', () => {
    spaced.count(service, 2);
    spaced.release(service);
    assert.deepEqual([spaced.wait(service), spaced.wait(service, 2)], [0, 60_000]);
    spaced.release(service, 0);
    assert.equal(spaced.wait(service, 2), 60_000);
  });

  it('don’t wait longer after the clock was set back', () => {
    spaced.count(service, 2);
    clock.jump(-3_600_000);
    assert.equal(spaced.wait(service), 0);
  });
});
