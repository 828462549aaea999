import type { WithLocalRuns } from '../localRuns';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';

/** For submissions, before which the samples can be run on this computer. */
export interface WithSubmissions extends WithLocalRuns {
  /** finds the submissions that the user makes in the browser; loaded with the first of them */
  readonly browserSubmissions: () => Promise<BrowserSubmissions>;
}
