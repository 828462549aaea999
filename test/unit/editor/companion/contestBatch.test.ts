import assert from 'node:assert/strict';
import { ContestBatch } from '../../../../src/editor/companion/contestBatch';
import { FakeClock } from '../../support/fakeClock';

describe('The problems of a contest', () => {
  function collecting(): {
    readonly clock: FakeClock;
    readonly batch: ContestBatch<string>;
    readonly complete: (readonly string[])[];
  } {
    const clock = new FakeClock();
    const complete: (readonly string[])[] = [];
    return { clock, batch: new ContestBatch(clock, (values) => complete.push(values)), complete };
  }

  it('are complete when all have arrived', () => {
    const { batch, complete } = collecting();
    for (const name of ['A', 'B', 'C']) batch.add({ id: 'x', size: 3 }, name);
    assert.deepEqual(complete, [['A', 'B', 'C']]);
  });

  it('are complete after 3 s of silence', async () => {
    const { clock, batch, complete } = collecting();
    batch.add({ id: 'x', size: 3 }, 'A');
    await clock.advance(2900);
    batch.add({ id: 'x', size: 3 }, 'B');
    await clock.advance(2900);
    assert.deepEqual(complete, []);
    await clock.advance(100);
    assert.deepEqual(complete, [['A', 'B']]);
  });

  it('are complete when another contest begins, or a single problem arrives', () => {
    const { batch, complete } = collecting();
    batch.add({ id: 'x', size: 3 }, 'A');
    batch.add({ id: 'y', size: 2 }, 'B');
    batch.add(null, 'C');
    assert.deepEqual(complete, [['A'], ['B'], ['C']]);
  });

  it('are at most 60', () => {
    const { batch, complete } = collecting();
    const position = { id: 'x', size: 1e9 };
    const accepted = Array.from({ length: 100 }, () => batch.accepts(position));
    assert.equal(accepted.filter(Boolean).length, 60);
    assert.ok(batch.accepts({ id: 'y', size: 2 }) && batch.accepts(null));
    for (let number = 0; number < 60; number += 1) batch.add(position, String(number));
    assert.equal(complete[0]?.length, 60);
  });
});
