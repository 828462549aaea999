import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { SocketConnection } from '../../../src/service/socketConnection';
import { FakeClock } from '../support/fakeClock';
import { SECOND } from './pushWorld';

/** A socket that opens, and never reports that it has closed. */
class EndlessSocket extends EventEmitter {
  terminated = false;

  constructor() {
    super();
    queueMicrotask(() => this.emit('open'));
  }

  close(): void {
    // The server doesn't respond.
  }

  terminate(): void {
    this.terminated = true;
  }
}

describe('The end of a push connection', () => {
  it('is reported after two seconds even if the socket never reports it', async () => {
    const clock = new FakeClock();
    const sockets: EndlessSocket[] = [];
    class Socket extends EndlessSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    }
    let opened = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => (opened = resolve));
    const connection = new SocketConnection(Socket as unknown as typeof WebSocket, {
      url: new URL('ws://127.0.0.1'),
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
