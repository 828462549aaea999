import type { Clock } from '../../base/ports';
import type { Account } from './authentication';
import { asRequestFailed, isUnreachable, RequestFailed, type RequestFailure } from '../requestFailed';
import { CONFIRMATION_POLL_MS, CONFIRMATION_TIMEOUT_MS } from '../limits';

/**
 * Polls the judge until the user confirms a sign-in. Resolves to null if that takes longer than
 * `CONFIRMATION_TIMEOUT_MS`. Rejects with `RequestFailed` if a request fails permanently, or if `signal` fires
 * (`cancelled`). `fetchConfirmed`: sends one request; resolves to null until the user has confirmed the sign-in.
 */
export async function awaitConfirmation(
  fetchConfirmed: (signal: AbortSignal) => Promise<Account | null>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Account | null> {
  const timeout = new AbortController();
  // a timer, because the system clock may be set meanwhile
  const timer = clock.after(CONFIRMATION_TIMEOUT_MS, () => timeout.abort());
  try {
    let pause = CONFIRMATION_POLL_MS;
    do {
      // also before the first request, because the user needs some time
      await wait(pause, clock, signal, timeout.signal);
      pause = CONFIRMATION_POLL_MS;
      try {
        const account = await fetchConfirmed(signal);
        if (account) return account;
      } catch (error) {
        const { failure } = asRequestFailed(error);
        if (!isTemporary(failure)) throw error;
        if (failure.kind === 'status') pause = Math.max(pause, failure.retryAfter ?? 0);
      }
    } while (!timeout.signal.aborted);
    return null;
  } finally {
    timer.dispose();
  }
}

/** Returns whether a repeated request may succeed: the judge is unreachable or overloaded, or limits requests. */
function isTemporary(failure: RequestFailure): boolean {
  if (failure.kind === 'status') return failure.status === 429 || failure.status >= 500;
  return isUnreachable(failure);
}

/**
 * Resolves after `ms`, or as soon as `timeout` fires. Rejects with `RequestFailed` (`cancelled`) when `signal` fires.
 */
function wait(ms: number, clock: Clock, signal: AbortSignal, timeout: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timer.dispose();
      signal.removeEventListener('abort', cancel);
      timeout.removeEventListener('abort', finish);
    };
    const finish = (): void => {
      stop();
      resolve();
    };
    const cancel = (): void => {
      stop();
      reject(new RequestFailed({ kind: 'cancelled' }, { sent: 'no' }));
    };
    const timer = clock.after(ms, finish);
    signal.addEventListener('abort', cancel, { once: true });
    timeout.addEventListener('abort', finish, { once: true });
    if (signal.aborted) cancel();
    else if (timeout.aborted) finish();
  });
}
