import type { ServiceProfile } from '../../service';
import { isPending } from '../../records/record';
import type { Uses } from '../extensionServices';

/** The records of a service that has another name now: the same records under the new one, still followed. */
export async function moveRecords(
  { store, tracking }: Uses<'store' | 'tracking'>,
  from: ServiceProfile,
  to: ServiceProfile,
): Promise<void> {
  const moved = store.records().filter(({ service }) => service === from.id);
  await tracking.stop(moved.filter(isPending).map(({ key }) => key));
  // the oldest first, so that their order stays
  for (const record of [...moved].reverse()) {
    await store.move(record.key, to.id);
    if (isPending(record)) await tracking.track(to, record.requestId);
  }
}
