/**
 * Exports for code that the start loads, which only reads decoded results. Excludes the decoder, and the comparison of
 * outputs.
 */
export type * from './model';
export type * from './status';
export type * from './errorBody';
export * from './caseFacts';
export * from './crashNote';
export * from './summary';
export * from './formatFigures';
export * from './caseTexts';
export * from './dialog';
export * from './plainText';
export * from './status';
export * from './verdict';
export * from './comparison/shownComparison';
export { jsonIn } from './json';
export { TypeMismatch, type Expectation } from './fieldReader';
export * from './contest';
