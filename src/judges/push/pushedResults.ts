import type { ReadResult } from '../adapters/shared/makeResult';
import { MAX_WAITING_LENGTH, MAX_WAITING_RESULTS } from '../limits';

/** A pushed result, and the length of its frame in UTF-16 units. */
export interface PushedResult {
  readonly answer: ReadResult;
  readonly length: number;
}

interface PushedResultsParts {
  /** Stores a result. Must not reject. */
  readonly store: (requestId: string, answer: ReadResult) => Promise<void>;
  /** Called after each stored result, because `isFull` may have changed. */
  readonly onStored: () => void;
}

/**
 * Stores pushed results, one at a time for each request ID. If several results for this ID arrive while one is being
 * stored, only the newest one is kept.
 */
export class PushedResults {
  private readonly inProgress = new Map<string, PushedResult>();
  private readonly waiting = new Map<string, PushedResult>();

  constructor(private readonly parts: PushedResultsParts) {}

  /** Whether reading should pause until some results are stored. */
  get isFull(): boolean {
    const all = [...this.inProgress.values(), ...this.waiting.values()];
    const length = all.reduce((sum, result) => sum + result.length, 0);
    return all.length >= MAX_WAITING_RESULTS || length >= MAX_WAITING_LENGTH;
  }

  add(requestId: string, result: PushedResult): void {
    if (this.inProgress.has(requestId)) this.waiting.set(requestId, result);
    else void this.storeAll(requestId, result);
  }

  /** Stores a result, and then the one that arrived meanwhile, if any. */
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
