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

  constructor(folder: string) {
    this.records = join(folder, 'records');
    this.results = join(folder, 'results');
    this.sources = join(folder, 'sources');
    this.pending = join(folder, 'pending');
    this.locks = join(folder, 'locks');
    this.leases = join(folder, 'leases');
    this.broken = join(folder, 'broken');
    this.index = join(folder, 'index.json');
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
