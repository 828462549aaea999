import type { Entry } from './entry';
import { KeyedMutex } from '../base/keyedMutex';
import type { PendingKeeper } from './pendingKeeper';
import type { TrackedState, TrackerSink } from './ports';

/** Writes and tells what happens to each request, in the order in which it happened. Nothing here rejects. */
export class Bookkeeper {
  private readonly queue = new KeyedMutex();
  private readonly ending = new Set<string>();

  constructor(
    private readonly keeper: PendingKeeper,
    private readonly sink: Pick<TrackerSink, 'onState' | 'onTrouble'>,
    private readonly isCurrent: (entry: Entry) => boolean,
  ) {}

  /** Resolves when it is on disk and announced, or was stopped before. */
  async begin(entry: Entry): Promise<void> {
    await this.inOrder(entry, 'keeping a pending request', async () => {
      if (this.isCurrent(entry)) await this.keeper.add(entry.request);
    });
    await this.tell(entry, { kind: 'waiting' });
  }

  tell(entry: Entry, state: TrackedState): Promise<void> {
    return this.inOrder(entry, 'keeping a state', async () => {
      if (this.isCurrent(entry)) await this.sink.onState(entry.request.key, state);
    });
  }

  /** `onEnded` is called when another window has ended the request meanwhile. */
  save(entry: Entry, onEnded: () => void): void {
    const { request } = entry;
    void this.inOrder(entry, 'keeping a pending request', async () => {
      if (!(await this.keeper.saveIfWorthIt(request))) onEnded();
    });
  }

  /** Lets the window that asks for this request know that a person wants it now. */
  hurry(entry: Entry, onEnded: () => void): void {
    const { key, hurriedAt } = entry.request;
    void this.inOrder(entry, 'keeping a pending request', async () => {
      if (!(await this.keeper.hurry(key, hurriedAt))) onEnded();
    });
  }

  /** The state is kept before the request stops being pending: a crash in between costs one ask, no request. */
  async end(entry: Entry, state: TrackedState): Promise<void> {
    const { key } = entry.request;
    this.ending.add(key);
    await this.inOrder(entry, 'keeping the end of a request', async () => {
      await this.sink.onState(key, state);
      await this.keeper.remove(key);
    });
    this.ending.delete(key);
  }

  isEnding(key: string): boolean {
    return this.ending.has(key);
  }

  /** Everything for this request, or for all, is written. */
  idle(key?: string): Promise<void> {
    return this.queue.idle(key);
  }

  private async inOrder(entry: Entry, what: string, operation: () => Promise<void>): Promise<void> {
    try {
      await this.queue.run(entry.request.key, operation);
    } catch (error) {
      this.sink.onTrouble(what, error);
    }
  }
}
