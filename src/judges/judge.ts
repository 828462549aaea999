import type { JudgeSemantics } from '../results';
import type { JudgeAdapter, ListedBefore, RecentSubmission } from './adapter';
import { pathBelow, type JudgeId } from './address';
import type { Authentication } from './signIn/authentication';
import type { Operation, RefusalIn } from './http/judgeHttp';
import type { ProblemName } from './submission';

/** One of the user's judges: its capabilities (`JudgeAdapter`) and its entry in the settings. */
export interface Judge extends JudgeAdapter {
  readonly id: JudgeId;
  readonly type: string;
  readonly name: string;
  /** null: same name in Chinese */
  readonly chineseName: string | null;
  /** without a trailing slash, user information, and query */
  readonly baseUrl: string;
  readonly origin: string;
  readonly authentication: Authentication;
  /** The user allows unencrypted credentials in a private network. */
  readonly allowsPlainHttp: boolean;
  /** Meaning of the judge's status codes and numbers. */
  readonly rules: JudgeSemantics;
  /** Whether the user defined the status codes in the settings. */
  readonly definesCodes: boolean;
  readonly refusalIn: RefusalIn;
  readonly bodyLimit: number;
}

/**
 * Returns the operation that lists the user's most recent submissions. Null: the judge has no list, or the list
 * requires the user's name (`account`), which is unknown. `before`: see `ListedBefore`.
 */
export function listingOf(
  { listing }: Pick<Judge, 'listing'>,
  account: string | null,
  before: ListedBefore | null = null,
): Operation<readonly RecentSubmission[]> | null {
  if (!listing) return null;
  if (!listing.needsAccount) return (http) => listing.fetchRecent(http, account, before);
  return account === null ? null : (http) => listing.fetchRecent(http, account, before);
}

/**
 * Returns whether a URL is a page of that problem. Null: the page shows several problems, which may include this one.
 */
export function isProblemPage({ pages }: Judge, address: string, problem: ProblemName): boolean | null {
  if (pages?.isProblemPage) return pages.isProblemPage(address, problem);
  return pages?.problem !== undefined && pathBelow(pages.problem(problem), address)?.path === '';
}
