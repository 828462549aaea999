import type { RequestIdInput } from '../../adapter';
import { hasUserInformation, pastedUrl, pathBelow } from '../../address';
import type { ProblemName } from '../../submission';
import type { SiteFields } from '../judgeType';
import { onlyOne, partsOfName } from '../shared/problemIdInFileName';
import { requestIdInPath } from '../../requestIdInput';

export const PUBLIC_URL = 'https://dmoj.ca';

/** First path segments of a site's pages. */
const pages = new Set(
  (
    'about accounts api blog comments contest contests edit organization organizations post problem problems runtimes ' +
    'src stats status submission submissions ticket tickets tip user users widgets'
  ).split(' '),
);

/**
 * Returns the site's URL from the URL of one of its pages; empty if the site is dmoj.ca. Null: not a URL, or only the URL
 * of a site.
 */
export function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = pastedUrl(text.trim());
  if (!url || hasUserInformation(url)) return null;
  const { parts, page } = partsOf(url);
  if (page < 0 && url.search === '' && url.hash === '') return null;
  const site = [url.origin, ...(page < 0 ? parts : parts.slice(0, page))].join('/');
  return site === PUBLIC_URL ? {} : { url: site };
}

/**
 * Returns the site of a typed URL. If only some sites have such a page, assumes that it belongs to a site without a path.
 */
export function siteIn(text: string): SiteFields {
  const typed = text.trim();
  const url = pastedUrl(typed);
  if (!url || hasUserInformation(url)) return { url: typed };
  const { parts, page } = partsOf(url);
  return { url: [url.origin, ...parts.slice(0, Math.max(page, 0))].join('/') };
}

/** Returns the segments of a path. `page`: index of the first one that only the site's own pages have; -1: none */
function partsOf({ pathname }: URL): { readonly parts: readonly string[]; readonly page: number } {
  const parts = pathname.split('/').filter((part) => part !== '');
  return { parts, page: parts.findIndex((part) => pages.has(part)) };
}

/** Returns the problem whose page the URL shows, also its form and its submissions. Null: another page. */
export function problemIn(baseUrl: string, address: string): ProblemName | null {
  const path = pathBelow(baseUrl, address)?.path ?? '';
  const code = /^\/problem\/([a-z\d_]{1,40})(?:\/|$)/.exec(path)?.[1];
  return code === undefined ? null : { problemId: code, place: null };
}

/** Reads a submission's URL, or its number as the site writes it (`#3`). Null: a URL of another site. */
export function submissionIn(baseUrl: string, text: string): RequestIdInput | null {
  const id = /^#(\d{1,12})$/.exec(text.trim())?.[1];
  if (id !== undefined) return { kind: 'requestId', id };
  return requestIdInPath(baseUrl, text, /^(?:\/api\/v2)?\/(?:submission|src)\/(\d{1,12})(?:\/|$)/);
}

/** Finds the code of a problem in a file name: the only part with a number, or else the only word. */
export function codeInName(fileName: string): string | null {
  const parts = partsOfName(fileName, /[^a-z\d_]+/).map((part) => {
    // `_` can be in a code, or separate it from a common word: `ccc17s1_slow`
    const words = partsOfName(part, /_+/);
    return words.length === 1 ? (words[0] ?? '') : part;
  });
  const numbered = onlyOne(parts.filter((code) => /^[a-z]{1,12}\d[a-z\d_]{0,20}$/.test(code)));
  const word = parts.length === 1 ? (parts[0] ?? '') : '';
  return numbered ?? (/^[a-z\d]{4,20}$/.test(word) && /^\d*[a-z]/.test(word) ? word : null);
}
