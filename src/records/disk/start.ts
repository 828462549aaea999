import { nodeFiles } from './files';
import type { Files } from './files';
import { decodeIndex } from './format';
import { documentNames, historyLayout } from './layout';
import type { StoredRecord } from '../storage';

export interface StartOfHistory {
  /** requests that are not at their end, of all workspace folders */
  readonly pending: number;
  /** the newest records as the last window left them; `RecordStore.loadAll` brings the rest, and what is newer */
  readonly newest: readonly StoredRecord[];
}

/**
 * All that a window needs to know at its start, from one small file and one listing. Never rejects: what cannot be
 * read here is met again, and reported, when the records themselves are read.
 */
export async function readStart(folder: string, files: Files = nodeFiles): Promise<StartOfHistory> {
  const layout = historyLayout(folder);
  const [index, pending] = await Promise.all([
    files.read(layout.index).catch(() => null),
    files.list(layout.pending).catch(() => []),
  ]);
  const read = index && decodeIndex(index.toString('utf8'));
  return { pending: documentNames(pending).length, newest: read?.kind === 'ok' ? read.value : [] };
}
