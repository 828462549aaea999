import assert from 'node:assert/strict';
import { KeyedQueue } from '../../../src/tracking/keyedQueue';
import { settle } from '../support/fakeClock';

/** An operation that ends when it is told to. */
function held(log: string[], name: string) {
  let release: (error?: Error) => void = () => undefined;
  const end = new Promise<string>((resolve, reject) => {
    release = (error) => (error ? reject(error) : resolve(name));
  });
  const operation = () => {
    log.push(name);
    return end;
  };
  return { operation, release };
}

describe('a queue for each key', () => {
  it('runs what belongs to one key in order, and different keys side by side', async () => {
    const log: string[] = [];
    const queue = new KeyedQueue();
    const [first, second, other] = ['first', 'second', 'other'].map((name) => held(log, name));
    const results = [
      queue.run('a', first!.operation),
      queue.run('a', second!.operation),
      queue.run('b', other!.operation),
    ];
    await settle();
    assert.deepEqual(log, ['first', 'other']);
    for (const one of [first, second, other]) one!.release();
    assert.deepEqual(await Promise.all(results), ['first', 'second', 'other']);
    assert.deepEqual(log, ['first', 'other', 'second']);
  });

  it('keeps the order for who comes when the first is through and the second is not', async () => {
    const log: string[] = [];
    const queue = new KeyedQueue();
    const [first, second, third] = ['first', 'second', 'third'].map((name) => held(log, name));
    const one = queue.run('a', first!.operation);
    const two = queue.run('a', second!.operation);
    first!.release();
    await one;
    await settle();
    const three = queue.run('a', third!.operation);
    await settle();
    assert.deepEqual(log, ['first', 'second']);
    second!.release();
    third!.release();
    assert.deepEqual(await Promise.all([two, three]), ['second', 'third']);
  });

  it('goes on after one that failed, whose failure its own caller gets', async () => {
    const log: string[] = [];
    const queue = new KeyedQueue();
    const failing = held(log, 'failing');
    const result = queue.run('a', failing.operation);
    const next = queue.run('a', async () => 'next');
    failing.release(new Error('no'));
    await assert.rejects(result, /no/);
    assert.equal(await next, 'next');
  });

  it('is idle when all of a key, or all of every key, is through', async () => {
    const log: string[] = [];
    const queue = new KeyedQueue();
    const [a, b] = [held(log, 'a'), held(log, 'b')];
    void queue.run('a', a.operation);
    void queue.run('b', b.operation);
    const seen: string[] = [];
    void queue.idle('a').then(() => seen.push('a'));
    void queue.idle('b').then(() => seen.push('b'));
    void queue.idle().then(() => seen.push('all'));
    await queue.idle('nobody');
    await settle();
    assert.deepEqual(seen, []);
    a.release();
    await settle();
    assert.deepEqual(seen, ['a']);
    b.release();
    await settle();
    assert.deepEqual(seen.sort(), ['a', 'all', 'b']);
  });
});
