import type { Disposable } from '../base/emitter';
import type { Clock } from '../base/ports';
import type { LeaseKeeper } from './leaseKeeper';
import { PendingItem } from './pendingItem';
import type { PendingRequest } from './pendingRequest';
import type { PendingWriter } from './pendingWriter';
import type { PendingStorage } from './ports';
import { onThisClock } from './transition';

/** Between two readings of everything, ms for each pending request. */
const PAUSE_EACH = 20;

export interface PendingSyncParts {
  readonly clock: Clock;
  readonly storage: Pick<PendingStorage, 'load' | 'onDidChange'>;
  readonly items: Map<string, PendingItem>;
  readonly writer: PendingWriter;
  readonly leases: LeaseKeeper;
  /** another window has ended it */
  readonly onEndedElsewhere: (item: PendingItem) => void;
  readonly onChange: () => void;
  /** `dueAt` has changed */
  readonly onDueChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Keeps what this window tracks in step with what all windows have stored. */
export class PendingSync {
  private watch: Disposable | null = null;
  private noticedAt: number | null = null;
  private readAt = -Infinity;
  private running: Promise<void> | null = null;
  private again = false;
  private disposed = false;

  constructor(private readonly parts: PendingSyncParts) {}

  /** Listens to other windows from now on. */
  listen(): void {
    this.watch ??= this.parts.storage.onDidChange(() => this.noticed());
  }

  /** When a change that was noticed is to be read, ms since 1970; Infinity: there is none. */
  get dueAt(): number {
    return this.noticedAt === null ? Infinity : Math.min(this.noticedAt, this.readAt) + this.pause;
  }

  /** Resolves when what is stored now has been taken over. Changes meanwhile lead to one more round. */
  reload(): Promise<void> {
    this.again = true;
    this.running ??= this.rounds().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    this.readAt -= by;
    if (this.noticedAt !== null) this.noticedAt -= by;
  }

  dispose(): void {
    this.disposed = true;
    this.watch?.dispose();
  }

  /** Every write of any window is noticed; reading everything back each time would cost more than it tells. */
  private noticed(): void {
    const now = this.parts.clock.now();
    this.noticedAt ??= now;
    if (this.dueAt <= now) void this.reload();
    else this.parts.onDueChange();
  }

  private get pause(): number {
    return this.parts.items.size * PAUSE_EACH;
  }

  private async rounds(): Promise<void> {
    try {
      while (this.again && !this.disposed) {
        this.again = false;
        this.noticedAt = null;
        this.readAt = this.parts.clock.now();
        await this.round();
      }
    } catch (error) {
      this.parts.onError(error);
    }
  }

  private async round(): Promise<void> {
    const { items, storage, writer, clock } = this.parts;
    const stored = new Map((await storage.load()).map((one) => [one.key, onThisClock(one, clock.now())]));
    let hasNews = false;
    for (const request of stored.values()) {
      const item = items.get(request.key);
      if (item) hasNews = this.merge(item, request) || hasNews;
      else hasNews = (await this.add(request.key)) || hasNews;
    }
    for (const [key, item] of [...items]) {
      if (stored.has(key) || !item.isKept || !writer.hasWritten(key)) continue;
      // It may have been added after the list was read.
      if ((await writer.read(key)) || this.disposed || items.get(key) !== item) continue;
      this.parts.onEndedElsewhere(item);
    }
    if (hasNews && !this.disposed) this.parts.onChange();
  }

  private merge(item: PendingItem, stored: PendingRequest): boolean {
    const { hurriedAt, askedAt } = item.request;
    const isHurried = stored.hurriedAt > hurriedAt;
    if (this.parts.leases.has(item.key)) {
      if (isHurried) item.wantedElsewhere(stored.hurriedAt);
      return isHurried;
    }
    const isNews = isHurried || (stored.askedAt ?? 0) > (askedAt ?? 0);
    if (isNews) item.request = stored;
    return isNews;
  }

  /** Read afresh: it may have ended since the list was read. */
  private async add(key: string): Promise<boolean> {
    const { items, writer } = this.parts;
    if (writer.isEnding(key)) return false;
    const stored = await writer.read(key);
    if (!stored || this.disposed || items.has(key) || writer.isEnding(key)) return false;
    items.set(key, new PendingItem(stored, { isKept: true }));
    return true;
  }
}
