import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import { BATCH_SILENCE_MS, MAX_BATCH } from './limits';

export interface BatchPosition {
  readonly id: string;
  /** number of problems of the contest */
  readonly size: number;
}

/** Collects the problems of a contest, which arrive one after the other. */
export class ContestBatch<Value> {
  private current: { readonly id: string; readonly values: Value[] } | null = null;
  private timer: Disposable | null = null;
  /** number of accepted problems in the last contest, by its ID */
  private accepted: { readonly id: string; count: number } = { id: '', count: 0 };

  /** `onComplete`: called with all problems of a contest, or with a single problem, in the order of arrival */
  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly onComplete: (values: readonly Value[]) => void,
  ) {}

  /** Returns whether a contest may have another problem. */
  accepts(batch: BatchPosition | null): boolean {
    if (!batch) return true;
    if (this.accepted.id !== batch.id) this.accepted = { id: batch.id, count: 0 };
    this.accepted.count += 1;
    return this.accepted.count <= MAX_BATCH;
  }

  /** Adds a problem. A contest is complete if it has all its problems, after some silence, or if another one begins. */
  add(batch: BatchPosition | null, value: Value): void {
    if (!batch || batch.size === 1) {
      this.complete();
      this.onComplete([value]);
      return;
    }
    if (this.current?.id !== batch.id) this.complete();
    this.current ??= { id: batch.id, values: [] };
    this.current.values.push(value);
    this.timer?.dispose();
    if (this.current.values.length >= Math.min(batch.size, MAX_BATCH)) this.complete();
    else this.timer = this.clock.after(BATCH_SILENCE_MS, () => this.complete());
  }

  dispose(): void {
    this.timer?.dispose();
    this.current = null;
  }

  private complete(): void {
    const { current } = this;
    this.timer?.dispose();
    this.current = null;
    if (current) this.onComplete(current.values);
  }
}
