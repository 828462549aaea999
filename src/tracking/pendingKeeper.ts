import type { Clock, Disposable, PendingRequest, PendingStorage } from './ports';
import { onThisClock } from './transition';

/** A change of plan that matters to nobody is not written more often than this, ms. */
const SELDOM = 5000;

/** Writes what must survive a reload, and only that: most asks bring nothing worth a write. */
export class PendingKeeper {
  private readonly written = new Map<string, PendingRequest>();

  constructor(
    private readonly storage: PendingStorage,
    private readonly clock: Clock,
  ) {}

  /** It is on disk, as far as this window knows; where a disk is full it isn't. */
  keeps(key: string): boolean {
    return this.written.has(key);
  }

  async load(): Promise<readonly PendingRequest[]> {
    const stored = await this.storage.load();
    return stored.map((one) => onThisClock(one, this.clock.now()));
  }

  /** What is stored now, maybe by another window; null: it is not pending any more. */
  async read(key: string): Promise<PendingRequest | null> {
    const stored = await this.storage.read(key);
    if (!stored) return null;
    this.written.set(key, stored);
    return onThisClock(stored, this.clock.now());
  }

  async add(request: PendingRequest): Promise<void> {
    await this.storage.add(request);
    this.written.set(request.key, request);
  }

  /** False when another window has ended the request. */
  async save(request: PendingRequest): Promise<boolean> {
    const kept = await this.storage.save(request);
    if (kept) this.written.set(request.key, request);
    else this.written.delete(request.key);
    return kept;
  }

  /** As `save`, where losing the change would cost more than one early ask. */
  async saveIfWorthIt(request: PendingRequest): Promise<boolean> {
    const before = this.written.get(request.key);
    return before && !isWorthAWrite(before, request) ? true : this.save(request);
  }

  /** Marks what is stored, maybe by another window, as wanted now. False when it is no longer pending. */
  async hurry(key: string, hurriedAt: number): Promise<boolean> {
    const stored = await this.read(key);
    return stored !== null && (await this.save({ ...stored, hurriedAt }));
  }

  async remove(key: string): Promise<void> {
    this.written.delete(key);
    await this.storage.remove(key);
  }

  onDidChange(listener: () => void): Disposable {
    return this.storage.onDidChange(listener);
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
