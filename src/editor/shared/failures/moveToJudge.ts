import { isPending } from '../../../records';
import type { Judge } from '../../../judges';
import type { Core } from '../core';

/**
 * Moves records and credentials to a judge that was renamed, or whose URL was corrected. Polling of pending records
 * continues.
 */
export async function moveToJudge({ judges, store, tracking }: Core, from: Judge, to: Judge): Promise<void> {
  const { credentials } = judges;
  const credential = await credentials.get(from);
  if (credential) await credentials.save(to.id, credential);
  await credentials.remove(from.id);
  const moved = store.records().filter(({ service }) => service === from.id);
  await tracking.stop(moved.filter(isPending).map(({ key }) => key));
  // oldest first, to keep their order
  for (const record of [...moved].reverse()) {
    await store.move(record.key, to.id);
    if (isPending(record)) await tracking.track(to, record.requestId);
  }
}
