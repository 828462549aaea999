import assert from 'node:assert/strict';
import type { Session } from '../../../src/judges/adapter';
import type { ClientOptions } from '../../../src/judges/client';
import type { Credential } from '../../../src/judges/signIn/credentials';
import type { Judge } from '../../../src/judges/judge';
import { REFUSED_SIGN_IN_MS } from '../../../src/judges/limits';
import { refusal } from '../../../src/judges/adapters/shared/refusals';
import { cookieIn } from '../../../src/judges/adapters/shared/responseBody';
import { specifiedJudge } from '../../support/profiles';
import { clientAt, failureOf } from './clients';
import { scriptedFetch, type ReceivedRequest, type ScriptedResponse } from './scriptedFetch';

const credential: Credential = {
  id: 'first',
  origins: ['https://judge.test'],
  secret: 'alice:secret',
  authentication: { scheme: 'basic' },
};

/** A site whose form answers each sign-in with a redirect. */
const session: Session = {
  async open(http, secret) {
    const form = await http.send({ method: 'GET', path: '/login', page: true });
    if (form.status !== 200) throw refusal(form);
    const [user = '', password = ''] = secret.split(':');
    const answer = await http.send({
      method: 'POST',
      path: '/login',
      page: true,
      form: { user, password, token: form.text },
    });
    if (answer.location?.endsWith('/login')) throw refusal(answer, { status: 401 });
    return cookieIn(answer, 'SESSION') ?? '';
  },
  headers: (opened, { headers = {} }) => ({ Cookie: [headers['Cookie'], `SESSION=${opened}`].join('; ') }),
  stateAfter: ({ status, location }) => (status === 302 && location?.endsWith('/login') ? 'over' : 'valid'),
};

const judge: Judge = {
  ...specifiedJudge({ url: 'https://judge.test/api' }),
  authentication: { scheme: 'basic' },
  website: { url: 'https://judge.test/site', session },
};

/** A site with one page. Sessions are numbered. */
class Site {
  acceptsSignIns = true;
  /** null: the form works */
  signIn: (() => ScriptedResponse | Promise<ScriptedResponse>) | null = null;
  /** number of opened sessions; the site accepts only the last one */
  opened = 0;
  page: () => ScriptedResponse | Promise<ScriptedResponse> = () => ({ status: 200, text: 'the page' });

  readonly respond = ({
    method,
    url,
    headers,
  }: ReceivedRequest): ScriptedResponse | Promise<ScriptedResponse> => {
    if (url.pathname.startsWith('/api')) return { status: 200, text: '{}' };
    if (url.pathname === '/site/login') {
      if (this.signIn) return this.signIn();
      if (method === 'GET') return { status: 200, text: 'token' };
      if (!this.acceptsSignIns) return { status: 302, headers: { Location: '/site/login' } };
      this.opened += 1;
      const cookie = `SESSION=s${this.opened}; path=/`;
      return { status: 302, headers: { Location: '/site/team', 'Set-Cookie': cookie } };
    }
    const isSignedIn = headers['Cookie']?.includes(`SESSION=s${this.opened}`) === true && this.opened > 0;
    return isSignedIn ? this.page() : { status: 302, headers: { Location: '/site/login' } };
  };
}

function world(options: Partial<ClientOptions> = {}, of: Judge = judge) {
  const site = new Site();
  const { fetch, received } = scriptedFetch((request) => site.respond(request));
  const client = clientAt(of, { fetch, credential: async () => credential, ...options });
  const page = (headers: Readonly<Record<string, string>> = {}) =>
    client.ask((http) => http.send({ method: 'GET', path: '/team/7', page: true, headers }));
  const paths = () => received.map(({ method, url }) => `${method} ${url.pathname}`);
  return { site, client, page, received, paths };
}

