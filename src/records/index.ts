/** The one store of results, and what is kept of them on this computer. */
export type { RecordsChange } from './announcement';
export type { NodeChange, SubtaskChange } from './changes';
export type { ResultOrigin } from './mergePolicy';
export type { NewRecord } from './operations';
export * from './record';
export { RecordStore } from './store';
export type { RecordStoreOptions } from './store';
export { StorageFailed } from './storage';
export type { RecordStorage, StorageProblem, StoredRecord } from './storage';
