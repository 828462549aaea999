import assert from 'node:assert/strict';
import { InFlight } from '../../../src/service/client';

const gone = () => new Error('gone');

/** Work that ends when the test says so. */
function work() {
  const started: AbortSignal[] = [];
  let finish: (value: string) => void = () => undefined;
  const start = (signal: AbortSignal) => {
    started.push(signal);
    return new Promise<string>((resolve) => (finish = resolve));
  };
  return { started, start, finish: (value: string) => finish(value) };
}

describe('one piece of work for a key', () => {
  it('is shared by all who ask, and forgotten when it ends', async () => {
    const flights = new InFlight<string>();
    const { started, start, finish } = work();
    const answers = [flights.join('k', undefined, start, gone), flights.join('k', undefined, start, gone)];
    finish('done');
    assert.deepEqual(await Promise.all(answers), ['done', 'done']);
    const again = flights.join('k', undefined, start, gone);
    finish('again');
    assert.equal(await again, 'again');
    assert.equal(started.length, 2);
  });

  it('is cancelled only by the last one who leaves', async () => {
    const flights = new InFlight<string>();
    const { started, start } = work();
    const [one, two] = [new AbortController(), new AbortController()];
    const answers = [flights.join('k', one.signal, start, gone), flights.join('k', two.signal, start, gone)];
    one.abort();
    await assert.rejects(answers[0]!, /gone/);
    assert.equal(started[0]?.aborted, false);
    two.abort();
    await assert.rejects(answers[1]!, /gone/);
    assert.equal(started[0]?.aborted, true);
  });

  it('begins anew for who asks after everybody left, while the old one is still ending', async () => {
    const flights = new InFlight<string>();
    const { started, start, finish } = work();
    const leaving = new AbortController();
    const left = flights.join('k', leaving.signal, start, gone);
    leaving.abort();
    await assert.rejects(left, /gone/);
    const fresh = flights.join('k', undefined, start, gone);
    assert.deepEqual(
      started.map(({ aborted }) => aborted),
      [true, false],
    );
    finish('fresh');
    assert.equal(await fresh, 'fresh');
  });

  it('does not listen to a caller any more once it has ended', async () => {
    const flights = new InFlight<string>();
    const { started, start, finish } = work();
    const caller = new AbortController();
    const answer = flights.join('k', caller.signal, start, gone);
    finish('done');
    await answer;
    caller.abort();
    assert.equal(started[0]?.aborted, false);
  });
});
