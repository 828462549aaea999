/** Decides which requests are pending, and when each one is polled. */
export { summaryOf, type PendingView } from './pendingRequest';
export type * from './ports';
export { Tracker, type TrackOptions } from './tracker';
