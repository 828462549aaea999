import { plainText } from '../judge/text';

/** What is wrong with a base address. */
export type AddressProblem =
  | 'empty'
  | 'notAnAddress'
  /** neither http nor https */
  | 'scheme'
  /** `user:password@`: a credential belongs into the secret storage */
  | 'userInformation'
  /** a query or a fragment, to which no path could be added */
  | 'query';

export type ParsedAddress =
  | { readonly ok: true; readonly baseUrl: string; readonly origin: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Checks a service's base address and brings it into one form: no trailing slash, no user information, no query. */
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

/** The base address of a judging service; whoever took it from a manual may have taken that of its results. */
export function parseServiceUrl(text: string): ParsedAddress {
  const parsed = parseBaseUrl(text);
  return parsed.ok ? { ...parsed, baseUrl: parsed.baseUrl.replace(/\/judge\/result$/, '') } : parsed;
}

/** An address fit to be shown or logged: without user information, query and fragment. */
export function displayAddress(address: string | URL): string {
  const url = typeof address === 'string' ? parseUrl(address) : address;
  if (!url) return '';
  return plainText(`${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`);
}

/** As `URL` writes them. VS Code sends every other name and number, `127.0.0.2` too, through a proxy. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** What is sent there never leaves this machine. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.includes(url.hostname);
}

/** What is sent there cannot be read on the way: encrypted, or it never leaves this machine. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'wss:' || isLoopback(url);
}

/**
 * A machine of a private network, by its address or by a name that no public one has: RFC 1918, link-local, `.local`,
 * `.lan`, `.test`, or a single label.
 */
export function isInPrivateNetwork({ hostname }: URL): boolean {
  const numbers = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(hostname);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    return (
      first === 10 ||
      (first === 172 && second >= 16 && second <= 31) ||
      (first === 192 && second === 168) ||
      (first === 169 && second === 254)
    );
  }
  if (hostname.startsWith('[')) return /^\[fe[89ab][\da-f]:/.test(hostname);
  return /^[a-z\d_-]+(?:\.(?:local|lan|test))?$/.test(hostname) || /\.(?:local|lan|test)$/.test(hostname);
}

export function hasUserInformation(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

/** The path without the slashes that it ends in. */
export function trimmedPath({ pathname }: URL): string {
  let end = pathname.length;
  while (pathname.endsWith('/', end)) end -= 1;
  return pathname.slice(0, end);
}

/** Null instead of an error for what is no absolute address. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** An address that a person has copied, maybe without its scheme; null: it is none of the web. */
export function pastedUrl(text: string): URL | null {
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** What of a pasted address stands below `baseUrl`, with or without `www.`; null: it is another site's. */
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
 * What tells services apart, in one text that is stored with records, credentials, and pending requests: type, address
 * (a normalised URL, or a handle), and the name that the person gave it. Another address under an old name is another
 * service.
 */
export type ServiceId = string;

export interface ServiceIdentity {
  readonly type: string;
  readonly address: string;
  readonly name: string;
}

/** The one service that needs no description; its name is reserved. */
export const builtInService = {
  name: 'luogu',
  type: 'luogu',
  label: 'Luogu Open Platform',
  chineseLabel: '洛谷开放平台',
};

export function serviceId({ type, address, name }: ServiceIdentity): ServiceId {
  return `${type} ${address} ${name}`;
}

/** The parts of a service ID, also of a service that is no longer set up. */
export function serviceIdentity(id: ServiceId): ServiceIdentity {
  const [type = '', address = '', ...name] = id.split(' ');
  return { type, address, name: name.join(' ') };
}
