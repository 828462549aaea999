import assert from 'node:assert/strict';
import { KeyedMutex } from '../../../src/base/async';
import { settle } from '../support/fakeClock';

/** An operation that ends when the test decides. */
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

describe('KeyedMutex', () => {
  it('runs operations with the same key in order, and others in parallel', async () => {
    const log: string[] = [];
    const mutex = new KeyedMutex();
    const [first, second, other] = ['first', 'second', 'other'].map((name) => held(log, name));
    const results = [
      mutex.run('a', first!.operation),
      mutex.run('a', second!.operation),
      mutex.run('b', other!.operation),
    ];
    await settle();
    assert.deepEqual(log, ['first', 'other']);
    for (const one of [first, second, other]) one!.release();
    assert.deepEqual(await Promise.all(results), ['first', 'second', 'other']);
    assert.deepEqual(log, ['first', 'other', 'second']);
  });

  it('keeps the order if an operation is added while another one is waiting', async () => {
    const log: string[] = [];
    const mutex = new KeyedMutex();
    const [first, second, third] = ['first', 'second', 'third'].map((name) => held(log, name));
    const one = mutex.run('a', first!.operation);
    const two = mutex.run('a', second!.operation);
    first!.release();
    await one;
    await settle();
    const three = mutex.run('a', third!.operation);
    await settle();
    assert.deepEqual(log, ['first', 'second']);
    second!.release();
    third!.release();
    assert.deepEqual(await Promise.all([two, three]), ['second', 'third']);
  });

  it('continues after a failed operation, rejecting only that operation’s promise', async () => {
    const log: string[] = [];
    const mutex = new KeyedMutex();
    const failing = held(log, 'failing');
    const result = mutex.run('a', failing.operation);
    const next = mutex.run('a', async () => 'next');
    failing.release(new Error('no'));
    await assert.rejects(result, /no/);
    assert.equal(await next, 'next');
  });

  it('waits for all operations with one key, or with any key', async () => {
    const log: string[] = [];
    const mutex = new KeyedMutex();
    const [a, b] = [held(log, 'a'), held(log, 'b')];
    void mutex.run('a', a.operation);
    void mutex.run('b', b.operation);
    const seen: string[] = [];
    void mutex.idle('a').then(() => seen.push('a'));
    void mutex.idle('b').then(() => seen.push('b'));
    void mutex.idle().then(() => seen.push('all'));
    await mutex.idle('nobody');
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
