import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Credential } from '../../../src/service/credentials';
import type { PushAuthentication, WebSocketPush } from '../../../src/service/profile';
import { ResultSocket } from '../../../src/service/resultSocket';
import type { SocketState } from '../../../src/service/resultSocket';
import { FakeClock, settle } from '../support/fakeClock';
import { FakeLeases } from '../tracking/world';

const SECOND = 1000;
const SECRET = 'user:s3cret-of-mine';

const envelope = (requestId: string | null): string =>
  JSON.stringify({ type: 'judge', data: null, requestId, trackId: null });

/** A push service on loopback. */
class Server {
  readonly sockets: WebSocket[] = [];
  readonly requests: http.IncomingMessage[] = [];
  /** answers the upgrade with this instead of opening */
  refuse: { status: number; headers?: Record<string, string>; body?: string } | null = null;
  private readonly http = http.createServer();
  private readonly ws = new WebSocketServer({ noServer: true });

  async start(): Promise<this> {
    this.http.on('upgrade', (request, stream, head) => {
      this.requests.push(request);
      if (this.refuse) {
        const { status, headers = {}, body = '' } = this.refuse;
        const all = { Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
        stream.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}\r\n${body}`);
        return;
      }
      this.ws.handleUpgrade(request, stream, head, (socket) => {
        this.sockets.push(socket);
        this.ws.emit('connection', socket);
      });
    });
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    return this;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.http.address() as AddressInfo).port}/ws?channel=judge.result`;
  }

  get last(): WebSocket {
    const socket = this.sockets.at(-1);
    assert.ok(socket, 'somebody has connected');
    return socket;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    this.http.closeAllConnections();
    this.http.close();
    this.ws.close();
    await once(this.http, 'close');
  }
}

/** A socket under test, with all that it tells. */
class Listener {
  readonly states: SocketState[] = [];
  readonly results: string[] = [];
  readonly troubles: unknown[] = [];
  readonly socket: ResultSocket;
  credential: Credential | null;
  private waiting: (() => void)[] = [];

  constructor(
    readonly clock: FakeClock,
    readonly leases: FakeLeases,
    push: Partial<WebSocketPush> & { url: string },
    { name = 'A' } = {},
  ) {
    const origins = URL.canParse(push.url) ? [new URL(push.url).origin] : [];
    this.credential = { id: 'cred-1', origins, authentication: { scheme: 'basic' }, secret: SECRET };
    this.socket = new ResultSocket({
      push: { framing: 'plain', authentication: { kind: 'none' }, channel: null, ...push },
      userAgent: 'judge-results/test',
      credential: async () => this.credential,
      clock,
      random: () => 0.5,
      leases: leases.of(name),
      isOurs: (id) => id.startsWith('mine'),
      onResult: async (id) => {
        this.results.push(id);
        this.wake();
      },
      onState: (state) => {
        this.states.push(state);
        this.wake();
      },
      onTrouble: (_what, error) => void this.troubles.push(error),
      frameLimit: 10_000,
    });
  }

  get kinds(): string[] {
    return this.states.map((state) => state.kind);
  }

  /** The next moment at which `holds`. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  async reach<Kind extends SocketState['kind']>(kind: Kind): Promise<Extract<SocketState, { kind: Kind }>> {
    await this.until(() => this.socket.state.kind === kind);
    return this.socket.state as Extract<SocketState, { kind: Kind }>;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

function isElsewhere({ socket: { state } }: Listener, live: boolean): boolean {
  return state.kind === 'elsewhere' && state.live === live;
}

describe('push socket', () => {
  let server: Server;
  let clock: FakeClock;
  let leases: FakeLeases;
  let listeners: Listener[];

  const listen = (push: Partial<WebSocketPush> = {}, options = {}): Listener => {
    const listener = new Listener(clock, leases, { url: server.url, ...push }, options);
    listeners.push(listener);
    return listener;
  };

  beforeEach(async () => {
    server = await new Server().start();
    clock = new FakeClock();
    leases = new FakeLeases(clock);
    listeners = [];
  });
  afterEach(async () => {
    for (const listener of listeners) await listener.socket.dispose();
    await clock.advance(3 * SECOND);
    assert.equal(clock.timerCount, 0, 'no timer is left');
    await server.stop();
  });

  it('is closed until it is started, and closed again when nothing is pending', async () => {
    const listener = listen();
    assert.equal(listener.socket.state.kind, 'closed');
    listener.socket.start();
    await listener.reach('live');
    assert.equal(server.requests.length, 1);
    const closed = once(server.last, 'close');
    listener.socket.stop();
    const [code] = (await closed) as [number];
    assert.equal(code, 1000);
    assert.deepEqual(listener.kinds, ['connecting', 'live', 'closed']);
    await settle();
    assert.equal(leases.held.size, 0);
  });

  it('brings the results of our requests in plain framing, and only counts those of others', async () => {
    const listener = listen();
    listener.socket.start();
    await listener.reach('live');
    for (const frame of [
      envelope('mine-1'),
      envelope('theirs'),
      envelope(null),
      '{"type":',
      '[]',
      '{"type":"other"}',
    ]) {
      server.last.send(frame);
    }
    server.last.send(Buffer.from(envelope('mine-binary')), { binary: true });
    server.last.send(envelope('mine-2'));
    await listener.until(() => listener.results.length === 2);
    assert.deepEqual(listener.results, ['mine-1', 'mine-2']);
    assert.deepEqual(listener.socket.counts, { results: 2, others: 2, ignored: 1, unreadable: 3 });
  });

  it('reads channel framing: its own channel only, no greeting, no unknown channel', async () => {
    const listener = listen({ framing: 'channel', channel: 'judge.result' });
    listener.socket.start();
    await listener.reach('live');
    const frames = [
      'AUTH_WELCOME\0{"time":1}',
      `other.channel\0${envelope('mine-other')}`,
      envelope('mine-without-channel'),
      `judge.result\0${envelope('mine-1')}`,
      `judge.result\0${envelope('theirs')}`,
      'judge.result\0',
      `judge.result\0${envelope('mine-2')}`,
    ];
    for (const frame of frames) server.last.send(frame);
    await listener.until(() => listener.results.length === 2);
    assert.deepEqual(listener.results, ['mine-1', 'mine-2']);
    assert.deepEqual(listener.socket.counts, { results: 2, others: 1, ignored: 2, unreadable: 2 });
  });

  const ways: readonly (readonly [PushAuthentication, string | undefined, string | null])[] = [
    [{ kind: 'none' }, undefined, null],
    [{ kind: 'header' }, `Basic ${Buffer.from(SECRET).toString('base64')}`, null],
    [{ kind: 'query', parameter: 'token' }, undefined, SECRET],
  ];
  for (const [authentication, header, parameter] of ways) {
    it(`shows the credential as the profile says: ${authentication.kind}`, async () => {
      const listener = listen({ authentication });
      listener.socket.start();
      await listener.reach('live');
      const [request] = server.requests;
      const { searchParams } = new URL(request?.url ?? '', 'ws://x');
      assert.equal(request?.headers.authorization, header);
      assert.equal(searchParams.get('token'), parameter);
      assert.equal(searchParams.get('channel'), 'judge.result');
      assert.equal(request?.headers['user-agent'], 'judge-results/test');
    });
  }

  it('sends a credential nowhere it does not belong, and says why', async () => {
    const listener = listen({ authentication: { kind: 'header' } });
    if (listener.credential)
      listener.credential = { ...listener.credential, origins: ['wss://elsewhere.example'] };
    listener.socket.start();
    const state = await listener.reach('refused');
    assert.ok(state.why.kind === 'failure' && state.why.failure.kind === 'insecure');
    assert.equal(state.why.failure.why, 'otherOrigin');
    assert.equal(server.requests.length, 0);
  });

  it('does not connect without the credential that is needed, and does once there is one', async () => {
    const listener = listen({ authentication: { kind: 'header' } });
    const credential = listener.credential;
    listener.credential = null;
    listener.socket.start();
    assert.equal((await listener.reach('refused')).why.kind, 'noCredential');
    listener.credential = credential;
    listener.socket.retry();
    await listener.reach('live');
  });

  for (const url of ['', 'not an address', 'https://x.example/ws', 'ws://user:pass@127.0.0.1/ws']) {
    it(`refuses the address «${url}» without trying`, async () => {
      const listener = listen({ url });
      listener.socket.start();
      const state = await listener.reach('refused');
      assert.ok(!JSON.stringify(state).includes('pass@'));
      assert.equal(server.requests.length, 0);
    });
  }

  describe('refused upgrades', () => {
    for (const status of [400, 401, 402, 403, 404]) {
      it(`does not try again after a ${status}, and tells it with the service's words`, async () => {
        const body = JSON.stringify({
          errorCode: status,
          errorType: 'X',
          errorMessage: 'because',
          errorData: null,
        });
        server.refuse = { status, body };
        const listener = listen({ authentication: { kind: 'query', parameter: 'token' } });
        listener.socket.start();
        const state = await listener.reach('refused');
        assert.ok(state.why.kind === 'failure' && state.why.failure.kind === 'status');
        assert.equal(state.why.failure.status, status);
        assert.equal(state.why.failure.error?.errorMessage, 'because');
        await clock.advance(3_600 * SECOND);
        listener.socket.stop();
        listener.socket.start();
        assert.equal(listener.socket.state.kind, 'refused', 'also not for the next pending request');
        assert.equal(server.requests.length, 1);
        server.refuse = null;
        listener.socket.retry();
        await listener.reach('live');
      });
    }

    it('tries again after a 503 when the service says, and after a 500 by itself', async () => {
      server.refuse = { status: 503, headers: { 'Retry-After': '40' } };
      const listener = listen();
      listener.socket.start();
      const state = await listener.reach('waiting');
      assert.equal(state.until - clock.now(), 40 * SECOND);
      server.refuse = { status: 500 };
      await clock.advance(40 * SECOND);
      await listener.until(() => listener.kinds.filter((kind) => kind === 'waiting').length === 2);
      server.refuse = null;
      await clock.advance(10 * SECOND);
      await listener.reach('live');
      assert.equal(server.requests.length, 3);
    });

    it('follows no redirect, and tells only where to', async () => {
      server.refuse = { status: 302, headers: { Location: 'https://portal.example/login?next=secret' } };
      const listener = listen();
      listener.socket.start();
      const state = await listener.reach('waiting');
      assert.deepEqual(state.why, {
        kind: 'failure',
        failure: { kind: 'redirect', to: 'https://portal.example' },
      });
    });
  });

  describe('lost connections', () => {
    it('connects again with growing waits while nobody is there', async () => {
      const { url } = server;
      await server.stop();
      server = await new Server().start();
      const listener = listen({ url });
      listener.socket.start();
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        await listener.until(() => listener.kinds.filter((kind) => kind === 'waiting').length === attempt);
        const { state } = listener.socket;
        assert.ok(state.kind === 'waiting' && state.why.kind === 'failure');
        assert.equal(state.why.failure.kind, 'refused');
        waits.push(state.until - clock.now());
        await clock.advance(state.until - clock.now());
      }
      assert.deepEqual(
        waits,
        [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * SECOND),
      );
    });

    it('connects again a second after a connection that served well was lost', async () => {
      const listener = listen();
      listener.socket.start();
      for (let round = 1; round <= 4; round += 1) {
        await listener.until(() => listener.kinds.filter((kind) => kind === 'live').length === round);
        await clock.advance(61 * SECOND);
        server.last.close(1001);
        const state = await listener.reach('waiting');
        assert.deepEqual(state.why, { kind: 'dropped', code: 1001 });
        assert.equal(state.until - clock.now(), SECOND);
        await clock.advance(SECOND);
      }
      await listener.reach('live');
    });

    it('rests for ten minutes when it was dropped twice within a minute of opening', async () => {
      const listener = listen();
      listener.socket.start();
      await listener.reach('live');
      await clock.advance(10 * SECOND);
      server.last.close(4008, 'too many connections');
      await listener.reach('waiting');
      await clock.advance(SECOND);
      await listener.reach('live');
      server.last.close(4008, 'too many connections');
      const state = await listener.reach('resting');
      assert.deepEqual(state.why, { kind: 'dropped', code: 4008 });
      assert.equal(state.until - clock.now(), 600 * SECOND);
      listener.socket.stop();
      await clock.advance(60 * SECOND);
      listener.socket.start();
      assert.equal(listener.socket.state.kind, 'resting', 'also for the next pending request');
      await clock.advance(539 * SECOND);
      assert.equal(server.requests.length, 2);
      await clock.advance(SECOND);
      await listener.reach('live');
    });

    it('ends a connection on which nothing is heard, not even an answer to a ping', async () => {
      const listener = listen();
      listener.socket.start();
      await listener.reach('live');
      const stream = (server.last as unknown as { _socket: { pause(): void } })._socket;
      stream.pause();
      await clock.advance(91 * SECOND);
      assert.ok(listener.states.some((state) => state.kind === 'waiting' && state.why.kind === 'silent'));
    });

    it('stays on a quiet connection that answers pings', async () => {
      const listener = listen();
      listener.socket.start();
      await listener.reach('live');
      for (let beat = 0; beat < 6; beat += 1) {
        const pinged = once(server.last, 'ping');
        await clock.advance(30 * SECOND);
        await pinged;
        // the answer is on its way: a frame behind it shows that it has arrived
        server.last.send(envelope(`mine-${beat}`));
        await listener.until(() => listener.results.length === beat + 1);
      }
      assert.equal(listener.socket.state.kind, 'live');
    });

    it('ends on a frame that is too large, without reading it', async () => {
      const listener = listen();
      listener.socket.start();
      await listener.reach('live');
      server.last.send('x'.repeat(10_001));
      const state = await listener.reach('waiting');
      assert.deepEqual(state.why, { kind: 'tooLarge', limit: 10_000 });
      assert.deepEqual(listener.results, []);
    });
  });

  describe('on one machine', () => {
    it('is opened by one window only, and taken over when that closes', async () => {
      const first = listen({}, { name: 'A' });
      const second = listen({}, { name: 'B' });
      first.socket.start();
      await first.reach('live');
      second.socket.start();
      await second.reach('elsewhere');
      await clock.advance(120 * SECOND);
      assert.equal(server.requests.length, 1);
      await first.socket.dispose();
      await clock.advance(40 * SECOND);
      await second.reach('live');
      assert.equal(server.requests.length, 2);
    });

    it('tells a window without a connection whether another one’s is live, as soon as that changes', async () => {
      const first = listen({}, { name: 'A' });
      const second = listen({}, { name: 'B' });
      second.socket.start();
      await second.reach('live');
      first.socket.start();
      await first.until(() => isElsewhere(first, true));
      server.last.terminate();
      await first.until(() => isElsewhere(first, false));
      assert.equal(second.socket.state.kind, 'waiting');
      await clock.advance(2 * SECOND);
      await second.reach('live');
      await first.until(() => isElsewhere(first, true));
      assert.equal(leases.listenerCount, 1);
      first.socket.stop();
      assert.equal(leases.listenerCount, 0);
    });

    it('is taken over at once when the window that has it closes', async () => {
      const first = listen({}, { name: 'A' });
      const second = listen({}, { name: 'B' });
      first.socket.start();
      await first.reach('live');
      second.socket.start();
      await second.until(() => isElsewhere(second, true));
      await first.socket.dispose();
      await second.reach('live');
      assert.equal(leases.listenerCount, 0);
    });

    it('is taken over soon from a window that was killed', async () => {
      const first = listen({}, { name: 'A' });
      const second = listen({}, { name: 'B' });
      first.socket.start();
      await first.reach('live');
      second.socket.start();
      await second.until(() => isElsewhere(second, true));
      leases.held.clear();
      await clock.advance(13 * SECOND);
      await second.reach('live');
    });

    it('goes on being live for the others as long as it lasts, and no longer when it is refused', async () => {
      const first = listen({}, { name: 'A' });
      const second = listen({}, { name: 'B' });
      first.socket.start();
      await first.reach('live');
      second.socket.start();
      await second.until(() => isElsewhere(second, true));
      for (let beat = 0; beat < 6; beat += 1) {
        const pinged = once(server.last, 'ping');
        await clock.advance(30 * SECOND);
        await pinged;
        server.last.send(envelope(`mine-${beat}`));
        await first.until(() => first.results.length === beat + 1);
        await settle();
        assert.ok(isElsewhere(second, true), `after ${beat} heartbeats`);
      }
      server.refuse = { status: 403 };
      first.socket.retry();
      await first.reach('refused');
      await second.until(() => isElsewhere(second, false));
      await clock.advance(13 * SECOND);
      await second.reach('refused');
      await settle();
      assert.deepEqual([...leases.held.keys()], []);
    });

    it('gives up a connection whose lease another window took, and waits', async () => {
      const listener = listen();
      listener.socket.start();
      await listener.reach('live');
      for (const lease of leases.held.values()) lease.owner = 'B';
      const closed = once(server.last, 'close');
      await clock.advance(30 * SECOND);
      await listener.reach('elsewhere');
      await closed;
      for (const lease of leases.held.values()) lease.until = 0;
      await clock.advance(40 * SECOND);
      await listener.reach('live');
    });

    it('stays closed where nobody can tell whose turn it is, and says so', async () => {
      leases.broken = true;
      const listener = listen();
      listener.socket.start();
      await listener.reach('elsewhere');
      assert.equal(listener.troubles.length, 1);
      assert.equal(server.requests.length, 0);
      leases.broken = false;
      await clock.advance(40 * SECOND);
      await listener.reach('live');
      leases.broken = true;
      await clock.advance(30 * SECOND);
      assert.equal(listener.socket.state.kind, 'live', 'what is open stays open');
      leases.broken = false;
    });

    it('keeps the others away also while it rests', async () => {
      const first = listen({}, { name: 'A' });
      const second = listen({}, { name: 'B' });
      first.socket.start();
      await first.reach('live');
      server.last.close();
      await first.reach('waiting');
      await clock.advance(SECOND);
      await first.reach('live');
      server.last.close();
      await first.reach('resting');
      second.socket.start();
      await clock.advance(300 * SECOND);
      assert.equal(second.socket.state.kind, 'elsewhere');
      assert.equal(server.requests.length, 2);
    });

    it('opens one for each credential', async () => {
      const first = listen({ authentication: { kind: 'header' } }, { name: 'A' });
      const second = listen({ authentication: { kind: 'header' } }, { name: 'B' });
      if (second.credential) second.credential = { ...second.credential, id: 'cred-2' };
      first.socket.start();
      second.socket.start();
      await first.reach('live');
      await second.reach('live');
    });
  });

  it('never lets the secret or the address with it out, whatever goes wrong', async () => {
    const { url } = server;
    const query: PushAuthentication = { kind: 'query', parameter: 'token' };
    for (const refuse of [
      { status: 401 },
      { status: 500 },
      { status: 302, headers: { Location: '/again' } },
    ]) {
      server.refuse = refuse;
      const listener = listen({ authentication: query });
      listener.socket.start();
      await listener.until(() => ['refused', 'waiting'].includes(listener.socket.state.kind));
      await listener.socket.dispose();
    }
    await server.stop();
    server = await new Server().start();
    const listener = listen({ url, authentication: query });
    listener.socket.start();
    await listener.reach('waiting');
    const told = JSON.stringify(
      listeners.map(({ states, troubles }) => [states, troubles.map((one) => String(one))]),
    );
    assert.ok(!/s3cret|token=/.test(told), told);
  });
});
