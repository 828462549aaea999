import type { Clock, Leases } from '../base/ports';
import { DURATION } from './leaseKeeper';
import type { Random } from './ports';

/** How long another window's turn is left alone before looking again, in parts of the interval. */
const LOOK_AGAIN = 1 / 8;

export interface BatchTurnParts {
  readonly leases: Leases;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** leases failed: nobody is kept from asking, or the others wait until the lease runs out */
  readonly onError: (error: unknown) => void;
}

/**
 * By which the windows agree who asks a service for all that is pending, and when. Tried once, never waited for: who
 * waits would hold up what a person asks for, to ask what another window has just learnt. Nothing rejects.
 */
export class BatchTurn {
  /** not before that is it worth a try, ms since 1970 */
  opensAt = -Infinity;
  /** this window was the last one to have it */
  private wasOurs = false;
  private readonly name: string;

  constructor(
    service: string,
    private readonly parts: BatchTurnParts,
  ) {
    this.name = `look ${service}`;
  }

  /** Whether it is this window's turn, `interval` ms after the last one's at the earliest, also where that was killed. */
  async take(interval: number): Promise<boolean> {
    const { leases, clock, random, onError } = this.parts;
    try {
      // who had the last turn lets others try first
      if (this.wasOurs) await this.giveUp();
      else this.wasOurs = await leases.tryAcquire(this.name, DURATION, interval);
    } catch (error) {
      onError(error);
      return true;
    }
    if (!this.wasOurs) this.opensAt = clock.now() + interval * LOOK_AGAIN * (0.5 + random() / 2);
    return this.wasOurs;
  }

  /** Asked: the next turn, whoever has it, comes after the interval. */
  async end(interval: number): Promise<void> {
    const { leases, clock, onError } = this.parts;
    this.opensAt = clock.now() + interval;
    await leases.tryAcquire(this.name, interval).catch(onError);
  }

  /** Nothing was asked: anybody may, now. */
  async giveUp(): Promise<void> {
    this.wasOurs = false;
    await this.parts.leases.release(this.name).catch(this.parts.onError);
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.opensAt -= by;
  }
}
