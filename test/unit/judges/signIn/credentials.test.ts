import assert from 'node:assert/strict';
import {
  belongsTo,
  credentialHeader,
  isCredentialHeaderName,
  mayCarry,
  originsOf,
  secretProblem,
} from '../../../../src/judges/signIn/credentials';
import type { Credential } from '../../../../src/judges/signIn/credentials';
import { luogu } from '../../../support/profiles';
import { judgeAt } from '../clients';

const basic: Credential = {
  id: 'one',
  origins: ['https://judge.test', 'wss://push.test'],
  authentication: { scheme: 'basic' },
  secret: '01gt8s4bnbesna15e9f6wvk5pn:w1MmbjBCsDYjXpgS',
};

describe('credentialHeader', () => {
  it('encodes Basic as in the public service’s documentation', () => {
    assert.deepEqual(credentialHeader(basic), {
      Authorization: 'Basic MDFndDhzNGJuYmVzbmExNWU5ZjZ3dms1cG46dzFNbWJqQkNzRFlqWHBnUw==',
    });
  });

  it('encodes Basic as UTF-8', () => {
    assert.deepEqual(credentialHeader({ ...basic, secret: 'u:密' }), { Authorization: 'Basic dTrlr4Y=' });
  });

  it('supports Bearer and custom headers', () => {
    const bearer = { ...basic, authentication: { scheme: 'bearer' } as const, secret: 't' };
    assert.deepEqual(credentialHeader(bearer), { Authorization: 'Bearer t' });
    const header = { ...bearer, authentication: { scheme: 'header', headerName: 'X-Key' } as const };
    assert.deepEqual(credentialHeader(header), { 'X-Key': 't' });
  });

  it('adds a prefix unless it was entered, too', () => {
    const authentication = { scheme: 'header', headerName: 'Authorization', prefix: 'token ' } as const;
    for (const secret of ['0af1', 'token 0af1', 'Token 0af1']) {
      const { Authorization = '' } = credentialHeader({ ...basic, authentication, secret });
      assert.equal(Authorization.toLowerCase(), 'token 0af1', secret);
    }
    const identity = 'Credential=0af1,Username=group:one';
    assert.deepEqual(credentialHeader({ ...basic, authentication, secret: identity }), {
      Authorization: `token ${identity}`,
    });
  });
});

describe('mayCarry', () => {
  const may = (address: string, origins = basic.origins) => mayCarry({ ...basic, origins }, new URL(address));

  it('allows the credential’s origins', () => {
    assert.deepEqual(may('https://judge.test/judge/result?id=1'), { ok: true });
    assert.deepEqual(may('wss://push.test/ws'), { ok: true });
  });

  it('allows unencrypted addresses in a private network only if the user has agreed', () => {
    const origins = ['http://oj.lan', 'ws://oj.lan', 'http://oj.school.edu', 'http://8.8.8.8'];
    const chosen = { ...basic, origins, allowsPlainHttp: true };
    const plainHttp = { ok: false, why: 'plainHttp' };
    assert.deepEqual(mayCarry(chosen, new URL('http://oj.lan/')), { ok: true });
    assert.deepEqual(mayCarry(chosen, new URL('ws://oj.lan/record-conn')), { ok: true });
    // names are looked up before each request
    assert.deepEqual(mayCarry(chosen, new URL('http://oj.school.edu/')), { ok: true });
    assert.deepEqual(mayCarry(chosen, new URL('http://8.8.8.8/')), plainHttp);
    assert.deepEqual(mayCarry({ ...basic, origins }, new URL('http://oj.lan/')), plainHttp);
  });

  it('rejects any other scheme, host, or port', () => {
    for (const address of [
      'http://judge.test/',
      'https://judge.test:8443/',
      'https://www.judge.test/',
      'https://judge.test.evil.test/',
      'https://push.test/',
      'wss://judge.test:8443/',
      'ws://judge.test/',
    ]) {
      assert.deepEqual(may(address), { ok: false, why: 'otherOrigin' }, address);
    }
  });

  it('rejects plain HTTP to another machine even for one of the origins', () => {
    assert.deepEqual(may('http://judge.test/', ['http://judge.test']), { ok: false, why: 'plainHttp' });
    assert.deepEqual(may('ws://judge.test/', ['ws://judge.test']), { ok: false, why: 'plainHttp' });
    assert.deepEqual(may('http://127.0.0.1:5/', ['http://127.0.0.1:5']), { ok: true });
  });

  it('allows the API and the push address of the judge for which the credential was saved', () => {
    assert.deepEqual(originsOf(luogu), ['https://open-v1.lgapi.cn', 'wss://open-ws.lgapi.cn']);
    assert.deepEqual(originsOf({ ...luogu, push: undefined }), ['https://open-v1.lgapi.cn']);
  });
});

