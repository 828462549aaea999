import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Account } from '../../../../src/judges/signIn/authentication';
import { awaitConfirmation } from '../../../../src/judges/signIn/browserConfirmation';
import { asRequestFailed, RequestFailed, type RequestFailure } from '../../../../src/judges/requestFailed';
import { CONFIRMATION_POLL_MS, CONFIRMATION_TIMEOUT_MS } from '../../../../src/judges/limits';
import { FakeClock } from '../../support/fakeClock';

const status = (code: number, retryAfter: number | null = null): RequestFailure => ({
  kind: 'status',
  status: code,
  error: null,
  retryAfter,
});

describe('Waiting for the confirmation of a sign-in', () => {
  let clock: FakeClock;
  let cancel: AbortController;
  /** Times of the requests, ms after the start. */
  let asked: number[];
  beforeEach(() => {
    clock = new FakeClock();
    cancel = new AbortController();
    asked = [];
  });

  /** Starts to wait. `answer`: response to each request, by its number from 1. */
  function waiting(answer: (number: number) => Account | null | RequestFailure): {
    outcome: () => Account | null | RequestFailure | undefined;
  } {
    const start = clock.now();
    let outcome: Account | null | RequestFailure | undefined;
    const fetchConfirmed = async (): Promise<Account | null> => {
      asked.push(clock.now() - start);
      const given = answer(asked.length);
      if (given !== null && 'kind' in given) throw new RequestFailed(given);
      return given;
    };
    void awaitConfirmation(fetchConfirmed, clock, cancel.signal).then(
      (account) => (outcome = account),
      (error: unknown) => (outcome = asRequestFailed(error).failure),
    );
    return { outcome: () => outcome };
  }

  it('ends with the account when the user has confirmed it', async () => {
    const { outcome } = waiting((number) => (number < 3 ? null : { name: 'alice' }));
    await clock.advance(2 * CONFIRMATION_POLL_MS);
    assert.equal(outcome(), undefined);
    await clock.advance(CONFIRMATION_POLL_MS);
    assert.deepEqual(outcome(), { name: 'alice' });
    assert.deepEqual(
      asked,
      [1, 2, 3].map((number) => number * CONFIRMATION_POLL_MS),
    );
    assert.equal(clock.timerCount, 0);
  });

  it('ends without an account after the time-out, with a last request', async () => {
    const { outcome } = waiting(() => null);
    await clock.advance(CONFIRMATION_TIMEOUT_MS - 1);
    assert.equal(outcome(), undefined);
    await clock.advance(1);
    assert.equal(outcome(), null);
    assert.deepEqual([asked.at(-1), clock.timerCount], [CONFIRMATION_TIMEOUT_MS, 0]);
  });

  it('continues if the judge is unreachable, fails, or limits requests', async () => {
    const failures: readonly (RequestFailure | null)[] = [
      { kind: 'timeout', limit: 1 },
      { kind: 'reset' },
      status(500),
      status(429, 30_000),
      null,
      status(503, 1),
    ];
    const { outcome } = waiting((number) =>
      number <= failures.length ? (failures[number - 1] ?? null) : { name: null },
    );
    await clock.advance(4 * CONFIRMATION_POLL_MS + 29_999);
    assert.deepEqual([asked.length, outcome()], [4, undefined]);
    await clock.advance(1 + 2 * CONFIRMATION_POLL_MS);
    assert.deepEqual(outcome(), { name: null });
    // the time that the judge requests delays only the next request, and is never shorter than usual
    const delays = asked.map((at, index) => at - (asked[index - 1] ?? 0));
    const usual = CONFIRMATION_POLL_MS;
    assert.deepEqual(delays, [usual, usual, usual, usual, 30_000, usual, usual]);
  });

  it('waits no longer than the time-out, whatever the judge requests', async () => {
    const { outcome } = waiting(() => status(429, 24 * 3_600_000));
    await clock.advance(CONFIRMATION_TIMEOUT_MS);
    assert.deepEqual([asked.length, outcome()], [2, null]);
  });

  it('waits as long as usual if the system clock is set meanwhile', async () => {
    for (const jump of [-24 * 3_600_000, 24 * 3_600_000]) {
      const { outcome } = waiting(() => null);
      await clock.advance(CONFIRMATION_POLL_MS);
      clock.jump(jump);
      await clock.advance(CONFIRMATION_TIMEOUT_MS - CONFIRMATION_POLL_MS - 1);
      assert.equal(outcome(), undefined);
      await clock.advance(1);
      assert.deepEqual([outcome(), clock.timerCount], [null, 0]);
    }
  });

  it('fails if the judge refuses a request', async () => {
    const refusals: readonly RequestFailure[] = [status(403), { kind: 'tooLarge', limit: 1 }];
    for (const refusal of refusals) {
      asked = [];
      const { outcome } = waiting(() => refusal);
      await clock.advance(CONFIRMATION_POLL_MS);
      assert.deepEqual(outcome(), refusal);
      assert.deepEqual([asked.length, clock.timerCount], [1, 0]);
    }
  });

  it('cancels the request in progress with the wait', async () => {
    let received: AbortSignal | undefined;
    void awaitConfirmation(
      (signal) => {
        received = signal;
        return new Promise(() => undefined);
      },
      clock,
      cancel.signal,
    );
    await clock.advance(CONFIRMATION_POLL_MS);
    assert.equal(received?.aborted, false);
    cancel.abort();
    assert.equal(received?.aborted, true);
  });

  it('leaves no listener behind', async () => {
    waiting(() => null);
    await clock.advance(3 * CONFIRMATION_POLL_MS + 1);
    assert.equal(getEventListeners(cancel.signal, 'abort').length, 1);
    await clock.advance(CONFIRMATION_TIMEOUT_MS);
    assert.equal(getEventListeners(cancel.signal, 'abort').length, 0);
  });

  it('ends immediately if the user cancels, also before it begins', async () => {
    const { outcome } = waiting(() => null);
    await clock.advance(CONFIRMATION_POLL_MS);
    cancel.abort();
    await clock.advance(0);
    assert.deepEqual([outcome(), asked.length, clock.timerCount], [{ kind: 'cancelled' }, 1, 0]);
    const { outcome: other } = waiting(() => null);
    await clock.advance(0);
    assert.deepEqual([other(), clock.timerCount], [{ kind: 'cancelled' }, 0]);
  });
});
