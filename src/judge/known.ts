/** What can be said of a decoded result. Without the decoder, which only those need who ask a service. */
export type * from './model';
export type * from './rules';
export type * from './serviceError';
export * from './caseName';
export * from './cause';
export * from './format';
export * from './outputs';
export * from './format';
export * from './status';
export * from './summary';
export * from './text';
export * from './verdict';
