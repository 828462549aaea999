/** All records in memory and on disk, in step with each other and with other windows. */
export { RecordRepository } from './repository';
export type { RepositoryOptions } from './repository';
export type { Write } from './writeQueue';
