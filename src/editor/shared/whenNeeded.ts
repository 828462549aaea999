import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { later } from '../../base/ports';
import type { KnownRecord, RecordStore } from '../../records';

/** How long a window starts up before background work begins, ms. */
const START_UP = 1000;

/** Does some work a second after the start, when the window has started up. */
export function whenIdle(work: () => Promise<void>): Disposable {
  return later(START_UP, () => void work());
}

/** Loads `part` once there is a record that needs it, but not before the window has started up if it was there at start. */
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
