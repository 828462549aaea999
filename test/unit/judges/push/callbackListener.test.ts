import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import { listenOnLoopback } from '../../../../tools/service/http/loopback';
import { callbackPath, newCallbackSecret } from '../../../../src/judges/settingFields';
import {
  CallbackListener,
  type CallbackListenerParts,
  type CallbackState,
} from '../../../../src/judges/push/callbackListener';
import { FakeClock, settle, until } from '../../support/fakeClock';
import { FakeLeases } from '../../tracking/world';

const MINUTE = 60_000;
const SECRET = newCallbackSecret();
/** The example in the documentation. */
const TOKEN = '01gt8s4bnbesna15e9f6wvk5pn:w1MmbjBCsDYjXpgS';
const HEADER = 'Luogu-API-Callback-Sign';

const envelope = (requestId: string | null): string =>
  JSON.stringify({ type: 'judge', data: null, requestId, trackId: null });

const signature = (date: string, body: string, token = TOKEN): string =>
  createHmac('sha256', token).update(`${date}\r\n${body}`.trim()).digest('base64');

describe('The HTTP callback listener', () => {
  let clock: FakeClock;
  let leases: FakeLeases;
  let listeners: CallbackListener[];
  let results: string[];
  let hints: string[];
  let refused: string[];
  let states: CallbackState[];
  let wake: () => void;

  const make = (given: Partial<CallbackListenerParts> = {}, name = 'A'): CallbackListener => {
    const listener = new CallbackListener({
      port: 0,
      secret: SECRET,
      publicUrl: 'https://tunnel.example',
      signatureHeader: HEADER,
      token: async () => TOKEN,
      clock,
      random: () => 0.5,
      leases: leases.of(name),
      isOurs: (id) => id.startsWith('mine'),
      onResult: async (id) => void results.push(id),
      onNudge: (id) => void hints.push(id),
      onState: (state) => {
        states.push(state);
        wake();
      },
      onRefused: ({ status, type }) => void refused.push(`${status} ${type}`),
      onError: (what) => assert.fail(what),
      ...given,
    });
    listeners.push(listener);
    return listener;
  };

  const reach = async (listener: CallbackListener, kind: CallbackState['kind']): Promise<void> => {
    while (listener.state.kind !== kind) await new Promise<void>((resolve) => (wake = resolve));
  };

  const portOf = ({ state }: CallbackListener): number => {
    assert.ok(state.kind === 'listening');
    return state.port;
  };

  const started = async (given: Partial<CallbackListenerParts> = {}): Promise<number> => {
    const listener = make(given);
    listener.start();
    await reach(listener, 'listening');
    return portOf(listener);
  };

  interface Sent {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Record<string, string | undefined>;
    readonly body?: string;
  }

  interface Answered {
    readonly status: number;
    readonly headers: http.IncomingHttpHeaders;
    readonly body: { errorCode?: number; errorType?: string; errorMessage?: string };
  }

  const send = async (
    port: number,
    { method = 'POST', path, headers = {}, body = '' }: Sent,
  ): Promise<Answered> => {
    const all: Record<string, string | undefined> = { 'Content-Type': 'application/json', ...headers };
    const request = http.request({
      host: '127.0.0.1',
      port,
      method,
      path: path ?? callbackPath(SECRET),
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      agent: false,
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: JSON.parse(text) as Answered['body'],
    };
  };

  const signed = (body: string, at = clock.now()): Sent => {
    const date = new Date(at).toUTCString();
    return { body, headers: { Date: date, [HEADER]: signature(date, body) } };
  };

  beforeEach(() => {
    clock = new FakeClock();
    leases = new FakeLeases(clock);
    [listeners, results, hints, refused, states] = [[], [], [], [], []];
    wake = () => undefined;
  });
  afterEach(async () => {
    for (const listener of listeners) await listener.stop();
    await settle();
    assert.equal(clock.timerCount, 0, 'no timer is left');
    assert.equal(leases.held.size, 0, 'no lease is left');
  });

  it('accepts a signed result once, however often it is sent', async () => {
    const port = await started();
    const message = signed(envelope('mine-1'));
    assert.equal((await send(port, message)).status, 200);
    assert.equal((await send(port, message)).status, 200);
    assert.deepEqual([results, hints], [['mine-1'], []]);
  });

  it('polls after an unsigned result instead of accepting the result', async () => {
    const port = await started();
    assert.equal((await send(port, { body: envelope('mine-1') })).status, 200);
    assert.deepEqual([results, hints], [[], ['mine-1']]);
  });

  it('polls instead of accepting a result if signatures or the token are missing', async () => {
    for (const given of [{ signatureHeader: null }, { token: async () => null }]) {
      const port = await started(given);
      assert.equal((await send(port, signed(envelope('mine-1')))).status, 200);
    }
    assert.deepEqual([results, hints], [[], ['mine-1', 'mine-1']]);
  });

  it('ignores results for other requests or without a request ID', async () => {
    const port = await started();
    for (const id of ['theirs', null]) {
      assert.equal((await send(port, signed(envelope(id)))).status, 200);
      assert.equal((await send(port, { body: envelope(id) })).status, 200);
    }
    assert.deepEqual([results, hints], [[], []]);
  });

  const refusals: readonly (readonly [string, number, (port: number) => Sent])[] = [
    ['another method', 405, () => ({ method: 'GET' })],
    ['another path', 404, () => ({ path: '/' })],
    ['a wrong secret', 404, () => ({ path: callbackPath(newCallbackSecret()) })],
    ['another type', 415, () => ({ headers: { 'Content-Type': 'text/plain' }, body: envelope('mine') })],
    ['no type', 415, () => ({ headers: { 'Content-Type': undefined }, body: envelope('mine') })],
    ['a compressed body', 415, () => ({ headers: { 'Content-Encoding': 'gzip' }, body: envelope('mine') })],
    [
      'a wrong signature',
      401,
      () => ({ headers: { [HEADER]: 'AAAA', Date: new Date().toUTCString() }, body: envelope('mine') }),
    ],
    [
      'a signature without a date',
      401,
      () => ({ headers: { [HEADER]: signature('', envelope('mine')) }, body: envelope('mine') }),
    ],
    ['no JSON', 400, () => ({ body: '{' })],
    ['no envelope', 400, () => ({ body: '{"type":"other"}' })],
    [
      'the Origin of a web page',
      403,
      () => ({ headers: { Origin: 'https://page.example' }, body: envelope('mine') }),
    ],
    ['the Origin «null»', 403, () => ({ headers: { Origin: 'null' }, body: envelope('mine') })],
    [
      'a foreign Host',
      403,
      (port) => ({ headers: { Host: `rebound.example:${port}` }, body: envelope('mine') }),
    ],
    ['an odd Host', 403, () => ({ headers: { Host: 'a@127.0.0.1' }, body: envelope('mine') })],
    ['a body that says it is too large', 413, () => ({ body: 'x'.repeat(2001) })],
    [
      'a chunked body that is too large',
      413,
      () => ({ headers: { 'Transfer-Encoding': 'chunked' }, body: 'x'.repeat(2001) }),
    ],
  ];
  for (const [what, status, message] of refusals) {
    it(`responds to ${what} with ${status} in the error format`, async () => {
      const port = await started({ limits: { bodySize: 2000 } });
      const answer = await send(port, message(port));
      assert.equal(answer.status, status);
      assert.equal(answer.body.errorCode, status);
      assert.ok(answer.body.errorType && answer.body.errorMessage);
      assert.equal(answer.headers['www-authenticate'], undefined);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
      assert.equal(answer.headers.allow, status === 405 ? 'POST' : undefined);
      assert.deepEqual([results, hints], [[], []]);
    });
  }

  it('reports each reason for rejected requests once an hour', async () => {
    const port = await started();
    for (let round = 0; round < 3; round += 1) {
      await send(port, { headers: { Host: 'tunnel.elsewhere' }, body: envelope('mine') });
      await send(port, { path: '/robots.txt' });
      await send(port, { body: '{' });
    }
    assert.deepEqual(refused, ['403 Host', '404 NotFound', '400 BadRequest']);
    await clock.advance(61 * MINUTE);
    await send(port, { body: '{' });
    assert.equal(refused.length, 4);
    await send(port, { body: envelope('mine') });
    assert.equal(refused.length, 4);
  });

  it('rejects a signed result with an old date', async () => {
    const port = await started();
    const answer = await send(port, signed(envelope('mine'), clock.now() - 6 * MINUTE));
    assert.equal(answer.status, 401);
    assert.deepEqual(results, []);
  });

  it('accepts requests for its own machine and for the tunnel, including a path of the tunnel', async () => {
    const port = await started({ publicUrl: 'https://tunnel.example/below' });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'tunnel.example', 'TUNNEL.example:443']) {
      assert.equal((await send(port, { headers: { Host: host }, body: envelope('mine') })).status, 200, host);
    }
    const path = `/below${callbackPath(SECRET)}?from=tunnel`;
    assert.equal((await send(port, { path, body: envelope('mine') })).status, 200);
  });

  it('listens on 127.0.0.1 only', async () => {
    const port = await started();
    const others = Object.values(os.networkInterfaces())
      .flatMap((one) => one ?? [])
      .filter(({ address }) => address !== '127.0.0.1' && !address.startsWith('fe80'))
      .map(({ address }) => address);
    // On Linux, all of 127.0.0.0/8 is this machine.
    if (process.platform === 'linux') others.push('127.0.0.2');
    for (const host of others) {
      const socket = net.connect({ host, port });
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      assert.equal(error.code, 'ECONNREFUSED', host);
    }
  });

  it('accepts only a limited number of connections', async () => {
    const port = await started({ limits: { connections: 2 } });
    const sockets = await Promise.all(
      [1, 2].map(async () => {
        const socket = net.connect({ host: '127.0.0.1', port });
        await once(socket, 'connect');
        return socket;
      }),
    );
    // After a response on one of them, the server has accepted both.
    const third = net.connect({ host: '127.0.0.1', port });
    third.on('error', () => undefined);
    third.resume();
    await once(third, 'close');
    for (const socket of sockets) socket.destroy();
  });

  for (const sent of ['nothing', 'the beginning of a request']) {
    it(`accepts the judge’s connection while other connections send ${sent}`, async () => {
      const port = await started({ limits: { connections: 4, waiting: 2 } });
      const sockets: net.Socket[] = [];
      for (let count = 0; count < 8; count += 1) {
        const socket = net.connect({ host: '127.0.0.1', port });
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        if (sent !== 'nothing') socket.write('POST / HTTP/1.1\r\n');
        sockets.push(socket.resume());
      }
      assert.equal((await send(port, signed(envelope('mine-1')))).status, 200);
      assert.deepEqual(results, ['mine-1']);
      for (const socket of sockets) socket.destroy();
    });
  }

  it('closes the connection that has waited longest, but never during a request', async () => {
    const port = await started({ limits: { connections: 8, waiting: 2 } });
    const message = signed(envelope('mine-1'));
    const begun = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: callbackPath(SECRET),
      agent: false,
      headers: { ...message.headers, 'Content-Type': 'application/json', Expect: '100-continue' },
    });
    begun.flushHeaders();
    await once(begun, 'continue');
    const idle: net.Socket[] = [];
    for (let count = 0; count < 3; count += 1) {
      const socket = net.connect({ host: '127.0.0.1', port });
      await once(socket, 'connect');
      idle.push(socket.resume());
    }
    await once(idle[0]!, 'close');
    assert.deepEqual(
      idle.map(({ destroyed }) => destroyed),
      [true, false, false],
    );
    begun.end(message.body);
    const [answer] = (await once(begun, 'response')) as [http.IncomingMessage];
    assert.equal(answer.statusCode, 200);
    answer.resume();
    for (const socket of idle) socket.destroy();
  });

  it('limits the waiting time for headers and bodies', async () => {
    const port = await started({ limits: { headers: 50 } });
    const slow = net.connect({ host: '127.0.0.1', port });
    slow.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    slow.resume();
    await once(slow, 'close');

    const other = await started();
    const body = net.connect({ host: '127.0.0.1', port: other });
    body.write(
      `POST ${callbackPath(SECRET)} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    // The timer starts when the headers have been read.
    await until(() => clock.timerCount >= 3);
    await clock.advance(10_000);
    const [first] = (await once(body, 'data')) as [Buffer];
    assert.match(first.toString(), /^HTTP\/1\.1 408 /);
    body.destroy();
  });

  it('limits the total size of all bodies that are not yet processed', async () => {
    let take = (): void => undefined;
    const isTaken = new Promise<void>((resolve) => (take = resolve));
    const onResult = async (id: string): Promise<void> => {
      if (id === 'mine-first') await isTaken;
      results.push(id);
    };
    const port = await started({ limits: { bodies: 1500 }, onResult });
    const long = (id: string) => signed(envelope(id).padEnd(1000));
    const first = long('mine-first');
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: callbackPath(SECRET),
      agent: false,
      headers: { ...first.headers, 'Content-Type': 'application/json', 'Content-Length': '1000' },
    });
    request.write(first.body?.slice(0, 999));
    await until(() => clock.timerCount >= 2);
    // While the first one is read, and while it is processed.
    const busy = () => send(port, long('mine-second'));
    const { status, body } = await busy();
    assert.deepEqual([status, body.errorType], [503, 'Busy']);
    request.end(first.body?.slice(999));
    await until(() => clock.timerCount <= 1);
    assert.equal((await busy()).status, 503);
    take();
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    assert.equal(answer.statusCode, 200);
    answer.resume();
    assert.equal((await send(port, long('mine-third'))).status, 200);
    assert.deepEqual(results, ['mine-first', 'mine-third']);
    assert.deepEqual(refused, ['503 Busy']);
  });

  it('opens in one window only, and in another window when the first closes', async () => {
    const port = await freePort();
    const first = make({ port }, 'A');
    const second = make({ port }, 'B');
    first.start();
    await reach(first, 'listening');
    second.start();
    await reach(second, 'elsewhere');
    await clock.advance(2 * MINUTE);
    assert.equal(second.state.kind, 'elsewhere');
    await first.stop();
    await clock.advance(40_000);
    await reach(second, 'listening');
  });

  it('reports that another program uses the port, and opens when the port becomes free', async () => {
    const other = net.createServer();
    const listener = make({ port: await listenOnLoopback(other) });
    listener.start();
    await reach(listener, 'failed');
    assert.deepEqual(listener.state, { kind: 'failed', code: 'EADDRINUSE' });
    other.close();
    await once(other, 'close');
    await clock.advance(40_000);
    await reach(listener, 'listening');
  });

  it('closes all connections when it is stopped', async () => {
    const listener = make();
    listener.start();
    await reach(listener, 'listening');
    const socket = net.connect({ host: '127.0.0.1', port: portOf(listener) });
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.resume();
    await listener.stop();
    await closed;
    listener.start();
    await listener.stop();
    listener.start();
    await reach(listener, 'listening');
  });

  async function freePort(): Promise<number> {
    const server = net.createServer();
    const port = await listenOnLoopback(server);
    server.close();
    await once(server, 'close');
    return port;
  }
});
