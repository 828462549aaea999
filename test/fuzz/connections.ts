// The same with real connections: with any bytes, each listener keeps running, trusts nothing invalid, and closes its resources.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import fc from 'fast-check';
import { listenOnLoopback } from '../../tools/service/http/loopback';
import { callbackPath } from '../../src/judges/settingFields';
import { CallbackListener } from '../../src/judges/push/callbackListener';
import { webSocketPush } from '../../src/judges/adapters/described/push';
import { ResultSocket, type SocketState } from '../../src/judges/push/resultSocket';
import { FakeClock, settle } from '../unit/support/fakeClock';
import { FakeLeases } from '../unit/tracking/world';
import { isEnvelope } from './envelopes';
import { frameText } from './frames';
import { anyText } from './json';
import type { Target } from './target';

const ours = (id: string) => id.startsWith('mine') || id === 'r1';
const failing = (what: string, error: unknown) => assert.fail(`${what}: ${String(error)}`);

/** A valid or invalid frame of a server (RFC 6455, section 5.2). */
const frameBytes: fc.Arbitrary<Buffer> = fc
  .record({
    first: fc.oneof(
      { weight: 12, arbitrary: fc.constant(0x81) },
      { weight: 4, arbitrary: fc.constantFrom(0x01, 0x80, 0x00, 0x82, 0x89, 0x8a, 0x88) },
      { weight: 1, arbitrary: fc.nat(255) },
    ),
    payload: fc.oneof(
      { weight: 8, arbitrary: frameText.map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 140 }).map((bytes) => Buffer.from(bytes)) },
    ),
    lie: fc.oneof(
      { weight: 20, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -9, max: 9 }) },
    ),
    masked: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(0x80) }),
  })
  .map(({ first, payload, lie, masked }) => {
    const size = Math.max(0, payload.length + lie);
    const length =
      size < 126
        ? Buffer.from([masked | size])
        : size < 65_536
          ? two(masked | 126, size)
          : eight(masked | 127, size);
    return Buffer.concat([Buffer.from([first]), length, payload]);
  });

function two(second: number, size: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes[0] = second;
  bytes.writeUInt16BE(size, 1);
  return bytes;
}

function eight(second: number, size: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = second;
  bytes.writeBigUInt64BE(BigInt(size), 1);
  return bytes;
}

/** A server that accepts every upgrade, sends these bytes, and closes the connection. */
class Pusher {
  saying: readonly Buffer[] = [];
  private readonly server = http.createServer();

