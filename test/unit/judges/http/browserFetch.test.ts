import assert from 'node:assert/strict';
import http, { type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '../../../../tools/service/http/loopback';
import { readText } from '../../../../src/judges/http/bodyText';
import { browserFetch } from '../../../../src/judges/http/browserFetch';
import { RequestFailed } from '../../../../src/judges/requestFailed';
import { networkFailure } from '../../../../src/judges/http/networkError';

describe('fetch in a browser', () => {
  let server: http.Server;
  let origin: string;
  let asked: IncomingMessage[];

  beforeEach(async () => {
    asked = [];
    server = http.createServer((request, response) => {
      asked.push(request);
      if (request.url === '/moved') response.writeHead(302, { Location: '/' });
      response.end('{"answer":"答案"}');
    });
    origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = (path: string, signal = new AbortController().signal) =>
    browserFetch(`${origin}${path}`, {
      method: 'GET',
      headers: { Accept: 'application/json', Authorization: 'Bearer x', 'User-Agent': 'judge-results/1' },
      redirect: 'manual',
      signal,
    });

  it('returns the response in the form that the client reads', async () => {
    const { status, body } = await ask('/');
    assert.equal(status, 200);
    const text = await readText(body, { limit: 100, contentType: null }, new AbortController().signal);
    assert.equal(text, '{"answer":"答案"}');
  });

  it('leaves the user agent to the browser and sends the other headers', async () => {
    await ask('/');
    const [{ headers }] = asked as [IncomingMessage];
    assert.equal(headers.authorization, 'Bearer x');
    assert.notEqual(headers['user-agent'], 'judge-results/1');
  });

  it('reports redirects and network errors as one kind of failure', async () => {
    for (const path of ['/moved', '/gone']) {
      if (path === '/gone') {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      const error = await ask(path).catch((reason: unknown) => reason);
      const told = networkFailure(error, { url: new URL(origin), elapsed: 1, answered: false });
      assert.ok(told instanceof RequestFailed);
      assert.deepEqual(told.failure, { kind: 'browser' }, path);
    }
  });

  it('can be cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    await assert.rejects(ask('/', abort.signal), { name: 'AbortError' });
  });
});
