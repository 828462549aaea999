import type { HydroVersion } from './errors';
import type { ContestRule } from './records';

/** Behavior of the site that tests can change. By default, none of it is active. */
export interface Oddities {
  version: HydroVersion;
  /** Whether signing in requires a second factor, so that a password alone is rejected. */
  twoFactor: boolean;
  /** Whether signing in is only possible on another site (OAuth). */
  oauthOnly: boolean;
  /** Number of submissions until the limit per minute is reached. */
  submissionsLeft: number;
  /** Number of requests until the limit per 5 seconds is reached. */
  requestsLeft: number;
  /** Whether sockets are accepted but receive nothing. */
  silentSockets: boolean;
  /** Whether sockets are refused. */
  noSockets: boolean;
  /** Rule of each contest, by ID. */
  readonly contests: Map<string, ContestRule>;
  /** IDs of the contests that every user attends. Users can submit after they have opened the problems. */
  readonly attended: Set<string>;
  /** Time at which the problems of an attended contest were first opened, by contest ID, ms since 1970. */
  readonly opened: Map<string, number>;
  /** End of each contest by ID, ms since 1970. A contest without an entry never ends. */
  readonly contestEnds: Map<string, number>;
  /** Begin of each contest by ID, ms since 1970. A contest without an entry has begun. */
  readonly contestBegins: Map<string, number>;
  /** Duration of each contest in which every user starts at a different time, by ID, hours. */
  readonly contestDurations: Map<string, number>;
  /** Types of the problems that take an answer instead of a program, by problem ID. */
  readonly answerTypes: Map<string, 'objective' | 'submit_answer'>;
  /** Permitted languages by problem ID. A problem without an entry permits all languages. */
  readonly allowedLanguages: Map<string, readonly string[]>;
  /** IDs of the domains other than `system`. */
  readonly domains: Set<string>;
  /** IDs of the domains to which users can submit. */
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
    contestBegins: new Map(),
    contestDurations: new Map(),
    answerTypes: new Map(),
    allowedLanguages: new Map(),
    domains: new Set(),
    joined: new Set(),
  };
}
