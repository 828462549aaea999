import { newEntry } from '../../../src/tracking/entry';
import type { Entry } from '../../../src/tracking/entry';
import { LeaseKeeper } from '../../../src/tracking/leaseKeeper';
import { PendingKeeper } from '../../../src/tracking/pendingKeeper';
import type { PendingRequest } from '../../../src/tracking/ports';
import { SharedPending } from '../../../src/tracking/sharedPending';
import { begun } from '../../../src/tracking/transition';
import { FakeClock } from '../support/fakeClock';
import { request } from './world';

/** What all windows have stored, and one window that keeps in step with it. */
export class Scene {
  readonly clock = new FakeClock();
  readonly stored = new Map<string, PendingRequest>();
  readonly entries = new Map<string, Entry>();
  readonly ending = new Set<string>();
  readonly dropped: string[] = [];
  readonly troubles: unknown[] = [];
  loads = 0;
  changes = 0;
  laters = 0;
  listeners = 0;
  /** what the list takes to arrive */
  listing: Promise<void> = Promise.resolve();
  /** what one of them takes to arrive */
  reading: Promise<void> = Promise.resolve();
  broken = false;
  notice: () => void = () => undefined;
  readonly leases = new LeaseKeeper(
    { tryAcquire: async () => true, renew: async () => true, release: async () => undefined },
    this.clock,
  );
  readonly keeper = new PendingKeeper(
    {
      load: async () => {
        this.loads += 1;
        const found = [...this.stored.values()];
        await this.listing;
        if (this.broken) throw new Error('no disk');
        return found;
      },
      read: async (of) => {
        await this.reading;
        return this.stored.get(of) ?? null;
      },
      add: async (one) => void this.stored.set(one.key, one),
      save: async (one) => this.stored.has(one.key),
      remove: async (of) => void this.stored.delete(of),
      onDidChange: (listener) => {
        this.listeners += 1;
        this.notice = listener;
        return { dispose: () => void (this.listeners -= 1) };
      },
    },
    this.clock,
  );
  readonly shared = new SharedPending({
    clock: this.clock,
    entries: this.entries,
    keeper: this.keeper,
    leases: this.leases,
    isEnding: (of) => this.ending.has(of),
    drop: (entry) => {
      this.dropped.push(entry.request.key);
      this.entries.delete(entry.request.key);
    },
    changed: () => (this.changes += 1),
    later: () => (this.laters += 1),
    onTrouble: (error) => this.troubles.push(error),
  });

  pending(id: string, more: Partial<PendingRequest> = {}): PendingRequest {
    const now = this.clock.now();
    return { ...begun(request(id), now, now + 1000), ...more };
  }

  /** Tracked by this window, and stored. */
  async track(id: string, more: Partial<PendingRequest> = {}): Promise<Entry> {
    const entry = newEntry(this.pending(id, more), { ready: true });
    this.entries.set(entry.request.key, entry);
    await this.keeper.add(entry.request);
    return entry;
  }
}
