/** What can be said of a decoded result. Without the decoder, which only those need who ask a service. */
export type * from './model';
export type * from './status';
export type * from './serviceError';
export * from './caseFacts';
export * from './summary';
export * from './format';
export * from './text';
export * from './status';
export * from './verdict';
