import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { App } from '../apps';
import type { Role } from '../simulatedServices';

const resultChannel = 'judge.result';
const knownChannels = new Set([resultChannel, 'AUTH_WELCOME']);
/** Maximum number of connections per app. If there is another one, the oldest is closed. */
const limit = 3;

interface Connection {
  readonly socket: WebSocket;
  readonly app: App;
  readonly channels: readonly string[];
  answered: boolean;
}

/** The WebSockets that receive results. */
export class SocketHub {
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: 4096,
    perMessageDeflate: false,
  });
  private connections: Connection[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly role: Role,
    pingInterval: number,
  ) {
    this.timer = setInterval(() => this.ping(), pingInterval);
    this.timer.unref();
  }

  /** Returns the number of open sockets, of one app or of all. */
  count(app?: App): number {
    return this.connections.filter((connection) => app === undefined || connection.app === app).length;
  }

  /** Returns why the parameter `channel` is invalid; null: it is valid. */
  channelProblem(parameters: URLSearchParams): string | null {
    if (this.role.socket.framing === 'plain') return null;
    const channels = channelsOf(parameters);
    if (channels.length === 0) return 'The parameter channel is missing.';
    const unknown = channels.find((name) => !knownChannels.has(name));
    return unknown === undefined ? null : 'Unknown channel.';
  }

  accept(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    app: App,
    parameters: URLSearchParams,
  ): void {
    this.server.handleUpgrade(request, stream, head, (socket) => {
      const connection: Connection = { socket, app, channels: channelsOf(parameters), answered: true };
      socket.on('pong', () => (connection.answered = true));
      // Errors close the connection. The event `close` follows.
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        this.connections = this.connections.filter((other) => other !== connection);
      });
      this.connections.push(connection);
      const ownConnections = this.connections.filter((other) => other.app === app);
      for (const oldest of ownConnections.slice(0, Math.max(0, ownConnections.length - limit)))
        this.end(oldest, 4008, 'too many connections');
      if (this.role.socket.framing === 'channel')
        socket.send(`AUTH_WELCOME\0${JSON.stringify({ time: Date.now() })}`);
    });
  }

  /** Sends an envelope to all sockets of an app; null: of all apps. Returns the number of sockets. */
  push(envelope: unknown, app: App | null): number {
    const text = JSON.stringify(envelope);
    const frame = this.role.socket.framing === 'channel' ? `${resultChannel}\0${text}` : text;
    const listening = this.connections.filter(
      ({ app: owner, channels }) =>
        (app === null || owner === app) &&
        (this.role.socket.framing === 'plain' || channels.includes(resultChannel)),
    );
    for (const { socket } of listening) socket.send(frame);
    return listening.length;
  }

  /**
   * Closes all sockets with a close code, or terminates them immediately if there is none. Returns the number of
   * sockets.
   */
  drop(code?: number): number {
    const dropped = this.connections;
    for (const connection of dropped) {
      if (code === undefined) connection.socket.terminate();
      else this.end(connection, code, 'told to');
    }
    return dropped.length;
  }

  close(): void {
    clearInterval(this.timer);
    this.drop();
    this.server.close();
  }

  private end(connection: Connection, code: number, reason: string): void {
    this.connections = this.connections.filter((other) => other !== connection);
    connection.socket.close(code, reason);
  }

  private ping(): void {
    for (const connection of this.connections) {
      if (!connection.answered) {
        connection.socket.terminate();
        continue;
      }
      connection.answered = false;
      connection.socket.ping();
    }
  }
}

function channelsOf(parameters: URLSearchParams): string[] {
  return (parameters.get('channel') ?? '').split(',').filter((name) => name !== '');
}
