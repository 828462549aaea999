import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import { listenOnLoopback, portOf } from '../../../../tools/service/http/loopback';
import { SocketConnection } from '../../../../src/judges/push/socketConnection';
import { FakeClock } from '../../support/fakeClock';
import { SECOND } from '../pushWorld';

/** The sockets that were created. */
const sockets: EndlessSocket[] = [];

/** A socket that opens, and never reports that it has closed. */
class EndlessSocket extends WebSocket {
  terminated = false;

  constructor(url: URL, options: ClientOptions) {
    super(url, options);
    sockets.push(this);
    queueMicrotask(() => this.emit('open'));
  }

  override close(): void {
    // The server doesn't respond.
  }

  override terminate(): void {
    this.terminated = true;
  }

  destroy(): void {
    super.terminate();
  }
}

describe('The end of a push connection', () => {
  /** Accepts connections and never responds. */
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  before(() => listenOnLoopback(server));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is reported after two seconds even if the socket never reports it', async () => {
    const clock = new FakeClock();
    let opened = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => (opened = resolve));
    const connection = new SocketConnection(EndlessSocket, {
      url: new URL(`ws://127.0.0.1:${portOf(server)}`),
      headers: {},
      clock,
      pingInterval: null,
      frameLimit: 1,
      onOpen: opened,
      onText: assert.fail,
      onHeartbeat: assert.fail,
      onEnd: () => assert.fail(),
    });
    await isOpen;
    let isClosed = false;
    const closed = connection.close().then(() => (isClosed = true));
    await clock.advance(1.9 * SECOND);
    assert.deepEqual([isClosed, sockets[0]?.terminated], [false, false]);
    await clock.advance(0.1 * SECOND);
    await closed;
    assert.equal(sockets[0]?.terminated, true);
    assert.equal(clock.timerCount, 0);
  });
});
