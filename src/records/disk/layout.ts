import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { temporaryPrefix } from './files';

export type HistoryLayout = ReturnType<typeof historyLayout>;

/** Returns the paths of all files below the folder `root`. The parameter `name` is `safeName(key)`. */
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
    withheld: at('withheld'),
    index: at('index.json'),
    assistants: at('assistants.json'),
    record: (name: string) => at('records', `${name}.json`),
    result: (name: string, id: string) => at('results', `${name}.${id}.json`),
    /** An empty file: the data of the record contain a credential of the user. */
    withheldMark: (name: string) => at('withheld', `${name}.mark`),
    source: (name: string, hash: string) => at('sources', `${name}.${hash}.gz`),
  } as const;
}

/** Returns the complete documents in a listing, without `.json`. Omits files that are still being written. */
export function documentNames(listing: readonly string[]): string[] {
  return listing
    .filter((file) => file.endsWith('.json') && !file.startsWith(temporaryPrefix))
    .map((file) => file.slice(0, -'.json'.length));
}

/** Returns a file name for any text, so that text from a judge or a setting never becomes part of a path. */
export function safeName(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * Returns the record name contained in the file name of a result or source text, even after the file was moved to
 * `broken`. Empty if there is none.
 */
export function nameInPart(file: string): string {
  return /(?:^|-)([0-9a-f]{32})\./.exec(file)?.[1] ?? '';
}
