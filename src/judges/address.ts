import { plainText } from '../results/withoutDecoder';

/** Why a base URL is rejected. */
export type AddressProblem =
  | 'empty'
  | 'notAnAddress'
  /** neither http nor https */
  | 'scheme'
  /** `user:password@`: a credential belongs in the secret storage */
  | 'userInformation'
  /** a query or a fragment, so no path can be appended */
  | 'query';

export type ParsedAddress =
  | { readonly ok: true; readonly baseUrl: string; readonly origin: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Validates and normalizes a judge's base URL: no trailing slash, no user information, no query. */
export function parseBaseUrl(text: string): ParsedAddress {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, problem: 'empty' };
  const url = parseUrl(trimmed);
  if (!url || url.hostname === '') return { ok: false, problem: 'notAnAddress' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ok: false, problem: 'scheme' };
  if (hasUserInformation(url)) return { ok: false, problem: 'userInformation' };
  if (trimmed.includes('?') || trimmed.includes('#')) return { ok: false, problem: 'query' };
  return { ok: true, baseUrl: url.origin + trimmedPath(url), origin: url.origin };
}

/** Parses the base URL of a judge. Also accepts the URL of the result endpoint, because judges document that URL. */
export function parseJudgeUrl(text: string): ParsedAddress {
  const parsed = parseBaseUrl(text);
  return parsed.ok ? { ...parsed, baseUrl: parsed.baseUrl.replace(/\/judge\/result$/, '') } : parsed;
}

/**
 * Returns a URL that is safe to show or log: without user information, query, and fragment. Empty if it isn't a URL.
 */
export function displayAddress(address: string | URL): string {
  const url = typeof address === 'string' ? parseUrl(address) : address;
  if (!url) return '';
  return plainText(`${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`);
}

/** Loopback hosts as `URL` spells them. VS Code uses a proxy for all other hosts, even for `127.0.0.2`. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether requests to the URL stay on this computer. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.includes(url.hostname);
}

/** Returns whether requests to the URL are safe from eavesdropping: encrypted, or sent only to this computer. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'wss:' || isLoopback(url);
}

/** Endings of host names in private networks. */
const PRIVATE_NAME = /\.(?:local|lan|test|internal|home\.arpa|localhost)$/;

/**
 * Returns whether the host belongs to a private network according to the URL alone: see `isPrivateAddress`, a name that
 * ends in `.local`, `.lan`, `.test`, `.internal`, `.home.arpa`, or `.localhost`, or a name without a dot. Another name
 * may resolve to private addresses, see `useOfUrl`.
 */
export function isInPrivateNetwork(url: URL): boolean {
  const { hostname } = url;
  if (!isHostName(url)) return isPrivateAddress(hostname.replace(/^\[|\]$/g, ''));
  return /^[a-z\d_-]+$/.test(hostname) || PRIVATE_NAME.test(hostname);
}

/** Returns whether the host belongs to a private network, or is a name that may resolve to private addresses. */
export function mayBeInPrivateNetwork(url: URL): boolean {
  return isHostName(url) || isInPrivateNetwork(url);
}

/** Returns whether the host is a name, and not an IP address. */
export function isHostName({ hostname }: URL): boolean {
  return !hostname.startsWith('[') && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Returns whether an IP address is private: RFC 1918, `fd00::/8`, link-local, or this computer. An IPv6 address has no
 * brackets.
 */
export function isPrivateAddress(address: string): boolean {
  const numbers = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address);
  if (!numbers) return /^(?:::1$|fd[\da-f]{2}:|fe[89ab][\da-f]:)/i.test(address);
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  return (
    first === 10 ||
    first === 127 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254)
  );
}

export function hasUserInformation(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

export function trimmedPath({ pathname }: URL): string {
  let end = pathname.length;
  while (pathname.endsWith('/', end)) end -= 1;
  return pathname.slice(0, end);
}

/** Like `new URL`, but returns null if the text isn't an absolute URL. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** Parses a URL that the user pasted, with or without a scheme; null: not an http or https URL. */
export function pastedUrl(text: string): URL | null {
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** Returns the path below `baseUrl` and the query of a pasted URL. Ignores `www.`; null: a URL of another site. */
export function pathBelow(
  baseUrl: string,
  text: string,
): { readonly path: string; readonly query: URLSearchParams } | null {
  const url = pastedUrl(text);
  const base = new URL(baseUrl);
  if (!url || withoutWww(url) !== withoutWww(base)) return null;
  const root = trimmedPath(base);
  const path = trimmedPath(url);
  if (path !== root && !path.startsWith(`${root}/`)) return null;
  return { path: path.slice(root.length), query: url.searchParams };
}

function withoutWww({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/**
 * Identifies a judge in records, credentials, and pending requests. Contains the type, the address (a normalized URL,
 * or a handle), and the name that the user chose. An entry with the same name and another address is another judge.
 */
export type JudgeId = string;

export interface JudgeIdentity {
  readonly type: string;
  readonly address: string;
  readonly name: string;
}

/** The online judge that works without an entry in the settings. Its name is reserved. */
export const builtInJudge = {
  name: 'luogu',
  type: 'luogu',
  label: 'Luogu Open Platform',
  chineseLabel: '洛谷开放平台',
};

/** The judge that runs programs on this computer. Needs no entry in the settings. Its name is reserved. */
export const localJudge = {
  name: 'this-computer',
  type: 'local',
  label: 'This Computer',
  chineseLabel: '本机',
};

export function judgeIdOf({ type, address, name }: JudgeIdentity): JudgeId {
  return `${type} ${address} ${name}`;
}

/** Splits a judge ID into its parts. Also works for a judge that was removed from the settings. */
export function judgeIdentity(id: JudgeId): JudgeIdentity {
  const [type = '', address = '', ...name] = id.split(' ');
  return { type, address, name: name.join(' ') };
}
