/** Which requests are pending and when each is asked again. */
export type * from './pendingView';
export { summaryOf } from './pendingView';
export type * from './ports';
export { pendingRequest } from './pendingRequest';
export { Tracker } from './tracker';
export type { TrackerParts, TrackOptions } from './tracker';
