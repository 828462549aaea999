/** Which requests are pending and when each is asked again. */
export { summaryOf, type PendingRequest, type PendingView } from './pendingItem';
export type * from './ports';
export { Tracker } from './tracker';
export type { TrackOptions } from './tracker';
