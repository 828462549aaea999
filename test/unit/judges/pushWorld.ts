import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { listenOnLoopback, portOf } from '../../../tools/service/http/loopback';
import type { Credential } from '../../../src/judges/signIn/credentials';
import type { RequestFailed } from '../../../src/judges/requestFailed';
import type { Push } from '../../../src/judges/adapter';
import { webSocketPush, type WebSocketPush } from '../../../src/judges/adapters/described/push';
import { ResultSocket, type SocketState } from '../../../src/judges/push/resultSocket';
import { FakeClock } from '../support/fakeClock';
import { FakeLeases } from '../tracking/world';

export const SECOND = 1000;
export const SECRET = 'user:s3cret-of-mine';

/** Limits of the public service. */
export const limits = { connections: 3, pingInterval: 30 * SECOND };

export const envelope = (requestId: string | null, trackId: string | null = null): string =>
  JSON.stringify({ type: 'judge', data: null, requestId, trackId });

/** A push service on loopback. */
export class Server {
  readonly sockets: WebSocket[] = [];
  readonly requests: http.IncomingMessage[] = [];
  /** Rejects the upgrade with this response if not null. */
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
    await listenOnLoopback(this.http);
    return this;
  }

  get url(): string {
    return `ws://127.0.0.1:${portOf(this.http)}/ws?channel=judge.result`;
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

interface ListenOptions {
  /** Name of the window. */
  readonly name?: string;
  /** Replaces the judge's own `read`. */
  readonly read?: Push['read'];
  /** Server-sent events instead of a WebSocket. */
  readonly transport?: Push['transport'];
}

/** A socket under test that records all its events. */
export class Listener {
  readonly states: SocketState[] = [];
  readonly results: string[] = [];
  /** Track IDs of the results. */
  readonly trackIds: (string | null)[] = [];
  /** Storing a result waits until this resolves. */
  storing: Promise<void> = Promise.resolve();
  readonly troubles: unknown[] = [];
  readonly socket: ResultSocket;
  credential: Credential | null;
  /** Why no credential may be sent now. */
  withheld: RequestFailed | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    readonly clock: FakeClock,
    readonly leases: FakeLeases,
    push: Partial<Omit<WebSocketPush, 'url'>> & { url: string },
    { name = 'A', read, transport }: ListenOptions = {},
  ) {
    const isAddress = URL.canParse(push.url);
    const parsed = new URL(isAddress ? push.url : 'ws://127.0.0.1');
    const origins = isAddress ? [parsed.origin] : [];
    this.credential = { id: 'cred-1', origins, authentication: { scheme: 'basic' }, secret: SECRET };
    this.socket = new ResultSocket({
      push: {
        ...webSocketPush({
          framing: 'plain',
          authentication: { kind: 'none' },
          limits: null,
          ...push,
          url: parsed,
        }),
        url: () => push.url,
        ...(read ? { read } : {}),
        ...(transport ? { transport } : {}),
      },
      userAgent: 'judge-results/test',
      credential: async () => {
        if (this.withheld) throw this.withheld;
        return this.credential;
      },
      clock,
      random: () => 0.5,
      leases: leases.of(name),
      isOurs: (id) => id.startsWith('mine'),
      onResult: async (id, { envelope }) => {
        this.results.push(id);
        this.trackIds.push(envelope.trackId);
        this.wake();
        await this.storing;
      },
      onNudge: () => undefined,
      onState: (state) => {
        this.states.push(state);
        this.wake();
      },
      onError: (_what, error) => void this.troubles.push(error),
      frameLimit: 10_000,
    });
  }

  get kinds(): string[] {
    return this.states.map((state) => state.kind);
  }

  /** Advances the clock until `holds` returns true. */
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

export function isElsewhere({ socket: { state } }: Listener, live: boolean): boolean {
  return state.kind === 'elsewhere' && state.live === live;
}

/** Environment of push socket tests, created for each test. Verifies that no timer remains. */
export class PushWorld {
  server = new Server();
  clock = new FakeClock();
  leases = new FakeLeases(this.clock);
  listeners: Listener[] = [];

  /** Call it inside a `describe`. */
  static useIn(): PushWorld {
    const world = new PushWorld();
    beforeEach(async () => {
      world.server = await new Server().start();
      world.clock = new FakeClock();
      world.leases = new FakeLeases(world.clock);
      world.listeners = [];
    });
    afterEach(async () => {
      const disposed = Promise.all(world.listeners.map((listener) => listener.socket.dispose()));
      await world.clock.advance(3 * SECOND);
      await disposed;
      assert.equal(world.clock.timerCount, 0, 'no timer is left');
      await world.server.stop();
    });
    return world;
  }

  /** Creates a socket of the window `name`. */
  listen(
    push: Partial<Omit<WebSocketPush, 'url'>> & { url?: string } = {},
    options: ListenOptions = {},
  ): Listener {
    const listener = new Listener(this.clock, this.leases, { url: this.server.url, ...push }, options);
    this.listeners.push(listener);
    return listener;
  }
}
