import { newEntry } from './entry';
import type { Entry } from './entry';
import type { LeaseKeeper } from './leaseKeeper';
import type { PendingKeeper } from './pendingKeeper';
import type { Clock, Disposable, PendingRequest } from './ports';

/** Between two readings of everything, ms for each pending request. */
const PAUSE_EACH = 20;

export interface SharedPendingParts {
  readonly clock: Clock;
  readonly entries: Map<string, Entry>;
  readonly keeper: PendingKeeper;
  readonly leases: LeaseKeeper;
  /** this window is writing its end */
  readonly isEnding: (key: string) => boolean;
  /** another window has ended it */
  readonly drop: (entry: Entry) => void;
  readonly changed: () => void;
  /** `dueAt` has changed */
  readonly later: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Keeps what this window tracks in step with what all windows have stored. */
export class SharedPending {
  private readonly watch: Disposable;
  private noticedAt: number | null = null;
  private readAt = -Infinity;
  private running: Promise<void> | null = null;
  private again = false;
  private disposed = false;

  constructor(private readonly parts: SharedPendingParts) {
    this.watch = parts.keeper.onDidChange(() => this.noticed());
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
    this.watch.dispose();
  }

  /** Every write of any window is noticed; reading everything back each time would cost more than it tells. */
  private noticed(): void {
    const now = this.parts.clock.now();
    this.noticedAt ??= now;
    if (this.dueAt <= now) void this.reload();
    else this.parts.later();
  }

  private get pause(): number {
    return this.parts.entries.size * PAUSE_EACH;
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
      this.parts.onTrouble(error);
    }
  }

  private async round(): Promise<void> {
    const { entries, keeper, changed } = this.parts;
    const stored = new Map((await keeper.load()).map((one) => [one.key, one]));
    let news = false;
    for (const request of stored.values()) {
      const entry = entries.get(request.key);
      if (entry) news = this.merge(entry, request) || news;
      else news = (await this.add(request.key)) || news;
    }
    for (const [key, entry] of [...entries]) {
      if (stored.has(key) || !entry.ready || !keeper.keeps(key)) continue;
      // It may have been added after the list was read.
      if ((await keeper.read(key)) || this.disposed || entries.get(key) !== entry) continue;
      this.parts.drop(entry);
    }
    if (news && !this.disposed) changed();
  }

  private merge(entry: Entry, stored: PendingRequest): boolean {
    const { key, hurriedAt, askedAt } = entry.request;
    const hurried = stored.hurriedAt > hurriedAt;
    if (this.parts.leases.has(key)) {
      if (!hurried) return false;
      entry.byPerson = true;
      const dueAt = Math.min(entry.request.dueAt, stored.hurriedAt);
      entry.request = { ...entry.request, hurriedAt: stored.hurriedAt, dueAt };
      return true;
    }
    if (!hurried && (stored.askedAt ?? 0) <= (askedAt ?? 0)) return false;
    entry.request = stored;
    return true;
  }

  /** Read afresh: it may have ended since the list was read. */
  private async add(key: string): Promise<boolean> {
    const { entries, keeper, isEnding } = this.parts;
    if (isEnding(key)) return false;
    const stored = await keeper.read(key);
    if (!stored || this.disposed || entries.has(key) || isEnding(key)) return false;
    entries.set(key, newEntry(stored, { ready: true }));
    return true;
  }
}
