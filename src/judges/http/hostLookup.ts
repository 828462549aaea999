import { isPrivateAddress } from '../address';
import type { HostNetwork, NetworkOf } from './network';

/** Returns all IP addresses of a host. */
type LookUp = (hostName: string) => Promise<readonly { readonly address: string }[]>;

const lookUpAll: LookUp = async (hostName) => {
  const { lookup } = await import('node:dns/promises');
  return lookup(hostName, { all: true });
};

/**
 * Returns a function that looks up hosts as Node does for requests. `usesProxy`: whether requests are sent through a
 * proxy, which looks up the host itself.
 */
export function hostLookup(usesProxy: () => boolean, lookUp: LookUp = lookUpAll): NetworkOf {
  return async (hostName): Promise<HostNetwork> => {
    if (usesProxy()) return 'unknown';
    try {
      const addresses = await lookUp(hostName);
      if (addresses.length === 0) return 'unresolved';
      return addresses.every(({ address }) => isPrivateAddress(address)) ? 'private' : 'public';
    } catch {
      // the request would fail for the same reason
      return 'unresolved';
    }
  };
}
