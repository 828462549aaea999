import { accepting, inSequence } from './operations';
import type { IncomingResult, NewRecord } from './operations';
import type { RecordKey } from './record';
import { StorageFailed } from './storage';
import type { RecordChange, RecordStorage, StoredRecord } from './storage';

/** One change that is on its way to the disk. */
export interface Operation {
  readonly change: RecordChange;
  /** present where it brings a result: a later one takes its place */
  readonly brings?: { readonly incoming: IncomingResult; readonly added: NewRecord | null };
}

export function bringing(incoming: IncomingResult, added: NewRecord | null, now: number): Operation {
  return { change: accepting(incoming, added, now), brings: { incoming, added } };
}

export interface SavingOptions {
  readonly storage: RecordStorage;
  /** what this window has last seen on the disk */
  readonly known: (key: RecordKey) => StoredRecord | null;
  /** ms since 1970 */
  readonly now: () => number;
  /** Calls `action` once after `delay` ms, unless disposed before. */
  readonly later: (delay: number, action: () => void) => { dispose(): void };
  /** A delayed save came to its end. */
  readonly onSaved: (key: RecordKey, stored: StoredRecord | null) => Promise<void> | void;
  readonly onFailed: (failure: StorageFailed) => void;
}

interface Line {
  waiting: Operation[];
  tail: Promise<unknown>;
  timer: { dispose(): void } | null;
  /** how long the last write took, ms */
  lastWrite: number;
}

/** Least time between two delayed writes of one record, ms. */
const pause = 300;

/**
 * Brings changes to the disk, one record's after each other. Partial results may wait, so that fifty a second
 * become a few writes; while the disk refuses, everything waits in memory for the next attempt.
 */
export class SaveQueue {
  private readonly lines = new Map<RecordKey, Line>();
  /** the disk has refused these; they are tried again as soon as it takes anything */
  private readonly refused = new Set<RecordKey>();

  constructor(private readonly options: SavingOptions) {}

  /** Changes of a record that are on no disk yet, the oldest first. */
  unsaved(key: RecordKey): readonly RecordChange[] {
    return this.lines.get(key)?.waiting.map(({ change }) => change) ?? [];
  }

  hasUnsaved(key: RecordKey): boolean {
    return (this.lines.get(key)?.waiting.length ?? 0) > 0;
  }

  /**
   * On disk, with everything that waited for it, when it resolves. Rejects with `StorageFailed`; it waits then for the
   * next attempt, before whatever is written next of this record.
   */
  async now(key: RecordKey, operation: Operation): Promise<StoredRecord | null> {
    return this.write(key, operation);
  }

  /** On disk soon. */
  soon(key: RecordKey, operation: Operation): void {
    this.keep(key, operation);
    const line = this.line(key);
    line.timer ??= this.options.later(Math.max(pause, 4 * line.lastWrite), () => {
      line.timer = null;
      void this.flushOne(key);
    });
  }

  /** Waits for the next attempt. A result takes the place of the one that waits already. */
  keep(key: RecordKey, operation: Operation): void {
    const line = this.line(key);
    const at = operation.brings ? line.waiting.findIndex(({ brings }) => brings) : -1;
    const before = line.waiting[at]?.brings;
    if (!operation.brings || !before) {
      line.waiting = [...line.waiting, operation];
      return;
    }
    const { incoming, added } = operation.brings;
    line.waiting = line.waiting.with(at, bringing(incoming, added ?? before.added, this.options.now()));
  }

  /** Tries to bring everything to the disk that waits; what fails waits on. */
  async flush(): Promise<void> {
    await Promise.all([...this.lines.keys()].map((key) => this.flushOne(key)));
  }

  private async flushOne(key: RecordKey): Promise<void> {
    const line = this.line(key);
    line.timer?.dispose();
    line.timer = null;
    if (line.waiting.length === 0) {
      await line.tail;
      return;
    }
    try {
      await this.options.onSaved(key, await this.write(key, null));
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      this.options.onFailed(error);
    }
  }

  private write(key: RecordKey, last: Operation | null): Promise<StoredRecord | null> {
    const line = this.line(key);
    const done = line.tail.then(async () => {
      const batch = [...line.waiting];
      const changes = [...batch, ...(last ? [last] : [])].map(({ change }) => change);
      const begin = this.options.now();
      const { storage, known } = this.options;
      const stored = await storage.update(key, inSequence(changes), known(key));
      line.lastWrite = this.options.now() - begin;
      line.waiting = line.waiting.filter((one) => !batch.includes(one));
      this.retryRefused(key);
      return stored;
    });
    line.tail = done.catch((error: unknown) => {
      if (!(error instanceof StorageFailed)) return;
      if (last) this.keep(key, last);
      // a file of a newer version stays what it is
      if (error.problem.kind !== 'newer') this.refused.add(key);
    });
    return done;
  }

  private retryRefused(taken: RecordKey): void {
    this.refused.delete(taken);
    const keys = [...this.refused];
    this.refused.clear();
    for (const key of keys) void this.flushOne(key);
  }

  private line(key: RecordKey): Line {
    const known = this.lines.get(key);
    if (known) return known;
    const line: Line = { waiting: [], tail: Promise.resolve(), timer: null, lastWrite: 0 };
    this.lines.set(key, line);
    return line;
  }
}
