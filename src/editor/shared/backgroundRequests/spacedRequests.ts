import type { Clock } from '../../../base/ports';
import { SteadyClock } from '../../../base/steadyClock';
import type { JudgeId } from '../../../judges';
import { MAX_SPACED_REQUESTS, SPACED_REQUESTS_MS } from '../limits';

/**
 * Spaces the requests that this window sends automatically while nothing is pending, such as those for new submissions, for
 * clarifications, and for a contest that may have been extended: at most `MAX_SPACED_REQUESTS` to a judge within
 * `SPACED_REQUESTS_MS`. Requests that can't wait are only counted.
 */
export class SpacedRequests {
  /** times of the latest requests to each judge, oldest first, ms since 1970 */
  private readonly sentAt = new Map<JudgeId, readonly number[]>();
  private readonly clock: SteadyClock;

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = new SteadyClock(clock, () => this.sentAt.clear());
  }

  /**
   * Returns how long the next requests must wait, ms; 0: they can be sent now. `count`: their number, at most
   * `MAX_SPACED_REQUESTS`
   */
  wait(service: JudgeId, count = 1): number {
    const now = this.clock.now();
    const last = this.recent(service, now).at(count - MAX_SPACED_REQUESTS - 1) ?? -Infinity;
    return Math.max(0, Math.ceil(last + SPACED_REQUESTS_MS - now));
  }

  /** Counts requests that are sent now. */
  count(service: JudgeId, count = 1): void {
    const now = this.clock.now();
    this.sentAt.set(service, [...this.recent(service, now), ...Array.from({ length: count }, () => now)]);
  }

  /** Counts a request if it can be sent now. Returns whether it can. */
  take(service: JudgeId): boolean {
    if (this.wait(service) > 0) return false;
    this.count(service);
    return true;
  }

  /** Removes the latest requests that were counted, because they aren't sent. */
  release(service: JudgeId, count = 1): void {
    const recent = this.recent(service, this.clock.now());
    this.sentAt.set(service, recent.slice(0, recent.length - count));
  }

  private recent(service: JudgeId, now: number): readonly number[] {
    return (this.sentAt.get(service) ?? []).filter((at) => now < at + SPACED_REQUESTS_MS);
  }
}
