import type { ReadResult } from './profiles/answer';

/** A pushed result with the length of its frame, UTF-16 units. */
export interface PushedResult {
  readonly answer: ReadResult;
  readonly length: number;
}

interface PushedResultsParts {
  /** Stores a result. Must not reject. */
  readonly store: (requestId: string, answer: ReadResult) => Promise<void>;
  /** Called after each result that was stored: `isFull` may have changed. */
  readonly onStored: () => void;
}

/** Results that are stored or wait, at most, before no more should be read. */
const MAX_RESULTS = 16;
/** Length of their frames together, UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Stores pushed results, one at a time for each request ID. Of the results that arrive meanwhile for the same ID only the
 * newest waits.
 */
export class PushedResults {
  private readonly inProgress = new Map<string, PushedResult>();
  private readonly waiting = new Map<string, PushedResult>();

  constructor(private readonly parts: PushedResultsParts) {}

  /** Whether no more should be read until some results are stored. */
  get isFull(): boolean {
    const all = [...this.inProgress.values(), ...this.waiting.values()];
    const length = all.reduce((sum, one) => sum + one.length, 0);
    return all.length >= MAX_RESULTS || length >= MAX_LENGTH;
  }

  add(requestId: string, result: PushedResult): void {
    if (this.inProgress.has(requestId)) this.waiting.set(requestId, result);
    else void this.storeAll(requestId, result);
  }

  /** Stores a result, and then those that wait for it. */
  private async storeAll(requestId: string, first: PushedResult): Promise<void> {
    for (let next: PushedResult | undefined = first; next; next = this.waiting.get(requestId)) {
      this.waiting.delete(requestId);
      this.inProgress.set(requestId, next);
      await this.parts.store(requestId, next.answer);
      this.inProgress.delete(requestId);
      this.parts.onStored();
    }
  }
}
