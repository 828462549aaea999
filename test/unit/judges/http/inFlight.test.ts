import assert from 'node:assert/strict';
import { InFlight } from '../../../../src/judges/http/inFlight';

const gone = () => new Error('gone');

/** Work that ends when the test decides. */
function work() {
  const started: AbortSignal[] = [];
  let finish: (value: string) => void = () => undefined;
  const start = (signal: AbortSignal) => {
    started.push(signal);
    return new Promise<string>((resolve) => (finish = resolve));
  };
  return { started, start, finish: (value: string) => finish(value) };
}

describe('InFlight', () => {
  it('shares work among all callers with the same key, and forgets it when it ends', async () => {
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

  it('cancels the work only when the last caller leaves', async () => {
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

  it('starts new work after all callers left, even while the old work is ending', async () => {
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

  it('ignores a caller’s cancellation after the work has ended', async () => {
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
