import { EventEmitter, type Disposable, type Event } from 'vscode';
import { systemClock, type Clock } from '../../../base/ports';
import { SteadyClock } from '../../../base/steadyClock';
import {
  isBotCheck,
  isUnreachable,
  RequestFailed,
  type Judge,
  type RequestFailure,
  type JudgeId,
} from '../../../judges';
import { LIST_RETRY_MS, MAX_LIST_RETRY_MS } from '../limits';
import { logFailure, showFailure } from '../failures/showFailure';
import type { Core } from '../core';

interface Failures {
  readonly count: number;
  /** time before which nothing is requested, ms since 1970 */
  readonly notBefore: number;
  /** the last request didn't reach the judge */
  readonly isUnreachable: boolean;
}

/**
 * Decides whether the user's submissions may be listed in the background. After a judge rejects the credentials, blocks
 * requests until they change or the user tries again. After any other failure, waits before the next request. Each
 * further failure doubles the wait, up to `MAX_LIST_RETRY_MS`.
 */
export class ListingGuard implements Disposable {
  /** judges that rejected the current credentials */
  private readonly rejected = new Set<JudgeId>();
  private readonly failures = new Map<JudgeId, Failures>();
  private readonly retries = new EventEmitter<JudgeId>();
  /** Fires when the user wants to list the submissions again after the judge rejected the credentials. */
  readonly onDidRetry: Event<JudgeId> = this.retries.event;
  private readonly watch: Disposable;
  private readonly clock: SteadyClock;

  constructor(
    private readonly extension: Core,
    clock: Pick<Clock, 'now'> = systemClock,
  ) {
    this.clock = new SteadyClock(clock, () => this.failures.clear());
    this.watch = extension.judges.onDidChange((service) => this.forget(service));
  }

  /**
   * Requests a list from a judge in the background. Null: the request failed, or none can be sent now. If the judge
   * rejects the credentials, shows that once. Rejects only with unexpected errors.
   */
  async list<List>(judge: Judge, request: () => Promise<List | null>): Promise<List | null> {
    if (!(await this.mayRequest(judge))) return null;
    try {
      const list = await request();
      this.failures.delete(judge.id);
      return list;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      this.onFailure(judge, error);
      return null;
    }
  }

  /** Returns the failures since the last list of a judge; null: none. */
  failuresOf(service: JudgeId): Pick<Failures, 'notBefore' | 'isUnreachable'> | null {
    return this.failures.get(service) ?? null;
  }

  dispose(): void {
    this.watch.dispose();
    this.retries.dispose();
  }

  private async mayRequest(judge: Judge): Promise<boolean> {
    const { judges, tracking } = this.extension;
    const { id } = judge;
    if (this.rejected.has(id) || tracking.health(id).kind !== 'ok') return false;
    const notBefore = this.failures.get(id)?.notBefore ?? -Infinity;
    if (this.clock.now() < Math.max(notBefore, judges.notBefore(id))) return false;
    return !(await judges.isSignedOut(judge));
  }

  private onFailure(judge: Judge, failed: RequestFailed): void {
    const { id } = judge;
    if (isRejection(failed.failure)) {
      // two lists can be rejected at the same time
      const isKnown = this.rejected.has(id);
      this.rejected.add(id);
      if (!isKnown) void showFailure(this.extension, failed, judge, () => this.retry(id));
      return;
    }
    logFailure(this.extension, failed, judge);
    const count = (this.failures.get(id)?.count ?? 0) + 1;
    const wait = Math.min(MAX_LIST_RETRY_MS, LIST_RETRY_MS * 2 ** (count - 1));
    const isUnreached = isUnreachable(failed.failure);
    this.failures.set(id, { count, notBefore: this.clock.now() + wait, isUnreachable: isUnreached });
  }

  /** Forgets the failures of a judge; null: of all judges. */
  private forget(service: JudgeId | null): void {
    for (const known of [this.rejected, this.failures]) {
      if (service === null) known.clear();
      else known.delete(service);
    }
  }

  private async retry(service: JudgeId): Promise<void> {
    this.forget(service);
    this.retries.fire(service);
  }
}

function isRejection(failure: RequestFailure): boolean {
  return failure.kind === 'status' && [401, 403].includes(failure.status) && !isBotCheck(failure);
}
