import type { JudgeSemantics } from '../judge';
import type { JudgeAdapter, RecentSubmission } from './adapter';
import { pathBelow, type ServiceId } from './address';
import type { Authentication } from './authentication';
import type { Operation, RefusalIn } from './judgeHttp';
import type { ProblemName } from './submission';

/** One judge of the user: what it can do (`JudgeAdapter`), and its entry in the settings. */
export interface Judge extends JudgeAdapter {
  readonly id: ServiceId;
  /** Its type in the settings. */
  readonly type: string;
  /** Its name in the settings. */
  readonly name: string;
  /** null: it has no other name in Chinese */
  readonly chineseName: string | null;
  /** URL without a trailing slash, user information or query. */
  readonly baseUrl: string;
  /** Origin of `baseUrl`. */
  readonly origin: string;
  readonly authentication: Authentication;
  /** The user allows credentials to be sent unencrypted through a private network. */
  readonly allowsPlainHttp: boolean;
  /** Meaning of its codes. */
  readonly rules: JudgeSemantics;
  /** The meaning of its codes is set by the user. */
  readonly definesCodes: boolean;
  readonly refusalIn: RefusalIn;
  readonly bodyLimit: number;
}

/** Lists the user's newest submissions. Null: the judge has no list, or none without the user's name (`account`). */
export function listingOf(
  { listing }: Pick<Judge, 'listing'>,
  account: string | null,
): Operation<readonly RecentSubmission[]> | null {
  if (!listing) return null;
  if (!listing.needsAccount) return (http) => listing.fetchRecent(http, account);
  return account === null ? null : (http) => listing.fetchRecent(http, account);
}

/**
 * Whether an address is a page of that problem, in any of the forms that the judge has. Null: the page has several problems,
 * which may include this one.
 */
export function isProblemPage({ pages }: Judge, address: string, problem: ProblemName): boolean | null {
  if (pages?.isProblemPage) return pages.isProblemPage(address, problem);
  return pages?.problem !== undefined && pathBelow(pages.problem(problem), address)?.path === '';
}
