/** Decides which requests are pending, and when each one is polled. */
export { summaryOf, type PendingRequest, type PendingView } from './pendingRequest';
export type * from './ports';
export { Tracker } from './tracker';
export type { TrackOptions } from './tracker';
