import type { Fetch } from './fetch';

/**
 * node-fetch, loaded when first used. It goes through Node's own http and https, where the editor puts in proxies
 * and certificates: no agent is handed in here.
 */
export const nodeFetch: Fetch = async (url, init) => {
  const { default: fetch } = await import('node-fetch');
  return fetch(url, init);
};
