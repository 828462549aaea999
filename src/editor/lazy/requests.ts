/** Polling, its UI, following, and contests. Loaded with the first of them. */
export { ClarificationsFeature } from '../clarifications';
export { Contests } from '../contests';
export { SubmissionFollower } from '../following';
export { ContestEnds } from '../pending/contestEnds';
export { makeTracker } from '../pending/makeTracker';
export { showPendingRequests, resumeStopped } from '../pending';
export { ListingGuard } from '../shared/backgroundRequests/listingGuard';