describe('A page request', () => {
  it('is sent to the website with a session of its own, next to the API’s credentials', async () => {
    const { client, page, received, paths } = world();
    assert.equal((await page({ Cookie: 'contest=3' })).text, 'the page');
    assert.deepEqual(paths(), ['GET /site/login', 'POST /site/login', 'GET /site/team/7']);
    assert.equal(received[1]?.body, 'user=alice&password=secret&token=token');
    assert.equal(received[2]?.headers['Cookie'], 'contest=3; SESSION=s1');
    assert.ok(received.every(({ headers }) => headers['Authorization'] === undefined));
    await client.ask((http) => http.get('/user'));
    assert.match(received[3]?.headers['Authorization'] ?? '', /^Basic /);
    assert.equal(received[3]?.headers['Cookie'], undefined);
  });

  it('uses the session again, and opens another one if it has ended', async () => {
    const { site, page, paths } = world();
    await page();
    await page();
    assert.equal(paths().length, 4);
    site.opened = 7;
    assert.equal((await page()).text, 'the page');
    assert.equal(paths().length, 8);
  });

  it('shares the sign-in with others at the same time', async () => {
    const { page, paths } = world();
    const pages = await Promise.all([page(), page(), page()]);
    assert.deepEqual(
      pages.map(({ text }) => text),
      ['the page', 'the page', 'the page'],
    );
    assert.equal(paths().filter((path) => path === 'POST /site/login').length, 1);
  });

  it('doesn’t follow redirects', async () => {
    const { site, page, paths } = world();
    site.page = () => ({ status: 301, headers: { Location: 'http://127.0.0.1/elsewhere' } });
    const { status, location } = await page();
    assert.deepEqual([status, location], [301, 'http://127.0.0.1/elsewhere']);
    assert.equal(paths().length, 3);
  });

  it('has status 502 if it gets no response', async () => {
    const { site, page, client } = world();
    site.page = () => Promise.reject(new Error('cut'));
    assert.equal((await page()).status, 502);
    const after = await client.ask(async (http) => {
      await http.send({ method: 'GET', path: '/team/7', page: true });
      return http.get('/user');
    });
    assert.equal(after.status, 200);
  });

  it('has the status of a rejected sign-in, which isn’t repeated for some minutes', async () => {
    let now = 1_000_000;
    let current = credential;
    const { site, page, paths } = world({ now: () => now, credential: async () => current });
    site.acceptsSignIns = false;
    assert.equal((await page()).status, 401);
    assert.equal((await page()).status, 401);
    assert.equal(paths().length, 2);
    site.acceptsSignIns = true;
    now += REFUSED_SIGN_IN_MS;
    assert.equal((await page()).status, 200);
    site.acceptsSignIns = false;
    site.opened = 0;
    assert.equal((await page()).status, 401);
    site.acceptsSignIns = true;
    current = { ...credential, id: 'second' };
    assert.equal((await page()).status, 200);
  });

  it('signs in again after the website failed during the sign-in', async () => {
    const { site, page } = world();
    site.signIn = () => ({ status: 503 });
    assert.equal((await page()).status, 503);
    site.signIn = () => Promise.reject(new Error('cut'));
    assert.equal((await page()).status, 502);
    site.signIn = null;
    assert.equal((await page()).status, 200);
  });

  it('ends with the operation if the user cancels', async () => {
    const { site, client } = world();
    const control = new AbortController();
    site.page = () => {
      control.abort();
      return new Promise<never>(() => undefined);
    };
    const asked = client.ask(
      (http) => http.send({ method: 'GET', path: '/team/7', page: true }),
      control.signal,
    );
    assert.equal((await failureOf(asked)).failure.kind, 'cancelled');
  });

  it('never carries the password to another origin, or over plain HTTP to another computer', async () => {
    for (const url of ['https://other.test', 'http://judge.test']) {
      const { page, received } = world({}, { ...judge, website: { url, session } });
      assert.equal((await page()).status, 502);
      assert.deepEqual(
        received.filter(({ method }) => method === 'POST'),
        [],
      );
    }
  });

  it('needs no session if no credential is saved', async () => {
    const { page, paths } = world({ credential: async () => null });
    assert.equal((await page()).location, '/site/login');
    assert.deepEqual(paths(), ['GET /site/team/7']);
  });

  it('never delays polling, like a submission', async () => {
    const { site, client, page } = world({ now: () => 5_000 });
    site.page = () => ({ status: 429, headers: { 'Retry-After': '60' } });
    await page();
    assert.equal(client.notBefore, -Infinity);
    const { fetch } = scriptedFetch(() => ({ status: 429, headers: { 'Retry-After': '60' } }));
    const limited = clientAt(judge, { fetch, now: () => 5_000 });
    await limited.ask((http) => http.send({ method: 'POST', path: '/submissions', body: {} }));
    assert.equal(limited.notBefore, -Infinity);
    await limited.ask((http) => http.send({ method: 'GET', path: '/submissions' }));
    assert.equal(limited.notBefore, 65_000);
  });
});
