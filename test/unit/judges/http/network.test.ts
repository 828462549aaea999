import assert from 'node:assert/strict';
import { hostLookup } from '../../../../src/judges/http/hostLookup';
import type { HostNetwork } from '../../../../src/judges/http/network';
import { useOfUrl } from '../../../../src/judges/http/network';
import type { Credential } from '../../../../src/judges/signIn/credentials';
import { specifiedJudge } from '../../../support/profiles';
import { clientAt, failureOf } from '../clients';
import { scriptedFetch, type ScriptedResponse } from '../scriptedFetch';

const URLS = { site: 'http://oj.school.edu', other: 'http://other.school.edu' };

describe('useOfUrl', () => {
  const use = async (url: string, network: HostNetwork | null = 'public') =>
    useOfUrl(new URL(url), network === null ? null : async () => network);

  it('allows encrypted requests, and unencrypted ones only in a private network', async () => {
    assert.deepEqual(await use('https://oj.school.edu'), { kind: 'secure' });
    assert.deepEqual(await use('http://localhost:9'), { kind: 'secure' });
    assert.deepEqual(await use('http://192.168.1.10'), { kind: 'unencrypted' });
    assert.deepEqual(await use('http://contest'), { kind: 'unencrypted' });
    assert.deepEqual(await use('http://8.8.8.8', 'private'), { kind: 'refused', why: 'public' });
  });

  it('looks up any other name', async () => {
    assert.deepEqual(await use(URLS.site, 'private'), { kind: 'unencrypted' });
    for (const why of ['public', 'unresolved', 'unknown'] as const)
      assert.deepEqual(await use(URLS.site, why), { kind: 'refused', why });
    assert.deepEqual(await use(URLS.site, null), { kind: 'refused', why: 'unknown' });
  });
});

describe('hostLookup', () => {
  const network = (addresses: readonly string[], usesProxy = false) =>
    hostLookup(
      () => usesProxy,
      async () => addresses.map((address) => ({ address })),
    )('oj.school.edu');

  it('returns “private” only if all addresses are private', async () => {
    assert.equal(await network(['10.0.0.1', 'fd12::1', '::1', '127.0.1.1', '::ffff:192.168.0.1']), 'private');
    assert.equal(await network(['10.0.0.1', '8.8.8.8']), 'public');
    assert.equal(await network(['2001:db8::1']), 'public');
    assert.equal(await network([]), 'unresolved');
  });

  it('doesn’t look up a name behind a proxy, and returns “unresolved” if it fails', async () => {
    assert.equal(await network(['10.0.0.1'], true), 'unknown');
    const failing = hostLookup(
      () => false,
      () => Promise.reject(new Error('ENOTFOUND')),
    );
    assert.equal(await failing('oj.school.edu'), 'unresolved');
  });

  it('looks up names as Node does', async () => {
    assert.equal(await hostLookup(() => false)('localhost'), 'private');
  });
});

describe('A judge with plain HTTP and a host name', () => {
  const judge = { ...specifiedJudge({ url: URLS.site }), authentication: { scheme: 'bearer' } as const };
  const credential: Credential = {
    id: 'first',
    origins: [URLS.site],
    secret: 'secret',
    authentication: { scheme: 'bearer' },
    allowsPlainHttp: true,
  };

  function world(
    networks: Readonly<Record<string, HostNetwork>> | null,
    saved: Credential | null = credential,
  ) {
    const lookups: string[] = [];
    let answer: ScriptedResponse = { status: 200, text: '{}' };
    const { fetch, received } = scriptedFetch(() => answer);
    const networkOf = async (host: string): Promise<HostNetwork> => {
      lookups.push(host);
      return networks?.[host] ?? 'public';
    };
    const client = clientAt(judge, {
      fetch,
      credential: async () => saved,
      networkOf: networks === null ? null : networkOf,
    });
    return {
      lookups,
      received,
      respond: (next: ScriptedResponse) => (answer = next),
      get: () => client.ask((http) => http.get('/user')),
      signIn: () => client.ask((http) => http.postForm('/login', { password: 'x' })),
    };
  }

  it('gets requests only while the name resolves to private addresses, looked up each time', async () => {
    const networks: Record<string, HostNetwork> = { 'oj.school.edu': 'private' };
    const { get, signIn, lookups, received } = world(networks);
    await get();
    await get();
    assert.equal(lookups.length, 2);
    assert.equal(received[1]?.headers['Authorization'], 'Bearer secret');
    networks['oj.school.edu'] = 'public';
    for (const request of [get, signIn]) {
      const { failure, sent } = await failureOf(request());
      assert.deepEqual([failure, sent], [{ kind: 'insecure', origin: URLS.site, why: 'publicHost' }, 'no']);
    }
    networks['oj.school.edu'] = 'unresolved';
    assert.deepEqual((await failureOf(get())).failure, { kind: 'dns', host: 'oj.school.edu' });
    assert.equal(received.length, 2);
  });

  it('gets no password from a form either, behind a proxy or in a browser', async () => {
    for (const networks of [{ 'oj.school.edu': 'unknown' } as const, null]) {
      const { signIn, received } = world(networks, null);
      const { failure } = await failureOf(signIn());
      assert.deepEqual(failure, { kind: 'insecure', origin: URLS.site, why: 'unknownHost' });
      assert.equal(received.length, 0);
    }
  });

  it('isn’t left by a redirect', async () => {
    const { get, respond, received } = world({ 'oj.school.edu': 'private', 'other.school.edu': 'private' });
    respond({ status: 302, headers: { Location: `${URLS.other}/user` } });
    assert.equal((await failureOf(get())).failure.kind, 'redirect');
    assert.equal(received.length, 1);
  });
});
