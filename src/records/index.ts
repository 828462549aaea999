/** The one store of results, and what is kept of them on this computer. */
export type { RecordsChange } from './announcement';
export type { NodeChange, SubtaskChange } from './changes';
export type { ResultOrigin } from './door';
export { diskOnDemand } from './disk/onDemand';
export type { Disk, DiskOptions } from './disk/open';
export { readStart, type StartOfHistory } from './disk/start';
export type { NewRecord, RecordPatch } from './operations';
export * from './record';
export { RecordStore } from './store';
export type { Acceptance, HowItCame, RecordStoreOptions, ResultToAccept } from './store';
export { StorageFailed } from './storage';
export type { RecordStorage, StorageProblem, StoredRecord, StoredResult } from './storage';
