import type { PushLimits } from './adapter';
import type { SocketTrouble } from './socketConnection';

/** No connection before `until`, ms since 1970. */
export type Pause =
  | { readonly kind: 'waiting'; readonly until: number; readonly why: SocketTrouble }
  /** dropped twice right after opening: others need the service's few connections more */
  | { readonly kind: 'resting'; readonly until: number; readonly why: SocketTrouble };

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
/** Where the service limits connections, one that ends sooner after opening was pushed out, ms. */
const SHORT = 60_000;
const SHORT_ONES = 2;
/** Longest pause, ms. */
export const REST = 600_000;

/** How long to wait before a connection that has ended, or never opened, is tried again. */
export class Reconnection {
  private failuresInRow = 0;
  private shortInRow = 0;

  constructor(
    private readonly limits: PushLimits | null,
    private readonly random: () => number,
  ) {}

  /** What went wrong before no longer counts. */
  reset(): void {
    this.failuresInRow = this.shortInRow = 0;
  }

  /** `lasted`: how long it was open, ms; null: it never opened. */
  pauseAfter(why: SocketTrouble, lasted: number | null, now: number): Pause {
    // It served well for a while: what ended it now has nothing to do with what was before.
    if (lasted !== null && lasted >= SHORT) this.reset();
    else if (lasted !== null && this.limits) this.shortInRow += 1;
    this.failuresInRow += 1;
    if (this.shortInRow >= SHORT_ONES) {
      this.shortInRow = 0;
      return { kind: 'resting', until: now + REST, why };
    }
    const backOff = Math.min(FIRST_WAIT * 2 ** (this.failuresInRow - 1), LONGEST_WAIT);
    const wait = Math.max(backOff * (0.75 + this.random() / 2), retryAfterOf(why));
    return { kind: 'waiting', until: now + Math.min(wait, REST), why };
  }
}

/** Trying again changes nothing: the service refused the credential, the address or the parameters. */
export function isLasting(trouble: SocketTrouble): boolean {
  if (trouble.kind !== 'failure' || trouble.failure.kind !== 'status') return false;
  const { status } = trouble.failure;
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

/** ms; 0 where the service didn't say. */
function retryAfterOf(trouble: SocketTrouble): number {
  return trouble.kind === 'failure' && trouble.failure.kind === 'status'
    ? (trouble.failure.retryAfter ?? 0)
    : 0;
}
