import type { Clock } from '../base/ports';
import type { Account } from './authentication';
import { asServiceFailed, isUnreachable, ServiceFailed, type ServiceFailure } from './failure';
import { CONFIRMATION_POLL_MS, CONFIRMATION_TIMEOUT_MS } from './limits';

/**
 * Asks the judge repeatedly whether the user has confirmed a sign-in. `fetchConfirmed` returns null until then. Resolves
 * to null if the user hasn't confirmed it within `CONFIRMATION_TIMEOUT_MS`. Rejects with `ServiceFailed`: the judge
 * refused a request (but see `isTemporary`), or `signal` fired (`cancelled`).
 */
export async function awaitConfirmation(
  fetchConfirmed: (signal: AbortSignal) => Promise<Account | null>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Account | null> {
  const end = clock.now() + CONFIRMATION_TIMEOUT_MS;
  for (let pause = CONFIRMATION_POLL_MS; ;) {
    // the user needs some time, so the first request isn't sent immediately
    await waited(Math.min(pause, end - clock.now()), clock, signal);
    pause = CONFIRMATION_POLL_MS;
    try {
      const account = await fetchConfirmed(signal);
      if (account) return account;
    } catch (error) {
      const { failure } = asServiceFailed(error);
      if (!isTemporary(failure)) throw error;
      if (failure.kind === 'status') pause = Math.max(pause, failure.retryAfter ?? 0);
    }
    if (clock.now() >= end) return null;
  }
}

/** Returns whether the judge may respond to the same request later: it is unreachable, overloaded, or limits requests. */
function isTemporary(failure: ServiceFailure): boolean {
  if (failure.kind === 'status') return failure.status === 429 || failure.status >= 500;
  return isUnreachable(failure);
}

/** Waits. Rejects with `ServiceFailed` (`cancelled`) when `signal` fires. */
function waited(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      timer.dispose();
      reject(new ServiceFailed({ kind: 'cancelled' }, { sent: 'no' }));
    };
    const timer = clock.after(Math.max(ms, 0), () => {
      signal.removeEventListener('abort', cancel);
      resolve();
    });
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}
