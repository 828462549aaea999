/** Polls and shows what is pending, and finds new submissions. Loaded with the first request. */
export { SubmissionFollower } from '../following';
export { ContestEnds } from '../pending/contestEnds';
export { makeTracker } from '../pending/makeTracker';
export { showPendingRequests, resumeStopped } from '../pending';
