import { commands, type Disposable } from 'vscode';
import type { KnownRecord, RecordStore } from '../../records';
import type { Capabilities } from './capabilities';

/** Context keys for `when` clauses in the manifest: `judgeResults.<name>`. */
export type ContextKey =
  | keyof Capabilities
  | 'filtered'
  | 'follows'
  | 'hasCredentials'
  | 'hasPending'
  | 'hasRecords'
  | 'hasSamples'
  | 'inputEditors'
  | 'offline'
  | 'ranSamples'
  | 'sampleFiles'
  | 'service'
  | 'submittedFiles';

export function setContext(key: ContextKey, value: unknown): Thenable<unknown> {
  return commands.executeCommand('setContext', `judgeResults.${key}`, value);
}

/** Sets `key` to whether any record matches `isMeant`, and updates it when records are added or removed. */
export function setContextWhere(
  key: ContextKey,
  store: Pick<RecordStore, 'records' | 'onDidChange'>,
  isMeant: (record: KnownRecord) => boolean = () => true,
): Disposable {
  let isAny: boolean | undefined;
  const update = (): void => {
    const now = store.records().some(isMeant);
    if (now === isAny) return;
    isAny = now;
    void setContext(key, now);
  };
  update();
  return store.onDidChange(({ added, removed }) => {
    if (added.size + removed.size > 0) update();
  });
}
