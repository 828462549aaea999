import type { Pages, RequestIdInput } from '../adapter';
import { pastedUrl } from '../address';
import { encoded } from './values';

/** Pages of Codeforces and its mirrors. `site`: address of its website. */
export function pagesOf(site: string): Pages {
  return {
    problem({ problemId }) {
      if (/^\d+$/.test(problemId)) return `${site}/problemsets/acmsguru/problem/99999/${problemId}`;
      const [, contest, index = ''] = /^(\d+)(\D.*)$/.exec(problemId) ?? [];
      if (contest === undefined) return `${site}/problemset`;
      return `${contestPage(site, contest)}/problem/${encoded(index)}`;
    },

    isProblemPage(address, { problemId }) {
      const contest = contestAt(address, site);
      if (contest !== null) return /^\d+(?=\D)/.exec(problemId)?.[0] === contest ? null : false;
      return problemAt(address, site) === problemId.toUpperCase();
    },

    record({ requestId, hint: contest }) {
      return contest && `${contestPage(site, contest)}/submission/${requestId}`;
    },

    readAddress(text) {
      return submissionAt(text, site);
    },
  };
}

/** Address of a contest, or of a gym, whose numbers start at 100,000. */
function contestPage(site: string, contest: string): string {
  return `${site}/${Number(contest) < 100_000 ? 'contest' : 'gym'}/${contest}`;
}

/**
 * Reads the submission in `/contest/1520/submission/116`, `/problemset/submission/1520/116`, `/gym/…`, or `/group/…/contest/…`,
 * also of the mirrors. Null: the address is on another site.
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
 * Returns the ID of the problem of a page, also of the mirrors: `1520A` for `/contest/1520/problem/A`, `/gym/…`, and
 * `/problemset/problem/1520/A`, `100` for `/problemsets/acmsguru/problem/99999/100`. Null if the page isn't about a problem.
 */
function problemAt(address: string, site: string): string | null {
  const path = pathAt(address, site) ?? '';
  const archived = /\/problemsets\/acmsguru\/problem\/\d{1,9}\/(\d{1,9})\/*$/.exec(path)?.[1];
  if (archived !== undefined) return archived;
  const [, contest, index] =
    /\/(?:contest|gym|problemset\/(?:problem|gymProblem))\/(\d{1,9})\/(?:problem\/)?([A-Za-z]\w{0,3})\/*$/.exec(
      path,
    ) ?? [];
  return contest === undefined || index === undefined ? null : `${contest}${index}`.toUpperCase();
}

/** Returns the contest of a page with all of its problems: `/contest/1520`, `/contest/1520/problems`, `/gym/…`. Null: another page. */
function contestAt(address: string, site: string): string | null {
  const path = pathAt(address, site) ?? '';
  return /\/(?:contest|gym)\/(\d{1,9})(?:\/problems)?\/*$/.exec(path)?.[1] ?? null;
}

/** Returns the path of an address of the site or of a mirror. Null: the address is on another site. */
function pathAt(text: string, site: string): string | null {
  const url = pastedUrl(text);
  if (!url) return null;
  const isMirror = /^(?:[a-z\d-]+\.)?codeforces\.(?:com|net)$/.test(url.host);
  return isMirror || url.host === new URL(site).host ? url.pathname : null;
}
