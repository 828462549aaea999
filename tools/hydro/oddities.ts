import type { HydroVersion } from './errors';
import type { ContestRule } from './records';

/** What a site does on demand. Everything is off at the start. */
export interface Oddities {
  version: HydroVersion;
  /** a second factor is needed: signing in with a password alone is refused */
  twoFactor: boolean;
  /** signing in is only possible somewhere else */
  oauthOnly: boolean;
  /** submissions that are still taken before the rate limit of a minute */
  submissionsLeft: number;
  /** requests that are still answered before the limit of 5 seconds */
  requestsLeft: number;
  /** sockets that are accepted and then say nothing */
  silentSockets: boolean;
  /** sockets that are refused */
  noSockets: boolean;
  /** the contests there are: ID → rule */
  readonly contests: Map<string, ContestRule>;
  /** contests that everybody attends; they may be submitted to once their problems have been opened */
  readonly attended: Set<string>;
  /** attended contests whose problems have been opened → when they were opened first, ms since 1970 */
  readonly opened: Map<string, number>;
  /** when a contest ends, ms since 1970; without it, it never does */
  readonly contestEnds: Map<string, number>;
  /** problems that don't take every language: ID → those that they take */
  readonly allowedLanguages: Map<string, readonly string[]>;
  /** domains besides `system`; those in `joined` may be submitted to */
  readonly domains: Set<string>;
  readonly joined: Set<string>;
}

export function noOddities(): Oddities {
  return {
    version: 5,
    twoFactor: false,
    oauthOnly: false,
    submissionsLeft: Number.POSITIVE_INFINITY,
    requestsLeft: Number.POSITIVE_INFINITY,
    silentSockets: false,
    noSockets: false,
    contests: new Map(),
    attended: new Set(),
    opened: new Map(),
    contestEnds: new Map(),
    allowedLanguages: new Map(),
    domains: new Set(),
    joined: new Set(),
  };
}
