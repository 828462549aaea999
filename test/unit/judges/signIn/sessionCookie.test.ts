import assert from 'node:assert/strict';
import type { Credential } from '../../../../src/judges/signIn/credentials';
import type { Judge } from '../../../../src/judges/judge';
import { specifiedJudge } from '../../../support/profiles';
import { clientAt, failureOf } from '../clients';
import { scriptedFetch, type ReceivedRequest, type ScriptedResponse } from '../scriptedFetch';

const withoutSessions: Judge = {
  ...specifiedJudge({ url: 'https://judge.test/api' }),
  authentication: { scheme: 'bearer' },
};
const judge: Judge = { ...withoutSessions, sessionCookie: 'sessionid' };

function credentialNamed(id: string): Credential {
  const { authentication } = judge;
  assert.ok(authentication.scheme !== 'none');
  return { id, origins: ['https://judge.test'], secret: `token-${id}`, authentication };
}

/** A site that opens a numbered session for each request with a token and without an open session. */
class Site {
  opened = 0;
  status = 200;
  /** Number of the last session that the site has forgotten. */
  forgotten = 0;

  readonly respond = ({ headers }: ReceivedRequest): ScriptedResponse => {
    const sent = Number(/sessionid=s(\d+)/.exec(headers['Cookie'] ?? '')?.[1] ?? 0);
    if (sent > this.forgotten || headers['Authorization'] === undefined) return { status: this.status };
    this.opened += 1;
    const cookie = `sessionid=s${this.opened}; expires=Sat, 12 Dec 2026 00:35:10 GMT; HttpOnly; Path=/`;
    return { status: this.status, headers: { 'Set-Cookie': cookie } };
  };
}

function world(of: Judge = judge) {
  const site = new Site();
  const { fetch, received } = scriptedFetch((request) => site.respond(request));
  const saved: { credential: Credential | null } = { credential: credentialNamed('first') };
  const hidden: string[] = [];
  const client = clientAt(of, {
    fetch,
    credential: async () => saved.credential,
    hide: (secret) => hidden.push(secret),
  });
  const get = (headers: Readonly<Record<string, string>> = {}) =>
    client.ask((http) => http.send({ method: 'GET', path: '/list', headers }));
  const cookies = () => received.map(({ headers }) => headers['Cookie']);
  return { site, saved, client, get, received, cookies, hidden };
}

describe('The session cookie of a judge', () => {
  it('is sent back with the same credential', async () => {
    const { site, get, received, cookies, hidden } = world();
    for (let count = 0; count < 3; count += 1) await get();
    assert.deepEqual(cookies(), [undefined, 'sessionid=s1', 'sessionid=s1']);
    assert.equal(site.opened, 1);
    assert.deepEqual(
      received.map(({ headers }) => headers['Authorization']),
      Array<string>(3).fill('Bearer token-first'),
    );
    assert.deepEqual(hidden, ['s1']);
  });

  it('is replaced if the judge opens another session', async () => {
    const { site, get, cookies } = world();
    await get();
    site.forgotten = 1;
    await get();
    await get();
    assert.deepEqual(cookies(), [undefined, 'sessionid=s1', 'sessionid=s2']);
  });

  it('isn’t sent with another credential, or without one', async () => {
    const { saved, get, cookies } = world();
    await get();
    saved.credential = credentialNamed('second');
    await get();
    saved.credential = null;
    await get();
    assert.deepEqual(cookies(), [undefined, undefined, undefined]);
  });

  it('is dropped if the judge rejects the credential', async () => {
    const { site, get, cookies } = world();
    await get();
    site.status = 401;
    await get();
    site.status = 200;
    await get();
    assert.deepEqual(cookies(), [undefined, 'sessionid=s1', undefined]);
  });

  it('isn’t sent if the judge opens no such session, or for a page with its own session', async () => {
    const plain = world(withoutSessions);
    await plain.get();
    await plain.get();
    assert.deepEqual(plain.cookies(), [undefined, undefined]);
    const session = {
      open: () => Promise.resolve('own'),
      headers: (opened: string) => ({ Cookie: opened }),
      stateAfter: () => 'valid' as const,
    };
    const withPages = world({ ...judge, website: { url: 'https://judge.test', session } });
    await withPages.get();
    await withPages.client.ask((http) => http.send({ method: 'GET', path: '/page', page: true }));
    assert.deepEqual(withPages.cookies(), [undefined, 'own']);
  });
});

describe('A request that keeps its redirect', () => {
  it('resolves to the redirect of a POST', async () => {
    const { fetch } = scriptedFetch(() => ({ status: 302, headers: { Location: '/submission/7' } }));
    const client = clientAt(judge, { fetch, credential: async () => credentialNamed('first') });
    const post = { method: 'POST', path: '/submit', form: { source: 'x' } } as const;
    const answer = await client.ask((http) => http.send({ ...post, keepsRedirect: true }));
    assert.deepEqual([answer.status, answer.location], [302, '/submission/7']);
    const { failure } = await failureOf(client.ask((http) => http.send(post)));
    assert.equal(failure.kind, 'redirectedPost');
  });
});
