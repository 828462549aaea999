import type { OutgoingRequest } from '../../http/judgeHttp';

/** Splits `key:secret`. */
export function keyAndSecretIn(secret: string): readonly [key: string, secret: string] {
  const colon = secret.indexOf(':');
  return [secret.slice(0, colon), secret.slice(colon + 1)];
}

/** Adds the key, the time, and the signature of all parameters to the request. `secret`: `key:secret`. */
export async function sign(request: OutgoingRequest, secret: string, now: number): Promise<OutgoingRequest> {
  const [apiKey, apiSecret] = keyAndSecretIn(secret);
  const [method = '', query = ''] = request.path.split('?');
  const parameters = new URLSearchParams(query);
  const added = { ...request.ifSigned, apiKey, time: String(Math.floor(now / 1000)) };
  Object.entries(added).forEach(([name, value]) => parameters.set(name, value));
  const sorted = [...parameters].map(([name, value]) => `${name}=${value}`).sort();
  const nonce = crypto.randomUUID().slice(0, 6);
  const text = `${nonce}${method}?${sorted.join('&')}#${apiSecret}`;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', new TextEncoder().encode(text)));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  parameters.set('apiSig', nonce + hex);
  return { ...request, path: `${method}?${parameters.toString()}` };
}
