/** All records in memory and on disk, synchronized with other windows. */
export { RecordRepository } from './repository';
export type { RepositoryOptions } from './repository';
export type { Write } from './writeQueue';
