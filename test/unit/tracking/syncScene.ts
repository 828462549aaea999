import { LeaseKeeper } from '../../../src/tracking/leaseKeeper';
import { PendingItem } from '../../../src/tracking/pendingItem';
import type { RecordState } from '../../../src/judge';
import type { PendingRequest } from '../../../src/tracking/pendingRequest';
import type { PendingStorage } from '../../../src/tracking/ports';
import { PendingSync } from '../../../src/tracking/pendingSync';
import { PendingWriter } from '../../../src/tracking/pendingWriter';
import { begun } from '../../../src/tracking/transition';
import { FakeClock } from '../support/fakeClock';
import { request } from './world';

/** What all windows have stored, and one window that keeps in step with it. */
export class Scene {
  readonly clock = new FakeClock();
  readonly stored = new Map<string, PendingRequest>();
  readonly items = new Map<string, PendingItem>();
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
  /** what the end of a request takes to be written */
  ending: Promise<void> = Promise.resolve();
  broken = false;
  notice: () => void = () => undefined;
  readonly leases = new LeaseKeeper(
    { tryAcquire: async () => true, release: async () => undefined },
    this.clock,
  );
  private readonly storage: PendingStorage = {
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
  };
  private readonly sink = {
    /** the end of a request, which is being written */
    onState: (_key: string, state: RecordState) =>
      state.kind === 'stopped' ? this.ending : Promise.resolve(),
    onError: (_what: string, error: unknown) => void this.troubles.push(error),
  };
  readonly writer = new PendingWriter(
    this.storage,
    this.clock,
    this.sink,
    () => true,
    () => undefined,
  );
  readonly sync = new PendingSync({
    clock: this.clock,
    storage: this.storage,
    items: this.items,
    writer: this.writer,
    leases: this.leases,
    onEndedElsewhere: ({ key }) => {
      this.dropped.push(key);
      this.items.delete(key);
    },
    onChange: () => (this.changes += 1),
    onDueChange: () => (this.laters += 1),
    onError: (error) => this.troubles.push(error),
  });

  constructor() {
    this.sync.listen();
  }

  pending(id: string, more: Partial<PendingRequest> = {}): PendingRequest {
    const now = this.clock.now();
    return { ...begun(request(id), now, now + 1000), ...more };
  }

  /** Tracked by this window, and stored. */
  async track(id: string, more: Partial<PendingRequest> = {}): Promise<PendingItem> {
    const item = new PendingItem(this.pending(id, more), { isKept: true });
    this.items.set(item.key, item);
    await this.writer.begin(item);
    return item;
  }
}
