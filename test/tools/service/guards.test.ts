import assert from 'node:assert/strict';
import { startLocalService, type LocalService } from '../../../tools/service';
import { ask } from './ask';

describe('The local service’s access control', () => {
  let service: LocalService;
  before(async () => {
    service = await startLocalService();
    service.script('known', [{ body: { type: 'judge' } }]);
  });
  after(() => service.close());

  const port = (): string => new URL(service.origin).port;
  const routes = ['/', '/judge/result?id=known', '/judge/quotaAvailable', '/elsewhere'];

  it('accepts a local program with the token', async () => {
    assert.equal((await ask(service, '/judge/result?id=known')).status, 200);
  });

  it('listens only on 127.0.0.1', () => {
    assert.equal(new URL(service.origin).hostname, '127.0.0.1');
  });

  it('creates a new token with at least 128 random bits at each start', async () => {
    const other = await startLocalService();
    assert.notEqual(other.token, service.token);
    assert.match(service.token, /^[0-9a-f]{32}:[0-9a-f]{32}$/);
    await other.close();
  });

  for (const path of ['//', 'http://elsewhere:99999/', 'http://[']) {
    it(`responds to a request line with the invalid address ${path}, and stays available`, async () => {
      assert.equal((await ask(service, path, { signedIn: false })).status, 401);
      assert.equal((await ask(service, path)).status, 404);
      const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };
      assert.equal((await ask(service, path, { headers: upgrade })).status, 404);
      assert.equal((await ask(service, '/judge/result?id=known')).status, 200);
    });
  }

  for (const route of routes) {
    it(`requires the token for ${route}`, async () => {
      for (const value of ['', 'Basic !', `Bearer ${service.token}`, service.token]) {
        const headers: Record<string, string> = value === '' ? {} : { Authorization: value };
        const answer = await ask(service, route, { signedIn: false, headers });
        assert.equal(answer.status, 401);
        assert.equal(answer.json()['errorCode'], 401);
        assert.equal(answer.headers['www-authenticate'], undefined);
      }
    });

    it(`rejects a web page’s request for ${route}, even with the token`, async () => {
      const pages: Record<string, string>[] = [
        { Origin: 'https://example.com' },
        { Origin: 'null' },
        { Origin: service.origin },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'same-origin' },
        { 'Sec-Fetch-Site': '' },
      ];
      for (const headers of pages) {
        const answer = await ask(service, route, { headers });
        assert.equal(answer.status, 403, JSON.stringify(headers));
        assert.equal(answer.json()['errorCode'], 403);
      }
    });

    it(`rejects a foreign host name for ${route}`, async () => {
      for (const host of [
        'example.com',
        `example.com:${port()}`,
        '127.0.0.1',
        '127.0.0.1:1',
        `127.0.0.1.x:${port()}`,
      ]) {
        assert.equal((await ask(service, route, { headers: { Host: host } })).status, 403, host);
      }
    });
  }

  it('accepts its own loopback host names and port', async () => {
    for (const host of [`127.0.0.1:${port()}`, `localhost:${port()}`, `LOCALHOST:${port()}`]) {
      assert.equal((await ask(service, routes[1] ?? '', { headers: { Host: host } })).status, 200, host);
    }
  });

  it('passes a user-typed URL on to the token check', async () => {
    const headers = { 'Sec-Fetch-Site': 'none' };
    assert.equal((await ask(service, '/judge/result?id=known', { headers, signedIn: false })).status, 401);
    assert.equal((await ask(service, '/judge/result?id=known', { headers })).status, 200);
  });

  it('never sends a CORS header, not even for a preflight', async () => {
    const headers = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' };
    for (const answer of [
      await ask(service, '/judge/result?id=known'),
      await ask(service, '/judge/problem', { method: 'OPTIONS', headers }),
    ]) {
      const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
      assert.deepEqual(names, []);
    }
  });

  it('rejects a token in the URL', async () => {
    const token = encodeURIComponent(service.token);
    const answer = await ask(service, `/judge/result?id=known&token=${token}`, { signedIn: false });
    assert.equal(answer.status, 401);
  });

  it('rejects a revoked token', async () => {
    const app = service.addApp();
    const headers = { Authorization: `Basic ${Buffer.from(app.token).toString('base64')}` };
    const quota = (): Promise<{ status: number }> =>
      ask(service, '/judge/quotaAvailable', { signedIn: false, headers });
    assert.equal((await quota()).status, 200);
    app.revoked = true;
    assert.equal((await quota()).status, 401);
  });

  it('keeps credentials out of its log', async () => {
    await ask(service, '/judge/result?id=known');
    const log = JSON.stringify(service.entries());
    assert.match(log, /"id":"known"/);
    const encoded = Buffer.from(service.token).toString('base64');
    for (const secret of [service.token, encoded, encodeURIComponent(service.token)]) {
      assert.ok(!log.includes(secret));
    }
  });

  it('stores nothing from a rejected request', async () => {
    service.clearLog();
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };
    for (const how of [{ signedIn: false }, { headers: { Origin: 'https://example.com' } }]) {
      await ask(service, '/judge/result?id=known', how);
      await ask(service, service.role.socket.path, { ...how, headers: { ...how.headers, ...upgrade } });
    }
    assert.deepEqual(service.entries(), []);
    await ask(service, '/judge/result?id=known');
    assert.equal(service.entries().length, 1);
  });

  it('accepts the custom role’s credential only in its own header', async () => {
    const custom = await startLocalService({ role: 'custom' });
    assert.equal((await ask(custom, '/judge/quotaAvailable')).status, 200);
    const basic = { Authorization: `Basic ${Buffer.from(custom.token).toString('base64')}` };
    assert.equal(
      (await ask(custom, '/judge/quotaAvailable', { signedIn: false, headers: basic })).status,
      401,
    );
    await custom.close();
  });

  it('can allow reading results without a token, but no other request', async () => {
    const open = await startLocalService({ role: 'custom', openResults: true });
    open.script('known', [{ body: { type: 'judge' } }]);
    try {
      const unsigned = { signedIn: false } as const;
      assert.equal((await ask(open, '/judge/result?id=known', unsigned)).status, 200);
      for (const route of ['/judge/quotaAvailable', '/'])
        assert.equal((await ask(open, route, unsigned)).status, 401);
      for (const method of ['POST', 'PUT', 'DELETE'])
        assert.equal((await ask(open, '/judge/result?id=known', { ...unsigned, method })).status, 401);
      assert.equal((await ask(open, '/judge/problem', { ...unsigned, method: 'POST' })).status, 401);
      const ofPage = { ...unsigned, headers: { Origin: 'https://example.com' } };
      assert.equal((await ask(open, '/judge/result?id=known', ofPage)).status, 403);
    } finally {
      await open.close();
    }
  });
});
