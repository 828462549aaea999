import type { FailureMeaning, PauseReason } from './failureMeaning';
import type { RequestFailure } from '../judges/requestFailed';
import type { Random, JudgeHealth } from './ports';
import { UNREACHABLE_AFTER_FAILURES, FORBIDDEN_AFTER_IDS } from './limits';
import { waitAfterThrottling, waitAfterTrouble } from './pauseOfJudge';

const OK: JudgeHealth = { kind: 'ok' };

/** Times that concern a failed poll, ms since 1970. */
export interface FailureTimes {
  /** Time at which the failed poll was sent. */
  readonly askedAt: number;
  readonly now: number;
  /** Time at which the oldest pending result may expire; null if unknown. */
  readonly oldestGoneAt: number | null;
}

/**
 * The health of one judge. Decides when the judge may be polled, and whether polls are sent one at a time. Times
 * are ms since 1970.
 */
export class HealthMonitor {
  private current: JudgeHealth = OK;
  private failuresInRow = 0;
  private throttledInRow = 0;
  private lastFailureAt = -Infinity;
  private holdUntil = -Infinity;
  private readonly refusedIds = new Set<string>();
  /** Time at which the judge was last paused or throttled. */
  private heldAt = -Infinity;
  private resumedAt = -Infinity;

  constructor(private readonly random: Random) {}

  get health(): JudgeHealth {
    return this.current;
  }

  /**
   * Returns whether polls are sent one at a time, to find out whether the judge has recovered. While the judge is
   * unreachable, this doesn't apply to polls requested by the user (`isWanted`).
   */
  probes(isWanted: boolean): boolean {
    return this.current.kind === 'throttled' || (this.current.kind === 'unreachable' && !isWanted);
  }

  /**
   * Returns when the judge may be polled; Infinity while it is paused. A poll requested by the user ignores a pause
   * and the wait after failures, but not the wait after a 429 or 503 response.
   */
  opensAt(isWanted: boolean): number {
    switch (this.current.kind) {
      case 'paused':
        return isWanted ? -Infinity : Infinity;
      case 'throttled':
        return this.current.until;
      case 'ok':
      case 'unreachable':
        return isWanted ? -Infinity : this.holdUntil;
    }
  }

  /** Handles a usable response to a poll that was sent at `askedAt`. */
  onResponse(askedAt: number): void {
    if (this.isHeldSince(askedAt)) return;
    this.recover();
  }

  /**
   * Returns whether the judge was paused or throttled after the poll was sent at `askedAt`. The response to such a
   * poll doesn't end the pause or the throttling.
   */
  private isHeldSince(askedAt: number): boolean {
    const isHeld = this.current.kind === 'paused' || this.current.kind === 'throttled';
    return isHeld && askedAt <= this.heldAt;
  }

  /** Resets the health after the credential or the judge’s settings changed. */
  resume(now: number): void {
    this.resumedAt = now;
    this.recover();
  }

  /** Updates the health after a failed poll. */
  onFailure(key: string, meaning: FailureMeaning, failure: RequestFailure, when: FailureTimes): void {
    switch (meaning.kind) {
      case 'trouble':
        this.countFailure(failure, meaning.retryAfter, when);
        return;
      case 'throttled':
        this.throttle(meaning.retryAfter, failure, when.now);
        return;
      case 'paused':
        this.pause(meaning.why, failure, when);
        return;
      case 'forbidden':
        this.resetFailures();
        this.refusedIds.add(key);
        if (this.refusedIds.size >= FORBIDDEN_AFTER_IDS) this.pause('forbidden', failure, when);
        else if (!this.isHeldSince(when.askedAt)) this.setUnlessPaused(OK);
        return;
      case 'payment':
        this.resetFailures();
        if (!this.isHeldSince(when.askedAt)) this.setUnlessPaused(OK);
        return;
      case 'refused':
      case 'missing':
      case 'gone':
      case 'unusable':
        this.onResponse(when.askedAt);
        return;
      case 'cancelled':
        return;
    }
  }

  /** Adjusts all times after the clock was set back by `by` ms. */
  shift(by: number): void {
    this.holdUntil -= by;
    this.lastFailureAt -= by;
    this.heldAt -= by;
    this.resumedAt -= by;
    if (this.current.kind === 'throttled') {
      this.current = { ...this.current, until: this.current.until - by };
    }
  }

  private recover(): void {
    this.resetFailures();
    this.throttledInRow = 0;
    this.refusedIds.clear();
    this.current = OK;
  }

  private resetFailures(): void {
    this.failuresInRow = 0;
    this.holdUntil = -Infinity;
  }

  private countFailure(
    failure: RequestFailure,
    retryAfter: number | null,
    { askedAt, now }: FailureTimes,
  ): void {
    // Polls that were in flight together fail together, so they count as one failure.
    if (askedAt >= this.lastFailureAt) this.failuresInRow += 1;
    this.lastFailureAt = now;
    this.holdUntil = now + waitAfterTrouble(this.failuresInRow, retryAfter, this.random);
    if (this.failuresInRow < UNREACHABLE_AFTER_FAILURES) return;
    const since = this.current.kind === 'unreachable' ? this.current.since : now;
    this.setUnlessPaused({ kind: 'unreachable', since, failure });
  }

  private throttle(retryAfter: number | null, failure: RequestFailure, now: number): void {
    this.resetFailures();
    this.throttledInRow += 1;
    const until = now + waitAfterThrottling(this.throttledInRow, retryAfter, this.random);
    const later = this.current.kind === 'throttled' ? Math.max(this.current.until, until) : until;
    const isUnavailable = failure.kind === 'status' && failure.status === 503;
    if (this.current.kind !== 'paused') this.heldAt = now;
    this.setUnlessPaused({ kind: 'throttled', until: later, ...(isUnavailable ? { isUnavailable } : {}) });
  }

  private pause(
    why: PauseReason,
    failure: RequestFailure,
    { askedAt, now, oldestGoneAt }: FailureTimes,
  ): void {
    // The response to a poll with the old credential doesn't apply to the new credential.
    if (askedAt <= this.resumedAt) return;
    this.resetFailures();
    this.refusedIds.clear();
    this.heldAt = now;
    this.current = { kind: 'paused', why, failure, oldestGoneAt };
  }

  private setUnlessPaused(next: JudgeHealth): void {
    if (this.current.kind !== 'paused') this.current = next;
  }
}
