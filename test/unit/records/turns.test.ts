import assert from 'node:assert/strict';
import { Turns } from '../../../src/records/disk/turns';
import { settle } from '../support/fakeClock';

describe('turns under one name', () => {
  it('are taken one after the other, also by who comes while others wait', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const ends = new Map<string, () => void>();
    const take = (who: string, name = 'x') =>
      turns.take(name, async () => {
        log.push(who);
        await new Promise<void>((resolve) => ends.set(who, resolve));
        return who;
      });
    const [first, second] = [take('first'), take('second')];
    const other = take('elsewhere', 'y');
    await settle();
    assert.deepEqual(log, ['first', 'elsewhere']);
    ends.get('first')?.();
    assert.equal(await first, 'first');
    const third = take('third');
    await settle();
    assert.deepEqual(log, ['first', 'elsewhere', 'second']);
    ends.get('second')?.();
    assert.equal(await second, 'second');
    await settle();
    assert.equal(log.at(-1), 'third');
    for (const end of ends.values()) end();
    await Promise.all([third, other]);
  });

  it('go on after one that failed, which its own caller is told', async () => {
    const turns = new Turns();
    const failing = turns.take('x', () => Promise.reject(new Error('no')));
    const next = turns.take('x', () => Promise.resolve('next'));
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'next');
  });
});