describe('belongsTo', () => {
  const custom = (description: Record<string, unknown>) =>
    judgeAt('https://judge.test', { type: 'judge', authentication: { scheme: 'basic' }, ...description });

  it('accepts a judge with the same origin and scheme', () => {
    assert.equal(belongsTo(basic, custom({})), true);
    assert.equal(belongsTo(basic, custom({ push: { webSocketUrl: 'wss://push.test/x' } })), true);
  });

  it('accepts a push address with the host and port of the API', () => {
    const apiOnly = { ...basic, origins: ['https://judge.test'] };
    const pushed = custom({ push: { webSocketUrl: 'wss://judge.test/events', authentication: 'header' } });
    assert.deepEqual(originsOf(pushed), ['https://judge.test']);
    assert.equal(belongsTo(apiOnly, pushed), true);
    assert.deepEqual(mayCarry(apiOnly, new URL('wss://judge.test/events')), { ok: true });
    const elsewhere = custom({ push: { webSocketUrl: 'wss://judge.test:8443/' } });
    assert.equal(belongsTo(apiOnly, elsewhere), false);
  });

  it('rejects a judge with another address, push address, or scheme', () => {
    assert.equal(belongsTo({ ...basic, origins: ['https://other.test'] }, custom({})), false);
    assert.equal(belongsTo(basic, custom({ push: { webSocketUrl: 'wss://evil.test/' } })), false);
    assert.equal(belongsTo(basic, custom({ authentication: { scheme: 'bearer' } })), false);
    assert.equal(belongsTo(basic, custom({ authentication: { scheme: 'none' } })), false);
  });

  it('compares header names case-insensitively', () => {
    const header = { ...basic, authentication: { scheme: 'header', headerName: 'x-key' } as const };
    const named = (headerName: string) => custom({ authentication: { scheme: 'header', headerName } });
    assert.equal(belongsTo(header, named('X-Key')), true);
    assert.equal(belongsTo(header, named('X-Other')), false);
  });
});

describe('secretProblem', () => {
  it('rejects an empty secret, and a secret that a header can’t contain', () => {
    assert.equal(secretProblem('  ', 'bearer'), 'empty');
    assert.equal(secretProblem('a\nb', 'bearer'), 'character');
    assert.equal(secretProblem('密', 'header'), 'character');
    assert.equal(secretProblem('a\r\nX: y', 'header'), 'character');
    assert.equal(secretProblem('token', 'header'), null);
  });

  it('requires a colon for Basic, which allows any text', () => {
    assert.equal(secretProblem('token', 'basic'), 'noColon');
    assert.equal(secretProblem('u:密', 'basic'), null);
    assert.equal(secretProblem('u:\0', 'basic'), 'character');
  });
});

describe('isCredentialHeaderName', () => {
  it('accepts header names without another meaning', () => {
    for (const name of ['X-Judge-Key', 'authorization', 'api_key']) {
      assert.equal(isCredentialHeaderName(name), true, name);
    }
    for (const name of ['', 'a b', 'a:b', 'X-Å', 'Host', 'content-length', 'Cookie', 'a\n', 'User-Agent']) {
      assert.equal(isCredentialHeaderName(name), false, name);
    }
  });
});
