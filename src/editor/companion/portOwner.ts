import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../base/ports';
import {
  BodyReader,
  closeServer,
  limitedServer,
  listenOn,
  type BodyProblem,
  type Listening,
} from '../../judges/http/loopbackServer';
import { isHostOf, refusalOf, type Refusal } from './companionRequest';
import { HELLO_TIMEOUT_MS, MAX_SETTLE_MS, MAX_UNCONFIRMED_LENGTH, SERVER_LIMITS } from './limits';
import {
  isProof,
  newNonce,
  NONCE_HEADER,
  PROOF_HEADER,
  proofOf,
  PROTOCOL,
  readLines,
  readMessageToOwner,
  sendMessage,
  WINDOW_PATH,
  type MessageToOwner,
} from './windowMessages';

export interface PortOwnerParts {
  readonly port: number;
  readonly secret: string;
  readonly clock: Clock;
  /** time at which this window got the focus, ms since 1970; 0: never */
  readonly focusedAt: number;
  /** number of windows that waited for the owner before; null: unknown */
  readonly awaited: number | null;
  /** receives the body of a request if this window had the focus last */
  readonly onProblem: (body: string) => void;
  /** The user doesn’t want to receive problems anymore. */
  readonly onOff: () => void;
  readonly onRefused: (refusal: Refusal) => void;
}

/** Another window, which waits for problems. */
interface WaitingWindow {
  readonly socket: Socket;
  focusedAt: number;
  /** the last message to it */
  rank: string;
  /** problems that it must still confirm, by their numbers */
  readonly unconfirmed: Map<number, string>;
}

/**
 * Listens on a port of Competitive Companion for all windows. Passes each problem on to the window that had the focus last,
 * so the port needn’t change its owner with the focus, and no problem is lost meanwhile.
 */
export class PortOwner {
  private readonly servers: Server[] = [];
  private readonly windows = new Set<WaitingWindow>();
  private readonly sockets = new Set<Socket>();
  private readonly bodies: BodyReader;
  private focusedAt: number;
  /** problems that arrived before the other windows have reported their focus; null: they have */
  private kept: string[] | null = [];
  private unconfirmedLength = 0;
  private count = 0;

  private constructor(private readonly parts: PortOwnerParts) {
    ({ focusedAt: this.focusedAt } = parts);
    this.bodies = new BodyReader(SERVER_LIMITS, parts.clock);
  }

  get port(): number {
    return this.parts.port;
  }

  /** Listens on the port, or returns the code of Node’s error. */
  static async open(parts: PortOwnerParts): Promise<PortOwner | Extract<Listening, { kind: 'failed' }>> {
    const owner = new PortOwner(parts);
    const failed = (await owner.listen('127.0.0.1')) ?? (await owner.listen('::1'));
    if (failed) {
      await owner.close();
      return failed;
    }
    parts.clock.after(MAX_SETTLE_MS, () => owner.settle());
    owner.settleIfComplete();
    return owner;
  }

  /** Called when this window has got the focus. `at`: ms since 1970 */
  focused(at: number): void {
    this.focusedAt = at;
    this.rankWindows();
  }

  /** Sends the other windows a message that the user has turned receiving off. */
  turnOff(): void {
    for (const { socket } of this.windows) sendMessage(socket, { kind: 'off' });
  }

  /** Stops listening, and ends the connections of the other windows, so that one of them takes over. */
  async close(): Promise<void> {
    const closing = this.servers.map(closeServer);
    // first sends the waiting messages
    for (const socket of this.sockets) socket.destroySoon();
    await Promise.all(closing);
  }

  /** Returns null if this computer has no such address. */
  private async listen(host: '127.0.0.1' | '::1'): Promise<Extract<Listening, { kind: 'failed' }> | null> {
    const server = limitedServer(SERVER_LIMITS, (request, response) => void this.answer(request, response));
    server.on('upgrade', (request, socket: Socket, head) => this.join(request, socket, head));
    const listening = await listenOn(server, host, this.parts.port);
    if (listening.kind === 'listening') {
      this.servers.push(server);
      return null;
    }
    return host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(listening.code) ? null : listening;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // If the connection breaks, the response can't be sent.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const refusal =
      refusalOf(request, this.parts.port, SERVER_LIMITS.bodySize) ??
      (await this.bodies.reading(request, (read) =>
        Promise.resolve(typeof read === 'string' ? refusalOfBody[read] : this.take(read)),
      ));
    if (!response.destroyed) {
      response.writeHead(refusal?.status ?? 204, {
        Connection: 'close',
        ...(refusal?.status === 405 ? { Allow: 'POST' } : {}),
      });
      response.end();
    }
    request.resume();
    if (refusal) this.parts.onRefused(refusal);
  }

