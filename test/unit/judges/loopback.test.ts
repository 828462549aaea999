import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/judges/http/fetch';
import { judgeNamed } from '../../../src/judges/adapters';
import { clientAt, credentialFor, failureOf, judgeAt, request } from './clients';

const bearer = { type: 'judge', authentication: { scheme: 'bearer' } };
const secret = 'a-token-of-some-length';

/** Records the requests that a proxy would see. VS Code bypasses the proxy for these hosts only. */
function throughProxy(seen: string[]): Fetch {
  return (url, { headers }) => {
    const { hostname } = new URL(url);
    if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) seen.push(url, ...Object.values(headers));
    return Promise.resolve({ status: 204, headers: { get: () => null }, body: null });
  };
}

describe('A credential for an unencrypted judge on this computer', () => {
  /** Sends a request as if the settings accepted the address. */
  const ask = (baseUrl: string, fetch: Fetch) => {
    const { origin } = new URL(baseUrl);
    const judge = { ...judgeAt('https://judge.test', bearer), baseUrl, origin };
    const credential = credentialFor(judge, secret);
    return clientAt(judge, { fetch, credential: () => Promise.resolve(credential) }).result(request('one'));
  };

  for (const host of [
    'localhost',
    'LocalHost',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[0::1]',
  ]) {
    it(`is sent to ${host}, which bypasses any proxy`, async () => {
      assert.ok(judgeNamed('mine', { mine: { ...bearer, url: `http://${host}:8000` } }).ok);
      const seen: string[] = [];
      assert.deepEqual(await ask(`http://${host}:8000`, throughProxy(seen)), { kind: 'notReady' });
      assert.deepEqual(seen, []);
    });
  }

  for (const host of [
    ...['127.0.0.2', '127.255.255.254', '0x7f000002', '2130706434', '0.0.0.0', '0', '[::]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[fe80::1]'],
    ...['localhost.', 'a.localhost', 'localhost.localdomain', 'ip6-localhost', '127.0.0.1.nip.test'],
  ]) {
    it(`is not sent to ${host}`, async () => {
      const read = judgeNamed('mine', { mine: { ...bearer, url: `http://${host}:8000` } });
      assert.ok(!read.ok && JSON.stringify(read).includes('plainHttp'), JSON.stringify(read));
      const seen: string[] = [];
      const { failure, sent } = await failureOf(ask(`http://${host}:8000`, throughProxy(seen)));
      assert.ok(failure.kind === 'insecure' && failure.why === 'plainHttp' && sent === 'no');
      assert.deepEqual(seen, []);
    });
  }
});
