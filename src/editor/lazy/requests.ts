/** Polling, its UI, and following. Loaded with the first pending request or the first followed judge. */
export { SubmissionFollower } from '../following';
export { ContestEnds } from '../pending/contestEnds';
export { makeTracker } from '../pending/makeTracker';
export { showPendingRequests, resumeStopped } from '../pending';
export { ListingGuard } from '../shared/listingGuard';
