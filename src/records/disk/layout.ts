import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { temporaryPrefix } from './files';

export type HistoryLayout = ReturnType<typeof historyLayout>;

/** Where things are below the folder that is handed in. Names of records are `safeName(key)`. */
export function historyLayout(root: string) {
  const at = (...names: readonly string[]) => join(root, ...names);
  return {
    root,
    records: at('records'),
    results: at('results'),
    sources: at('sources'),
    locks: at('locks'),
    leases: at('leases'),
    broken: at('broken'),
    index: at('index.json'),
    record: (name: string) => at('records', `${name}.json`),
    result: (name: string, id: string) => at('results', `${name}.${id}.json`),
    source: (name: string, hash: string) => at('sources', `${name}.${hash}.gz`),
  } as const;
}

/** Names of finished documents in a listing, without `.json`; what is still being written is left out. */
export function documentNames(listing: readonly string[]): string[] {
  return listing
    .filter((file) => file.endsWith('.json') && !file.startsWith(temporaryPrefix))
    .map((file) => file.slice(0, -'.json'.length));
}

/** A file name for any text: what comes from a service or a setting never becomes part of a path. */
export function safeName(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The record's name in that of a result or a source text, also of one that was set aside; empty: there is none. */
export function nameInPart(file: string): string {
  return /(?:^|-)([0-9a-f]{32})\./.exec(file)?.[1] ?? '';
}