  async start(): Promise<string> {
    this.server.on('upgrade', (request: http.IncomingMessage, socket: net.Socket) => {
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      const lines = [
        'HTTP/1.1 101 OK',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${accept}`,
      ];
      // keeps reading, to notice the end of the connection
      socket.on('error', () => undefined).resume();
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.end(Buffer.concat(this.saying));
    });
    return `ws://127.0.0.1:${await listenOnLoopback(this.server)}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Sends bytes over a real push socket. */
export const pushSockets: Target = {
  name: 'push sockets',
  cost: 40,
  async check(numRuns, seed) {
    const pusher = new Pusher();
    const url = await pusher.start();
    const property = fc.asyncProperty(
      fc.array(frameBytes, { maxLength: 5 }),
      fc.constantFrom('plain' as const, 'channel' as const),
      async (frames, framing) => {
        pusher.saying = frames;
        const clock = new FakeClock();
        const states: SocketState['kind'][] = [];
        const believed: string[] = [];
        let ended = () => undefined as void;
        const end = new Promise<void>((resolve) => (ended = resolve));
        const socket = new ResultSocket({
          push: webSocketPush({ url: new URL(url), framing, authentication: { kind: 'none' }, limits: null }),
          userAgent: 'judge-results/fuzz',
          credential: async () => null,
          clock,
          random: () => 0.5,
          leases: new FakeLeases(clock).of('A'),
          isOurs: ours,
          onResult: async (id, { envelope }) => {
            isEnvelope(envelope);
            believed.push(id);
          },
          onNudge: () => assert.fail('these frames contain no nudge'),
          onState: ({ kind }) => {
            states.push(kind);
            if (kind === 'waiting') ended();
          },
          onError: failing,
          frameLimit: 1_000_000,
        });
        socket.start();
        await end;
        assert.ok(believed.every(ours));
        assert.ok(believed.length <= frames.length);
        assert.deepEqual(states.slice(0, 2), ['connecting', 'live']);
        await socket.dispose();
        await clock.advance(10_000);
        assert.equal(clock.timerCount, 0, 'all timers are cleared');
      },
    );
    try {
      await fc.assert(property, { numRuns, seed });
    } finally {
      await pusher.stop();
    }
  },
};

const secret = 'abcdef0123456789abcdef0123456789';
const head = fc.record({
  line: fc.oneof(
    { weight: 8, arbitrary: fc.constant(`POST ${callbackPath(secret)} HTTP/1.1`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('GET / HTTP/1.1', 'POST / HTTP/9.9', 'PRI * HTTP/2.0', '\0', 'POST'),
    },
    { weight: 1, arbitrary: anyText },
  ),
  host: fc.oneof(
    { weight: 8, arbitrary: fc.constant('Host: localhost') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Host: evil.example', 'Host:', 'Host: localhost\r\nHost: localhost'),
    },
  ),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant('Content-Type: application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'X: y',
        'Content-Type: text/plain',
        'Origin: null',
        `X: ${'y'.repeat(9000)}`,
      ),
    },
  ),
  signature: fc.constantFrom('X-None: 0', 'Luogu-API-Callback-Sign: AAAA', 'Luogu-API-Callback-Sign:'),
  length: fc.constantFrom('right', 'right', 'right', 'right', 'short', 'long', 'none', 'chunked', 'negative'),
});

/** Sends bytes to the real callback URL. */
export const callbackConnections: Target = {
  name: 'callback connections',
  cost: 40,
  async check(numRuns, seed) {
    const clock = new FakeClock();
    const hints: string[] = [];
    let listening = () => undefined as void;
    const ready = new Promise<void>((resolve) => (listening = resolve));
    const listener = new CallbackListener({
      port: 0,
      secret,
      publicUrl: '',
      signatureHeader: 'Luogu-API-Callback-Sign',
      token: async () => 'user:w1MmbjBCsDYjXpgS',
      clock,
      random: () => 0.5,
      leases: new FakeLeases(clock).of('A'),
      isOurs: ours,
      onResult: async (id) => assert.fail(`${id} was accepted without a signature`),
      onNudge: (id) => void hints.push(id),
      onState: ({ kind }) => {
        if (kind === 'listening') listening();
      },
      onRefused: () => undefined,
      onError: failing,
    });
    listener.start();
    await ready;
    const { state } = listener;
    assert.ok(state.kind === 'listening');
    const { port } = state;
    const property = fc.asyncProperty(
      head,
      frameText,
      async ({ line, host, type, signature, length }, body) => {
        const size = Buffer.byteLength(body);
        const lengths: Readonly<Record<typeof length, string>> = {
          right: `Content-Length: ${size}`,
          short: `Content-Length: ${size >> 1}`,
          none: 'X: y',
          long: `Content-Length: ${size + 9}`,
          chunked: 'Transfer-Encoding: chunked',
          negative: 'Content-Length: -1',
        };
        const answer = await say(
          port,
          `${[line, host, type, signature, lengths[length]].join('\r\n')}\r\n\r\n${body}`,
        );
        // empty if the connection was closed before a response
        assert.match(answer, /^(?:HTTP\/1\.1 (?:200|400|401|403|404|405|408|413|415|431) |$)/);
      },
    );
    try {
      await fc.assert(property, { numRuns, seed });
      const good = '{"type":"judge","requestId":"mine-last"}';
      const lines = [
        `POST ${callbackPath(secret)} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
      ];
      const answer = await say(
        port,
        `${lines.join('\r\n')}\r\nContent-Length: ${good.length}\r\n\r\n${good}`,
      );
      assert.match(answer, /^HTTP\/1\.1 200 /, 'the listener still accepts requests');
      assert.equal(hints.at(-1), 'mine-last');
    } finally {
      await listener.stop();
      await settle();
    }
    assert.equal(clock.timerCount, 0, 'all timers are cleared');
    assert.ok(hints.every(ours));
  },
};

/** Sends the bytes, and closes the connection after the response or when the other end closes it. */
async function say(port: number, request: string): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.end(request);
  await once(socket, 'close');
  return answer;
}
