import { parseUrl, pastedUrl, pathBelow } from '../../address';
import type { RequestIdInput } from '../../adapter';
import type { JudgeAddress } from '../../settingFields';
import { encoded } from '../shared/jsonValues';

export const API_URL = 'https://api.eolymp.com';

/** The space of the public archive. */
export const ARCHIVE_SPACE = '00000000-0000-0000-0000-000000000000';

/** Hosts of the website of the public archive and its contests. The websites of other spaces are unknown. */
const ARCHIVE_HOSTS = ['basecamp.eolymp.com', 'eolymp.com', 'www.eolymp.com'];

/** Domains of Eolymp. Each can have any subdomains. */
const DOMAINS = ['eolymp.com', 'eolymp.space', 'eolympusercontent.com'];

/** A space of Eolymp, or a contest in it. */
export interface EolympSite extends JudgeAddress {
  readonly space: string;
  /** empty: the archive of the space */
  readonly contest: string;
}

export function isPathId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Returns the path of the space, which is also that of its archive. */
export function spacePath({ space }: EolympSite): string {
  return `/spaces/${encoded(space)}`;
}

export function sitePath(site: EolympSite): string {
  return site.contest === '' ? spacePath(site) : `${spacePath(site)}/contests/${encoded(site.contest)}`;
}

/**
 * Returns the space and the contest from the pasted URL of the API, or of a page on the website of the public archive.
 * Null: another URL.
 */
export function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = pastedUrl(text.trim());
  if (!url) return null;
  if (ARCHIVE_HOSTS.includes(url.hostname)) {
    const contest = contestOfPage(url);
    return { url: API_URL, space: ARCHIVE_SPACE, ...(contest === '' ? {} : { contest }) };
  }
  const match = /^([^]*?)\/spaces\/([\w-]{1,64})(?:\/contests\/([\w-]{1,64}))?(?:\/|$)/.exec(url.pathname);
  if (!match) return null;
  const [, root = '', space = '', contest] = match;
  const fields = { url: url.origin + root, space };
  return contest === undefined ? fields : { ...fields, contest };
}

/**
 * Returns the problem's ID or number in the URL of a page of the archive or contest, or of this judge's API. Null: there
 * is none.
 */
export function problemIn(site: EolympSite, text: string): string | null {
  return idAfter('problems', site, text) ?? idAfter('problem', site, text);
}

/**
 * Reads the submission's ID in the URL of a page of the archive or contest, or of this judge's API. Null: another site.
 */
export function submissionIn(site: EolympSite, text: string): RequestIdInput | null {
  if (!/^https?:/i.test(text)) return null;
  const id = idAfter('submissions', site, text);
  if (id !== null) {
    const page = isPageOf(site, text) ? pageAt(text) : null;
    return page === null ? { kind: 'requestId', id } : { kind: 'requestId', id, hint: page };
  }
  const isHere = isPageOf(site, text) || pathBelow(site.baseUrl + sitePath(site), text) !== null;
  return isHere ? { kind: 'addressWithoutId' } : null;
}

/** Returns the ID in `…/<collection>/<ID>`. Null: the URL belongs to another judge, or doesn't contain an ID. */
function idAfter(
  collection: 'problems' | 'problem' | 'submissions',
  site: EolympSite,
  text: string,
): string | null {
  const path = isPageOf(site, text)
    ? pastedUrl(text)?.pathname
    : pathBelow(site.baseUrl + sitePath(site), text)?.path;
  const segments = path?.split('/') ?? [];
  const id = segments[segments.indexOf(collection) + 1] ?? '';
  return segments.includes(collection) && isPathId(id) ? id : null;
}

/**
 * Returns whether a URL is a page of this archive or contest. Only the website of the public archive is known. Excludes
 * old pages of contests, `/contests/<number>`, because the API has other IDs.
 */
function isPageOf({ space, contest }: EolympSite, text: string): boolean {
  const url = pastedUrl(text);
  return (
    space === ARCHIVE_SPACE &&
    url !== null &&
    ARCHIVE_HOSTS.includes(url.hostname) &&
    contestOfPage(url) === contest &&
    !url.pathname.split('/').includes('contests')
  );
}

/** Returns the contest in the URL of a page, `/<language>/compete/<contest>/…`. Empty: the page of no contest. */
function contestOfPage({ pathname }: URL): string {
  return /\/compete\/([\w-]{1,64})(?:\/|$)/.exec(pathname)?.[1] ?? '';
}

/**
 * Returns the URL of a page on a website of Eolymp. Null: the URL has another scheme or host, or contains user
 * information, so it must not be opened. A judge at another URL has its pages on the same host.
 */
export function pageAt(text: string | null, baseUrl: string = API_URL): string | null {
  const url = parseUrl(text ?? '');
  if (!url || !isOfEolymp(url, new URL(baseUrl)) || url.href.length > MAX_URL_LENGTH) return null;
  return url.href;
}

const MAX_URL_LENGTH = 2000;

/** The request for a file that a response refers to. */
export interface FileRequest {
  readonly path: string;
  /** absent: that of the API */
  readonly origin?: string;
}

/**
 * Returns the request for a file of Eolymp. Only a file below the API's URL is requested with credentials. Null: the
 * file is on a host that doesn't belong to Eolymp, so it isn't requested.
 */
export function fileRequest(text: string | null, baseUrl: string): FileRequest | null {
  const url = parseUrl(text ?? '');
  if (!url || !isOfEolymp(url, new URL(baseUrl))) return null;
  const root = `${baseUrl}/`;
  if (url.href.startsWith(root)) return { path: url.href.slice(baseUrl.length).replace(/#.*$/s, '') };
  return { origin: url.origin, path: url.pathname + url.search };
}

/** Returns whether a URL is encrypted and has a host of Eolymp, or has the origin of the configured API. */
function isOfEolymp(url: URL, base: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.origin === base.origin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return isEolymp(url.hostname);
}

export function isEolymp(hostname: string): boolean {
  return DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}
