import { workspace, type Disposable } from 'vscode';
import type { KnownRecord, RecordStore } from '../records';
import type { Lazy } from './lazy';
import { wantsCallbacks } from './settings';

/** What shows something of records is loaded after the first idle second, or with the first record that needs it. */
export function whenFirstNeeded(
  store: RecordStore,
  part: Lazy<Disposable>,
  needsIt: (record: KnownRecord) => boolean,
): Disposable {
  const isNeeded = (): boolean => store.records().some(needsIt);
  const timer = setTimeout(() => {
    if (isNeeded()) void part.get();
  }, 1000);
  const watch = store.onDidChange(() => {
    if (!isNeeded()) return;
    clearTimeout(timer);
    watch.dispose();
    void part.get();
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      watch.dispose();
    },
  };
}

/** After the first second, when the window has come to rest. */
export function whenIdle(work: () => Promise<void>): Disposable {
  const timer = setTimeout(() => void work(), 1000);
  return { dispose: () => clearTimeout(timer) };
}

/** HTTP callbacks are off unless a setting says otherwise. */
export function whenWanted(callbacks: Lazy<Disposable>): Disposable {
  const look = async (): Promise<void> => {
    if (wantsCallbacks()) await callbacks.get();
  };
  const disposables = [whenIdle(look), workspace.onDidChangeConfiguration(look)];
  return { dispose: () => disposables.forEach((one) => void one.dispose()) };
}
