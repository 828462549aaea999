import { workspace, type Disposable } from 'vscode';
import type { RecordStore } from '../records';
import type { Diagnostics } from './diagnostics';
import type { Lazy } from './lazy';
import { wantsCallbacks } from './settings';

/**
 * Compile messages are taken up after the first idle second, or with the first one that comes; and with the first file
 * that is tied to a record, which is followed when it is renamed.
 */
export function whenFirstNeeded(store: RecordStore, diagnostics: Lazy<Diagnostics>): Disposable {
  const isNeeded = (): boolean =>
    store.records().some(({ summary, source }) => summary?.hasCompilation || source);
  const timer = setTimeout(() => {
    if (isNeeded()) void diagnostics.get();
  }, 1000);
  const watch = store.onDidChange(() => {
    if (!isNeeded()) return;
    clearTimeout(timer);
    watch.dispose();
    void diagnostics.get();
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
