import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { later } from '../../base/ports';
import type { KnownRecord, RecordStore } from '../../records';

/** Duration of a window's startup, during which no background work runs, ms. */
const START_UP = 1000;

/** Runs work after the window's startup. */
export function whenIdle(work: () => Promise<void>): Disposable {
  return later(START_UP, () => void work());
}

/** Loads `part` when a record first needs it, but not during the window's startup. */
export function whenFirstNeeded(
  store: RecordStore,
  part: Lazy<Disposable>,
  needsIt: (record: KnownRecord) => boolean,
): Disposable {
  const check = (): void => {
    if (!store.records().some(needsIt)) return;
    watch.dispose();
    void part.get();
  };
  const watch = Disposable.from(later(START_UP, check), store.onDidChange(check));
  return watch;
}
