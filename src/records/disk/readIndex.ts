import { nodeFiles } from './files';
import type { Files } from './files';
import { decodeIndex } from './format';
import { historyLayout } from './layout';
import type { StoredRecord } from '../storage';

/**
 * Reads the index: the newest records and all tracked ones, as the last window wrote them. This small file is
 * sufficient to start a window. `RecordStore.loadAll` later reads all records, including newer versions of those in the
 * index. Never rejects: if the index can't be read, reading the records will report the problem.
 */
export async function readIndex(folder: string, files: Files = nodeFiles): Promise<readonly StoredRecord[]> {
  const index = await files.read(historyLayout(folder).index).catch(() => null);
  const read = index && decodeIndex(index.toString('utf8'));
  return read?.kind === 'ok' ? read.value : [];
}
