import type { PushLimits } from '../adapter';
import type { SocketTrouble } from './socketConnection';
import {
  FIRST_RECONNECT_DELAY_MS,
  MAX_RECONNECT_DELAY_MS,
  MAX_RECONNECT_PAUSE_MS,
  SHORT_CONNECTION_MS,
} from '../limits';

/** No connection attempt before `until`, ms since 1970. */
export type Pause =
  | { readonly kind: 'waiting'; readonly until: number; readonly why: SocketTrouble }
  /** connections were dropped twice soon after opening, so other clients probably use the few that the judge allows */
  | { readonly kind: 'resting'; readonly until: number; readonly why: SocketTrouble };

const SHORT_ONES = 2;

/** Decides how long to wait after a connection has ended or couldn't be opened. */
export class Reconnection {
  private failuresInRow = 0;
  private shortInRow = 0;

  constructor(
    private readonly limits: PushLimits | null,
    private readonly random: () => number,
  ) {}

  /** Forgets earlier failures. */
  reset(): void {
    this.failuresInRow = this.shortInRow = 0;
  }

  /** Returns the pause after a connection. `lasted`: how long it was open, ms; null: it never opened. */
  pauseAfter(why: SocketTrouble, lasted: number | null, now: number): Pause {
    // After a long-lived connection, earlier failures no longer matter.
    if (lasted !== null && lasted >= SHORT_CONNECTION_MS) this.reset();
    else if (lasted !== null && this.limits) this.shortInRow += 1;
    this.failuresInRow += 1;
    if (this.shortInRow >= SHORT_ONES) {
      this.shortInRow = 0;
      return { kind: 'resting', until: now + MAX_RECONNECT_PAUSE_MS, why };
    }
    if (isForbidden(why)) return { kind: 'waiting', until: now + MAX_RECONNECT_PAUSE_MS, why };
    const backOff = Math.min(
      FIRST_RECONNECT_DELAY_MS * 2 ** (this.failuresInRow - 1),
      MAX_RECONNECT_DELAY_MS,
    );
    const wait = Math.max(backOff * (0.75 + this.random() / 2), retryAfterOf(why));
    return { kind: 'waiting', until: now + Math.min(wait, MAX_RECONNECT_PAUSE_MS), why };
  }
}

/** Returns whether retrying is pointless, because the judge rejected the credential, the URL, or the parameters. */
export function isLasting(trouble: SocketTrouble): boolean {
  if (trouble.kind !== 'failure' || trouble.failure.kind !== 'status') return false;
  const { status } = trouble.failure;
  return status >= 400 && status < 500 && ![403, 408, 425, 429].includes(status);
}

/** Returns whether a front of the judge may have refused the connection for a while, for example after many attempts. */
function isForbidden(trouble: SocketTrouble): boolean {
  return trouble.kind === 'failure' && trouble.failure.kind === 'status' && trouble.failure.status === 403;
}

/** Returns the wait that the judge requested, ms; 0: none. */
function retryAfterOf(trouble: SocketTrouble): number {
  return trouble.kind === 'failure' && trouble.failure.kind === 'status'
    ? (trouble.failure.retryAfter ?? 0)
    : 0;
}
