/** Which requests are pending and when each is asked again. */
export { summaryOf } from './pendingItem';
export type { PendingView } from './pendingItem';
export type { PendingRequest } from './pendingRequest';
export type * from './ports';
export { Tracker } from './tracker';
export type { TrackOptions } from './tracker';
