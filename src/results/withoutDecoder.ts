/** Exports for code that reads decoded results. Excludes the decoder, which only code that sends requests needs. */
export type * from './model';
export type * from './status';
export type * from './errorBody';
export * from './caseFacts';
export * from './summary';
export * from './format';
export * from './text';
export * from './status';
export * from './verdict';
export * from './comparison/shownComparison';
