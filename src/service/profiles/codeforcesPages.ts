import type { Pages, RequestIdInput } from '../adapter';
import { pastedUrl } from '../address';
import { encoded } from './values';

/** Pages of Codeforces and its mirrors. `site`: URL of the website. */
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

/** Returns the URL of a contest or a gym. Gym numbers start at 100,000. */
function contestPage(site: string, contest: string): string {
  return `${site}/${Number(contest) < 100_000 ? 'contest' : 'gym'}/${contest}`;
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
 * Returns the problem ID of a page on Codeforces or a mirror: `1520A` for `/contest/1520/problem/A`, `/gym/…`, and
 * `/problemset/problem/1520/A`; `100` for `/problemsets/acmsguru/problem/99999/100`. Null: the page shows no problem.
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
