import { MAX_RETRY_AFTER } from '../records/plan';
import type { FailureMeaning, PauseReason } from '../records/nextState';
import type { ServiceFailure } from '../service/failure';
import type { Random, ServiceHealth } from './ports';
import { jittered } from './schedule';

/** Failures in a row after which the service counts as unreachable. */
const UNREACHABLE_AFTER = 3;
/** Different IDs rejected in a row (403) after which the credential is the reason. */
const FORBIDDEN_AFTER = 3;
/**
 * Wait after the first failure, and the longest one, ms. A silence starts at twice the first. A `Retry-After` that is shorter
 * than the first isn't believed.
 */
const FIRST_HOLD = 1000;
const LONGEST_HOLD = 60_000;

const OK: ServiceHealth = { kind: 'ok' };

/** ms since 1970 */
export interface FailureTimes {
  /** when the failed poll was sent */
  readonly askedAt: number;
  readonly now: number;
  /** when the oldest pending result may expire; null: unknown */
  readonly oldestGoneAt: number | null;
}

/** The health of one service: when it may be polled, and whether by one poll at a time. Times are ms since 1970. */
export class HealthMonitor {
  private current: ServiceHealth = OK;
  private failuresInRow = 0;
  private throttledInRow = 0;
  private lastFailureAt = -Infinity;
  private holdUntil = -Infinity;
  private readonly refusedIds = new Set<string>();
  /** when the last pause or silence began */
  private heldAt = -Infinity;
  private resumedAt = -Infinity;

  constructor(private readonly random: Random) {}

  get health(): ServiceHealth {
    return this.current;
  }

  /**
   * Whether one poll at a time is sent, to find out whether the service is back. A poll that the user wants (`isWanted`)
   * needn't wait for a service that is unreachable.
   */
  probes(isWanted: boolean): boolean {
    return this.current.kind === 'throttled' || (this.current.kind === 'unreachable' && !isWanted);
  }

  /**
   * When it may be polled; Infinity while it is paused. A poll that the user wants passes a pause and the wait between two
   * probes, but not a silence that the service requested.
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

  /** It sent a usable response to a poll that was sent at `askedAt`. */
  onResponse(askedAt: number): void {
    if (this.isHeldSince(askedAt)) return;
    this.recover();
  }

  /**
   * Whether the service was paused, or requested silence, after a poll was sent. The response to that poll then ends neither.
   */
  private isHeldSince(askedAt: number): boolean {
    const isHeld = this.current.kind === 'paused' || this.current.kind === 'throttled';
    return isHeld && askedAt <= this.heldAt;
  }

  /** The credential or the profile changed. */
  resume(now: number): void {
    this.resumedAt = now;
    this.recover();
  }

  /** A poll failed. */
  onFailure(key: string, meaning: FailureMeaning, failure: ServiceFailure, when: FailureTimes): void {
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
        if (this.refusedIds.size >= FORBIDDEN_AFTER) this.pause('forbidden', failure, when);
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

  /** The clock was set back by `by` ms. */
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
    failure: ServiceFailure,
    retryAfter: number | null,
    { askedAt, now }: FailureTimes,
  ): void {
    // Polls that were in flight together fail together: that is one failure.
    if (askedAt >= this.lastFailureAt) this.failuresInRow += 1;
    this.lastFailureAt = now;
    const hold = Math.min(FIRST_HOLD * 2 ** (this.failuresInRow - 1), LONGEST_HOLD);
    this.holdUntil = now + Math.max(jittered(hold, this.random), Math.min(retryAfter ?? 0, MAX_RETRY_AFTER));
    if (this.failuresInRow < UNREACHABLE_AFTER) return;
    const since = this.current.kind === 'unreachable' ? this.current.since : now;
    this.setUnlessPaused({ kind: 'unreachable', since, failure });
  }

  private throttle(retryAfter: number | null, failure: ServiceFailure, now: number): void {
    this.resetFailures();
    this.throttledInRow += 1;
    const fallback = jittered(Math.min(FIRST_HOLD * 2 ** this.throttledInRow, LONGEST_HOLD), this.random);
    // 0, or a date that is in the past by our clock, is no permission: the service has just rejected a request.
    const silence = retryAfter !== null && retryAfter >= FIRST_HOLD ? retryAfter : fallback;
    const until = now + Math.min(silence, MAX_RETRY_AFTER);
    const later = this.current.kind === 'throttled' ? Math.max(this.current.until, until) : until;
    const isUnavailable = failure.kind === 'status' && failure.status === 503;
    if (this.current.kind !== 'paused') this.heldAt = now;
    this.setUnlessPaused({ kind: 'throttled', until: later, ...(isUnavailable ? { isUnavailable } : {}) });
  }

  private pause(
    why: PauseReason,
    failure: ServiceFailure,
    { askedAt, now, oldestGoneAt }: FailureTimes,
  ): void {
    // A poll that used the old credential says nothing about the new one.
    if (askedAt <= this.resumedAt) return;
    this.resetFailures();
    this.refusedIds.clear();
    this.heldAt = now;
    this.current = { kind: 'paused', why, failure, oldestGoneAt };
  }

  private setUnlessPaused(next: ServiceHealth): void {
    if (this.current.kind !== 'paused') this.current = next;
  }
}
