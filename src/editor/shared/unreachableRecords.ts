import { Emitter, type Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import type { KnownRecord, RecordKey } from '../../records';
import { unreachableWords } from '../labels/unreachableWords';
import { COUNTDOWN_STEP_MS } from './limits';

/** A record that awaits its verdict from a judge that can't be reached. */
export interface Unreachable {
  readonly key: RecordKey;
  /** time of this window's next try, ms since 1970; null: it is under way, or another window tries */
  readonly nextAt: number | null;
}

/**
 * The records whose judges can't be reached, with the time until the next try. Has a timer only while a time is shown.
 */
export class UnreachableRecords implements Disposable {
  private words: ReadonlyMap<RecordKey, string> = new Map();
  private timer: Disposable | null = null;
  private readonly changed: Emitter<readonly RecordKey[]>;
  readonly onDidChange: Emitter<readonly RecordKey[]>['event'];

  constructor(
    private readonly clock: Clock,
    private readonly records: { readonly unreachable: () => readonly Unreachable[] },
    onError: (error: unknown) => void,
  ) {
    this.changed = new Emitter(onError);
    this.onDidChange = this.changed.event;
  }

  /** Returns “can’t be reached · next try in 30 s”; empty: nothing is wrong. */
  troubleOf({ key }: Pick<KnownRecord, 'key'>): string {
    return this.words.get(key) ?? '';
  }

  /** Must be called after the reachability of a judge, or the time of a try, may have changed. */
  update(): void {
    this.timer?.dispose();
    this.timer = null;
    const now = this.clock.now();
    const unreachable = this.records.unreachable();
    const before = this.words;
    this.words = new Map(unreachable.map((record) => [record.key, wordsFor(record, now)]));
    const keys = new Set([...before.keys(), ...this.words.keys()]);
    const changed = [...keys].filter((key) => before.get(key) !== this.words.get(key));
    if (changed.length > 0) this.changed.fire(changed);
    const steps = unreachable.flatMap(({ nextAt }) =>
      nextAt === null || nextAt <= now ? [] : [untilNextStep(nextAt - now)],
    );
    if (steps.length > 0) this.timer = this.clock.after(Math.min(...steps), () => this.update());
  }

  dispose(): void {
    this.timer?.dispose();
    this.changed.dispose();
  }
}

function wordsFor({ nextAt }: Unreachable, now: number): string {
  return unreachableWords(nextAt === null || nextAt <= now ? 0 : shownSeconds(nextAt - now));
}

/** Rounds a wait (ms) up, so that the row doesn't change each second. */
function shownSeconds(wait: number): number {
  return (Math.ceil(wait / COUNTDOWN_STEP_MS) * COUNTDOWN_STEP_MS) / 1000;
}

/** Returns the time until `shownSeconds` changes, ms. */
function untilNextStep(wait: number): number {
  return wait % COUNTDOWN_STEP_MS || COUNTDOWN_STEP_MS;
}
