import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { later } from '../../base/ports';
import type { KnownRecord, RecordStore } from '../../records';
import { START_UP_MS } from './limits';

/** Runs work after the window's startup. */
export function whenIdle(work: () => Promise<void>): Disposable {
  return later(START_UP_MS, () => void work());
}

/**
 * Loads `part` when a record first needs it. If a stored record needs it, loads it immediately (`atStart`), or after
 * the window's startup (`whenIdle`).
 */
export function whenFirstNeeded(
  store: Pick<RecordStore, 'records' | 'get' | 'onDidChange'>,
  part: Lazy<Disposable>,
  needsIt: (record: KnownRecord) => boolean,
  loadStored: 'atStart' | 'whenIdle',
): Disposable {
  const isStored = (): boolean => store.records().some(needsIt);
  if (loadStored === 'atStart' && isStored()) {
    void part.get();
    return Disposable.from();
  }
  const loadIf = (isNeeded: boolean): void => {
    if (!isNeeded) return;
    watch.dispose();
    void part.get();
  };
  const watch = Disposable.from(
    later(START_UP_MS, () => loadIf(isStored())),
    // another window may have added or changed records
    store.onDidChange(({ added, nodes }) => {
      const changed = [...added, ...nodes.keys()].flatMap((key) => store.get(key) ?? []);
      loadIf(changed.some(needsIt));
    }),
  );
  return watch;
}
