import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { temporaryPrefix } from './files';

/** Where things are below the folder that is handed in. Names of records are `safeName(key)`. */
export class HistoryLayout {
  readonly records: string;
  readonly results: string;
  readonly sources: string;
  readonly pending: string;
  readonly locks: string;
  readonly leases: string;
  readonly broken: string;
  readonly index: string;

  constructor(readonly root: string) {
    this.records = join(root, 'records');
    this.results = join(root, 'results');
    this.sources = join(root, 'sources');
    this.pending = join(root, 'pending');
    this.locks = join(root, 'locks');
    this.leases = join(root, 'leases');
    this.broken = join(root, 'broken');
    this.index = join(root, 'index.json');
  }

  record(name: string): string {
    return join(this.records, `${name}.json`);
  }

  result(name: string, id: string): string {
    return join(this.results, `${name}.${id}.json`);
  }

  source(name: string, hash: string): string {
    return join(this.sources, `${name}.${hash}.gz`);
  }

  request(name: string): string {
    return join(this.pending, `${name}.json`);
  }
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
