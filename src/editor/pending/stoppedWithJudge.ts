import type { RecordKey } from '../../records';
import { mementos } from '../shared/storage/storageKeys';
import type { Core } from '../shared/core';

type State = Core['context']['globalState'];

/** Remembers that these records were stopped because their judge was removed, not by the user. */
export async function rememberStopped(state: State, keys: readonly RecordKey[]): Promise<void> {
  if (keys.length > 0) await write(state, [...new Set([...stoppedIn(state), ...keys])]);
}

/** Resumes records that were stopped with their judge, if it was added again and no sign-in is needed. */
export async function resumeStopped({ context, judges, store, tracking }: Core): Promise<void> {
  const state = context.globalState;
  const stopped = stoppedIn(state);
  if (stopped.length === 0) return;
  // the list may be visible before the history was read
  await store.reread(stopped);
  const done = new Set<RecordKey>();
  for (const key of stopped) {
    const record = store.get(key);
    if (record?.state.kind === 'stopped') {
      const judge = await judges.judgeOf(record.service);
      if (!judge || (await judges.isSignedOut(judge))) continue;
      await tracking.track(judge, record.requestId);
    }
    done.add(key);
  }
  const left = stoppedIn(state).filter((key) => !done.has(key));
  if (done.size > 0) await write(state, left);
}

function stoppedIn(state: State): readonly RecordKey[] {
  const stored = state.get<unknown>(mementos.stoppedWithService);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
}

async function write(state: State, keys: readonly RecordKey[]): Promise<void> {
  await state.update(mementos.stoppedWithService, keys.length > 0 ? keys : undefined);
}
