import { isHostName, isInPrivateNetwork, isPrivate } from '../address';

/** The network of a host: `public` if at least one of its addresses is public, `unknown` if requests use a proxy. */
export type HostNetwork = 'private' | 'public' | 'unresolved' | 'unknown';

/** Looks up a host name. Never rejects. */
export type NetworkOf = (hostName: string) => Promise<HostNetwork>;

/** How credentials may be sent to a URL. */
export type UrlUse =
  /** The requests are encrypted, or stay on this computer. */
  | { readonly kind: 'secure' }
  /** The requests are unencrypted in a private network. The user must allow that. */
  | { readonly kind: 'unencrypted' }
  | { readonly kind: 'refused'; readonly why: Exclude<HostNetwork, 'private'> };

/**
 * Decides whether credentials may be sent to a URL. `networkOf`: null in a browser, which can't look up hosts. Never
 * rejects.
 */
export async function useOfUrl(url: URL, networkOf: NetworkOf | null): Promise<UrlUse> {
  if (isPrivate(url)) return { kind: 'secure' };
  if (isInPrivateNetwork(url)) return { kind: 'unencrypted' };
  if (!isHostName(url)) return { kind: 'refused', why: 'public' };
  const network = (await networkOf?.(url.hostname)) ?? 'unknown';
  return network === 'private' ? { kind: 'unencrypted' } : { kind: 'refused', why: network };
}
