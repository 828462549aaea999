import { nodeFiles } from './files';
import type { Files } from './files';
import { decodeIndex } from './format';
import { historyLayout } from './layout';
import type { StoredRecord } from '../storage';

/**
 * All that a window needs to know at its start, from one small file: the newest records, and all that are tracked, as the
 * last window left them. `RecordStore.loadAll` brings the rest, and what is newer. Never rejects: what cannot be read here
 * is met again, and reported, when the records themselves are read.
 */
export async function readStart(folder: string, files: Files = nodeFiles): Promise<readonly StoredRecord[]> {
  const index = await files.read(historyLayout(folder).index).catch(() => null);
  const read = index && decodeIndex(index.toString('utf8'));
  return read?.kind === 'ok' ? read.value : [];
}