  private take(body: Buffer): Refusal | null {
    const text = body.toString('utf8');
    if (this.unconfirmedLength + text.length > MAX_UNCONFIRMED_LENGTH) return refusalOfBody.busy;
    // messages about the focus that arrived before are read first
    setImmediate(() => this.deliver(text));
    return null;
  }

  private deliver(body: string): void {
    if (this.kept) {
      this.kept.push(body);
      return;
    }
    const [best] = this.byFocus();
    if (!best || best.focusedAt <= this.focusedAt) {
      this.parts.onProblem(body);
      return;
    }
    this.count += 1;
    best.unconfirmed.set(this.count, body);
    this.unconfirmedLength += body.length;
    sendMessage(best.socket, { kind: 'problem', id: this.count, body });
  }

  /** Ends the time in which problems are kept, if all other windows have reported their focus. */
  private settleIfComplete(): void {
    const { awaited } = this.parts;
    if (awaited !== null && this.windows.size >= awaited) this.settle();
  }

  private settle(): void {
    const { kept } = this;
    this.kept = null;
    for (const body of kept ?? []) this.deliver(body);
  }

  /** Returns the other windows, the last focused one first. */
  private byFocus(): readonly WaitingWindow[] {
    return [...this.windows].sort((a, b) => b.focusedAt - a.focusedAt);
  }

  private rankWindows(): void {
    const others = this.windows.size - 1;
    for (const [rank, window] of this.byFocus().entries()) {
      const told = `${rank} ${others}`;
      if (window.rank === told) continue;
      window.rank = told;
      sendMessage(window.socket, { kind: 'rank', rank, others });
    }
  }

  /** Accepts the connection of another window, after it has proved that it is one. */
  private join({ headers, url }: IncomingMessage, socket: Socket, head: Buffer): void {
    const { port, secret, clock } = this.parts;
    const nonce = headers[NONCE_HEADER];
    const isAccepted =
      isHostOf(headers.host, port) &&
      headers.origin === undefined &&
      url === WINDOW_PATH &&
      headers.upgrade === PROTOCOL &&
      typeof nonce === 'string' &&
      /^[\da-f]{32}$/.test(nonce);
    socket.on('error', () => undefined); // `close` follows
    if (!isAccepted) {
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.setNoDelay(true);
    const ownNonce = newNonce();
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'connection: upgrade',
        `upgrade: ${PROTOCOL}`,
        `${NONCE_HEADER}: ${ownNonce}`,
        `${PROOF_HEADER}: ${proofOf(secret, 'owner', port, nonce)}`,
        '\r\n',
      ].join('\r\n'),
    );
    const patience = clock.after(HELLO_TIMEOUT_MS, () => socket.destroy());
    let window: WaitingWindow | null = null;
    readLines(socket, head, (line) => {
      const message = readMessageToOwner(line);
      if (window && message) {
        this.takeMessage(window, message);
      } else if (
        message?.kind === 'hello' &&
        isProof(message.proof, proofOf(secret, 'window', port, ownNonce))
      ) {
        patience.dispose();
        window = { socket, focusedAt: message.focusedAt, rank: '', unconfirmed: new Map() };
        this.windows.add(window);
        this.rankWindows();
        this.settleIfComplete();
      } else {
        socket.destroy();
      }
    });
    socket.on('close', () => {
      patience.dispose();
      if (window) this.leave(window);
    });
  }

  private takeMessage(window: WaitingWindow, message: MessageToOwner): void {
    switch (message.kind) {
      case 'hello':
        break;
      case 'focus':
        window.focusedAt = message.at;
        this.rankWindows();
        break;
      case 'received':
        this.unconfirmedLength -= window.unconfirmed.get(message.id)?.length ?? 0;
        window.unconfirmed.delete(message.id);
        break;
      case 'off':
        this.turnOff();
        this.parts.onOff();
        break;
    }
  }

  /**
   * Sends the problems that a closed window didn’t confirm to another window. A window confirms a problem before it uses it.
   */
  private leave(window: WaitingWindow): void {
    this.windows.delete(window);
    this.rankWindows();
    for (const body of window.unconfirmed.values()) {
      this.unconfirmedLength -= body.length;
      if (this.servers.some(({ listening }) => listening)) this.deliver(body);
    }
  }
}

const refusalOfBody: Readonly<Record<BodyProblem, Refusal>> = {
  tooLarge: { status: 413, reason: 'the problem is too large' },
  busy: { status: 503, reason: 'too many problems at once' },
  tooSlow: { status: 408, reason: 'the problem arrived too slowly' },
  cutOff: { status: 400, reason: 'the connection ended' },
};
