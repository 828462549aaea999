/** The store of all results, and their files on this computer. */
export * from './assistantAccess';
export * from './storedAssistantRules';
export * from './contests';
export type { NodeChange, StoreChangeEvent, SubtaskChange } from './nodeChanges';
export type { ResultOrigin } from './mergePolicy';
export type * from './pollingPlan';
export * from './shownVerdict';
export { CONTEST_GRACE_MS } from './limits';
export { isKeptText, withEndsOf } from './judgedText';
export { previewRecord, submissionWith, type NewRecord } from './recordUpdates';
export * from './record';
export { RecordStore } from './store';
export type { RecordStoreOptions } from './store';
export { MemoryStorage, StorageFailed } from './storage';
export type { RecordStorage, StorageProblem, StoredRecord } from './storage';
