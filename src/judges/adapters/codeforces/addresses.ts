import type { BrowserSubmission, Pages, RequestIdInput } from '../../adapter';
import { pastedUrl } from '../../address';
import type { ProblemName } from '../../submission';
import { encoded } from '../shared/jsonValues';

/** Returns the pages of Codeforces or a mirror. `site`: URL of the website. */
export function pagesOf(site: string): Pages {
  return {
    contest(id) {
      return contestPage(site, id);
    },

    problem({ problemId, place }) {
      if (isArchived(problemId)) return `${site}/problemsets/acmsguru/problem/99999/${problemId}`;
      const { contest, index } = partsOf(problemId);
      if (contest === null) return `${site}/problemset`;
      return `${contestPage(site, contest, groupIn(place))}/problem/${encoded(index)}`;
    },

    isProblemPage(address, { problemId }) {
      const contest = contestAt(address, site);
      if (contest !== null) return /^\d+(?=\D)/.exec(problemId)?.[0] === contest ? null : false;
      return problemAt(address, site)?.problemId === problemId.toUpperCase();
    },

    record({ requestId, hint }) {
      const { contest } = readHint(hint);
      return contest && `${contestPage(site, contest)}/submission/${requestId}`;
    },

    readAddress(text) {
      return submissionAt(text, site);
    },
  };
}

/** Location in which a submission is searched. */
interface SubmissionLocation {
  /** number of its contest; null: unknown, so it is searched in the user's list */
  readonly contest: string | null;
  /** whether it is searched in the user's list first, the only one that contains source code */
  readonly isWithCode: boolean;
}

/** Parses additional data of a submission: `1520`, `own/1520`, or null. */
export function readHint(hint: string | null): SubmissionLocation {
  if (hint === null) return { isWithCode: true, contest: null };
  const ofOwn = /^own\/(\d{1,9})$/.exec(hint)?.[1];
  return ofOwn === undefined ? { isWithCode: false, contest: hint } : { isWithCode: true, contest: ofOwn };
}

/** Scope of problems whose page is in the problem set. Without a scope, the page is in the contest of the problem. */
const PROBLEM_SET = 'problemset';

/** Returns the pages on which programs are submitted. The scope of a group's problem is `group/<code>`. */
export function submitPagesOf(site: string): BrowserSubmission {
  return {
    page({ problemId, place }) {
      if (isArchived(problemId)) return `${site}/problemsets/acmsguru/submit`;
      const { contest, index } = partsOf(problemId);
      if (contest === null) return `${site}/problemset/submit`;
      const group = groupIn(place);
      if (group === null && !isGym(contest)) {
        return place === PROBLEM_SET
          ? `${site}/problemset/submit/${contest}/${encoded(index)}`
          : `${contestPage(site, contest)}/submit/${encoded(index)}`;
      }
      return `${contestPage(site, contest, group)}/submit`;
    },

    problemAt(address) {
      return problemAt(address, site);
    },
  };
}

/** Returns whether a problem is from the acm.sgu.ru archive on Codeforces. Its ID is only a number. */
function isArchived(problemId: string): boolean {
  return /^\d+$/.test(problemId);
}

/** Returns the number of the contest in a problem ID; null if there is none. */
export function contestOf(problemId: string): string | null {
  return partsOf(problemId).contest;
}

/** Splits a problem ID: `1520A` is problem `A` of contest 1520. `contest`: null if the ID contains none. */
function partsOf(problemId: string): { readonly contest: string | null; readonly index: string } {
  const [, contest = null, index = ''] = /^(\d+)(\D.*)$/.exec(problemId) ?? [];
  return { contest, index };
}

/** Returns the code of the group in the scope of a problem; null if it isn't in a group. */
function groupIn(place: string | null): string | null {
  return /^group\/([A-Za-z\d]{1,40})$/.exec(place ?? '')?.[1] ?? null;
}

/** Returns whether a contest is a gym. The numbers of gyms start at 100,000. */
function isGym(contest: string): boolean {
  return Number(contest) >= 100_000;
}

/** Returns the URL of a contest, a gym, or a group's contest. */
function contestPage(site: string, contest: string, group: string | null = null): string {
  if (group !== null) return `${site}/group/${group}/contest/${contest}`;
  return `${site}/${isGym(contest) ? 'gym' : 'contest'}/${contest}`;
}

/**
 * Parses the URL of a submission on Codeforces or a mirror: `/contest/1520/submission/116`,
 * `/problemset/submission/1520/116`, `/gym/…`, `/group/…/contest/…`. Null: a URL of another site.
 */
function submissionAt(text: string, site: string): RequestIdInput | null {
  const path = pathAt(text, site);
  if (path === null) return null;
  const [, contest, id] =
    /\/(?:contest|gym|problemset\/submission)\/(\d{1,9})\/(?:submission\/)?(\d{1,12})\/*$/.exec(path) ?? [];
  if (contest === undefined || id === undefined) return { kind: 'addressWithoutId' };
  return { kind: 'requestId', id, hint: contest };
}

/**
 * Returns the problem on a page of Codeforces or a mirror: `1520A` for `/contest/1520/problem/A`, `/gym/…`, `/group/…`,
 * and `/problemset/problem/1520/A`, `100` for `/problemsets/acmsguru/problem/99999/100`. Null if the page isn't about a
 * problem.
 */
function problemAt(address: string, site: string): ProblemName | null {
  const path = pathAt(address, site) ?? '';
  const archived = /\/problemsets\/acmsguru\/problem\/\d{1,9}\/(\d{1,9})\/*$/.exec(path)?.[1];
  if (archived !== undefined) return { problemId: archived, place: null };
  const [, contest, index] =
    /\/(?:contest|gym|problemset\/(?:problem|gymProblem))\/(\d{1,9})\/(?:problem\/)?([A-Za-z]\w{0,3})\/*$/.exec(
      path,
    ) ?? [];
  if (contest === undefined || index === undefined) return null;
  return { problemId: `${contest}${index}`.toUpperCase(), place: placeAt(path) };
}

/** Returns the scope of the problem on a page: `problemset`, `group/<code>`, or null for a contest or a gym. */
function placeAt(path: string): string | null {
  if (/^\/problemset\/problem\//.test(path)) return PROBLEM_SET;
  const group = /^\/group\/([A-Za-z\d]{1,40})\//.exec(path)?.[1];
  return group === undefined ? null : `group/${group}`;
}

/**
 * Returns the contest of a page that lists its problems: `/contest/1520`, `/contest/1520/problems`, `/gym/…`. Null:
 * another page.
 */
function contestAt(address: string, site: string): string | null {
  const path = pathAt(address, site) ?? '';
  return /\/(?:contest|gym)\/(\d{1,9})(?:\/problems)?\/*$/.exec(path)?.[1] ?? null;
}

/** Returns the path of a URL on the site or on a mirror. Null: a URL of another site. */
function pathAt(text: string, site: string): string | null {
  const url = pastedUrl(text);
  if (!url) return null;
  const isMirror = /^(?:[a-z\d-]+\.)?codeforces\.(?:com|net)$/.test(url.host);
  return isMirror || url.host === new URL(site).host ? url.pathname : null;
}
