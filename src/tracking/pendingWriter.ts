import { KeyedMutex } from '../base/async';
import type { RecordState } from '../judge';
import type { Clock } from '../base/ports';
import type { PendingItem } from './pendingItem';
import type { PendingRequest } from './pendingRequest';
import type { PendingStorage, TrackerSink } from './ports';
import { onThisClock } from './transition';

/** A change of plan that matters to nobody is not written more often than this, ms. */
const SELDOM = 5000;

/**
 * Writes and announces what happens to each request, in the order in which it happened; and only what must survive a
 * reload, for most polls bring nothing worth a write. Nothing here rejects.
 */
export class PendingWriter {
  private readonly inOrder = new KeyedMutex();
  private readonly ending = new Set<string>();
  /** what is on the disk, as far as this window knows; where the disk is full it isn't */
  private readonly written = new Map<string, PendingRequest>();
  /** the disk has refused these from the start: that they aren't stored doesn't mean that they have ended */
  private readonly unwritten = new WeakSet<PendingItem>();

  constructor(
    private readonly storage: Pick<PendingStorage, 'read' | 'add' | 'save' | 'remove'>,
    private readonly clock: Clock,
    private readonly sink: Pick<TrackerSink, 'onState' | 'onError'>,
    private readonly isTracked: (item: PendingItem) => boolean,
    /** another window has ended it meanwhile */
    private readonly onEndedElsewhere: (item: PendingItem) => void,
  ) {}

  /** It is on the disk, as far as this window knows. */
  hasWritten(key: string): boolean {
    return this.written.has(key);
  }

  /** This window is writing its end. */
  isEnding(key: string): boolean {
    return this.ending.has(key);
  }

  /** This is on the disk: another window has put it there. */
  noteWritten(stored: PendingRequest): void {
    this.written.set(stored.key, stored);
  }

  /** What is stored now, maybe by another window; null: it is not pending any more. */
  async read(key: string): Promise<PendingRequest | null> {
    const stored = await this.storage.read(key);
    if (!stored) return null;
    this.written.set(key, stored);
    return onThisClock(stored, this.clock.now());
  }

  /** Resolves when it is on the disk and announced, or was stopped before. */
  async begin(item: PendingItem): Promise<void> {
    await this.write(item, 'saving a pending request', async () => {
      if (this.isTracked(item)) await this.add(item);
    });
    await this.announce(item, { kind: 'waiting' });
  }

  announce(item: PendingItem, state: RecordState): Promise<void> {
    return this.write(item, 'saving the state of a request', async () => {
      if (this.isTracked(item)) await this.sink.onState(item.key, state);
    });
  }

  save(item: PendingItem): void {
    const { request } = item;
    void this.write(item, 'saving a pending request', async () => {
      if (this.unwritten.has(item)) return this.add(item);
      const before = this.written.get(request.key);
      if (before && !isWorthAWrite(before, request)) return;
      if (!(await this.replace(request))) this.onEndedElsewhere(item);
    });
  }

  /** Lets the window that asks for this request know that a person wants it now. */
  hurry(item: PendingItem): void {
    const { key, hurriedAt } = item.request;
    void this.write(item, 'saving a pending request', async () => {
      if (this.unwritten.has(item)) return;
      const stored = await this.read(key);
      if (!stored || !(await this.replace({ ...stored, hurriedAt }))) this.onEndedElsewhere(item);
    });
  }

  /** The state is kept before the request stops being pending: a crash in between costs one poll, no request. */
  async end(item: PendingItem, state: RecordState): Promise<void> {
    const { key } = item;
    this.ending.add(key);
    await this.write(item, 'saving the end of a request', async () => {
      await this.sink.onState(key, state);
      this.written.delete(key);
      await this.storage.remove(key);
    });
    this.ending.delete(key);
  }

  /** Everything for this request, or for all, is written. */
  idle(key?: string): Promise<void> {
    return this.inOrder.idle(key);
  }

  private async add(item: PendingItem): Promise<void> {
    const { request } = item;
    this.unwritten.add(item);
    await this.storage.add(request);
    this.unwritten.delete(item);
    this.written.set(item.key, request);
  }

  /** False: it is not pending any more. */
  private async replace(request: PendingRequest): Promise<boolean> {
    const isPending = await this.storage.save(request);
    if (isPending) this.written.set(request.key, request);
    else this.written.delete(request.key);
    return isPending;
  }

  private async write(item: PendingItem, what: string, operation: () => Promise<void>): Promise<void> {
    try {
      await this.inOrder.run(item.key, operation);
    } catch (error) {
      this.sink.onError(what, error);
    }
  }
}

function isWorthAWrite(before: PendingRequest, now: PendingRequest): boolean {
  return (
    before.phase !== now.phase ||
    before.known !== now.known ||
    before.hurriedAt !== now.hurriedAt ||
    before.readings.at(-1)?.done !== now.readings.at(-1)?.done ||
    Math.abs(now.dueAt - before.dueAt) > SELDOM
  );
}
