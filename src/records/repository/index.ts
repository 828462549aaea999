/** All records in memory and on the disk, synchronized with other windows. */
export { RecordRepository } from './repository';
export type { RepositoryOptions } from './repository';
export type { Write } from './writeQueue';
