import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import { jsonIn, decodeErrorBody } from '../../results';
import { hasUserInformation, isInPrivateNetwork, isPrivate, parseUrl } from '../address';
import { credentialHeader, mayCarry, type Credential } from '../signIn/credentials';
import { type RequestFailure, retryAfterMs } from '../requestFailed';
import { networkFailure } from '../http/networkError';
import type { Push } from '../adapter';
import {
  CLOSE_TIMEOUT_MS,
  HANDSHAKE_TIMEOUT_MS,
  MAX_REJECTION_BYTES,
  MAX_UNSENT_REPLY_BYTES,
  SOCKET_HEARTBEAT_MS,
} from '../limits';

/** Why a connection couldn't be opened, or ended. */
export type SocketTrouble =
  /**
   * it never opened, or the judge rejected it right after opening; the failure contains the HTTP status if there is one
   */
  | { readonly kind: 'failure'; readonly failure: RequestFailure }
  /** the other side closed it with this code (1006: without a close frame) */
  | { readonly kind: 'dropped'; readonly code: number }
  /** no data for too long, not even a response to a ping */
  | { readonly kind: 'silent' }
  /** the judge requests replies but doesn't read them */
  | { readonly kind: 'stalled' }
  /** a frame exceeded `limit` bytes */
  | { readonly kind: 'tooLarge'; readonly limit: number };

/** Why no connection is attempted: the credential is missing, or may not be sent to this URL. */
export type NoTarget =
  { readonly kind: 'noCredential' } | { readonly kind: 'failure'; readonly failure: RequestFailure };

/** The URL and the headers of a connection. The URL can contain the credential, see `ConnectionParts`. */
export interface ReadyTarget {
  readonly ok: true;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

type SocketTarget = ReadyTarget | { readonly ok: false; readonly why: NoTarget };

interface ConnectionParts {
  /** contains the credential if it belongs in the query, so it must never be shown, logged, or put into an error */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** interval of the judge's pings, ms; null: unknown */
  readonly pingInterval: number | null;
  /** maximum size of a frame, bytes */
  readonly frameLimit: number;
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** called every 30 s while it is open */
  readonly onHeartbeat: () => void;
  /** called once, unless `close` was called before */
  readonly onEnd: (trouble: SocketTrouble) => void;
}

/** Number of missed pings or responses to our own pings after which the connection counts as dead. */
const PINGS_MISSED = 2.5;

/** The part of the class of `ws` that a connection uses. */
export interface PushSocket {
  readonly isPaused: boolean;
  /** bytes that weren't sent to the other side yet */
  readonly bufferedAmount: number;
  on(event: 'open' | 'ping' | 'pong', listener: () => void): unknown;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(
    event: 'unexpected-response',
    listener: (request: ClientRequest, response: IncomingMessage) => void,
  ): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: (code: number) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  send(text: string): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code: number): void;
  terminate(): void;
}

interface SocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** ms */
  readonly handshakeTimeout: number;
  /** maximum size of a frame, bytes */
  readonly maxPayload: number;
  readonly perMessageDeflate: false;
  readonly followRedirects: false;
}

/** One connection of a WebSocket or for server-sent events, from its request to its end. */
export class SocketConnection {
  private readonly socket: PushSocket;
  private readonly startedAt: number;
  private lastDataAt: number;
  /**
   * whether silence means that the connection is dead, because the judge documents pings, or has sent or answered one
   */
  private hasPings: boolean;
  private timer: Disposable | null = null;
  private isOpen = false;
  private ended = false;

  /** @param Socket the class of `ws`, which is loaded for the first connection, or `EventStreamSocket` */
  constructor(
    Socket: new (url: URL, options: SocketOptions) => PushSocket,
    private readonly parts: ConnectionParts,
  ) {
    const socket = new Socket(parts.url, {
      headers: parts.headers,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: parts.frameLimit,
      // A compressed frame could decompress to far more than the limit.
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.socket = socket;
    this.startedAt = this.lastDataAt = parts.clock.now();
    this.hasPings = parts.pingInterval !== null;
    const onData = (): void => void (this.lastDataAt = parts.clock.now());
    const onPing = (): void => {
      onData();
      this.hasPings = true;
    };
    socket.on('open', () => this.onOpen());
    socket.on('ping', onPing);
    socket.on('pong', onPing);
    socket.on('message', (data, isBinary) => {
      onData();
      // ignores binary frames; the format never uses them
      if (!this.ended && !isBinary) parts.onText(data.toString('utf8')); // a Buffer, because `binaryType` has its default
    });
    socket.on('unexpected-response', (request, response) => {
      void this.onRejected(response).finally(() => request.destroy());
    });
    socket.on('error', (error) => this.onError(error));
    socket.on('close', (code) => {
      this.timer?.dispose();
      this.end({ kind: 'dropped', code });
    });
  }

  /**
   * Closes the connection with a close frame. Afterwards, calls no more callbacks. Resolves when the connection is
   * closed.
   */
  close(): Promise<void> {
    this.resume();
    this.ended = true;
    this.timer?.dispose();
    return new Promise<void>((resolve) => {
      this.socket.once('close', () => resolve());
      if (this.isOpen) {
        this.socket.close(1000);
        this.timer = this.parts.clock.after(CLOSE_TIMEOUT_MS, () => {
          this.socket.terminate();
          resolve();
        });
      } else {
        this.socket.terminate();
      }
    });
  }

  /** Sends a reply that the other side requested. */
  send(text: string): void {
    if (!this.isOpen || this.ended) return;
    this.socket.send(text);
    if (this.socket.bufferedAmount > MAX_UNSENT_REPLY_BYTES) this.end({ kind: 'stalled' });
  }

  /** Stops reading until `resume`. */
  pause(): void {
    if (this.isOpen && !this.ended) this.socket.pause();
  }

  /** Resumes reading. No-op unless paused. */
  resume(): void {
    if (!this.socket.isPaused || this.ended) return;
    // frames that arrived meanwhile weren't read
    this.lastDataAt = this.parts.clock.now();
    this.socket.resume();
  }

  private onOpen(): void {
    if (this.ended) return;
    this.isOpen = true;
    this.lastDataAt = this.parts.clock.now();
    this.scheduleHeartbeat();
    this.parts.onOpen();
  }

  private scheduleHeartbeat(): void {
    this.timer = this.parts.clock.after(SOCKET_HEARTBEAT_MS, () => this.onHeartbeatDue());
  }

  private onHeartbeatDue(): void {
    const now = this.parts.clock.now();
    // The clock was set back, or the socket is paused, so no data can arrive.
    if (now < this.lastDataAt || this.socket.isPaused) this.lastDataAt = now;
    const quiet = now - this.lastDataAt;
    if (this.hasPings && quiet > PINGS_MISSED * (this.parts.pingInterval ?? SOCKET_HEARTBEAT_MS)) {
      this.end({ kind: 'silent' });
      return;
    }
    this.socket.ping();
    this.scheduleHeartbeat();
    this.parts.onHeartbeat();
  }

  private onError(error: Error): void {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
      this.end({ kind: 'tooLarge', limit: this.parts.frameLimit });
    }
    // An error on an open connection also closes it, so the `close` event reports it.
    if (this.isOpen) return;
    const elapsed = this.parts.clock.now() - this.startedAt;
    if (error.message === 'Opening handshake has timed out') {
      this.end(failure({ kind: 'timeout', limit: HANDSHAKE_TIMEOUT_MS }));
      return;
    }
    const { url } = this.parts;
    const failed = networkFailure(error, { url, elapsed, answered: false });
    this.end(failure(failed.failure));
  }

  /** Handles an HTTP status in response to the upgrade. */
  private async onRejected(response: IncomingMessage): Promise<void> {
    const status = response.statusCode ?? 0;
    const { location, 'retry-after': retryAfter, date } = response.headers;
    if (status >= 300 && status < 400) {
      const to = parseUrl(location ?? '', this.parts.url.href)?.origin ?? '';
      this.end(failure({ kind: 'redirect', to }));
      return;
    }
    const patience = this.parts.clock.after(CLOSE_TIMEOUT_MS, () => response.destroy());
    const body = await beginningOf(response);
    patience.dispose();
    this.end(
      failure({
        kind: 'status',
        status,
        error: decodeErrorBody(status, jsonIn(body)),
        retryAfter: retryAfterMs(retryAfter ?? null, date ?? null, this.parts.clock.now()),
      }),
    );
  }

  end(trouble: SocketTrouble): void {
    if (this.ended) return;
    this.ended = true;
    this.timer?.dispose();
    this.socket.terminate();
    this.parts.onEnd(trouble);
  }
}

/**
 * Returns the URL and the headers of the connection. The URL can contain the secret, so it must not be used for
 * anything else.
 */
export function socketTarget(push: Push, credential: Credential | null): SocketTarget {
  const address = push.url(credential?.account ?? null);
  if (address === null) return { ok: false, why: { kind: 'noCredential' } };
  const url = parseUrl(address);
  const protocols = push.transport === 'events' ? ['http:', 'https:'] : ['ws:', 'wss:'];
  if (!url || !protocols.includes(url.protocol) || hasUserInformation(url)) {
    return refused({ kind: 'network', reason: 'ERR_INVALID_URL' });
  }
  url.hash = '';
  if (push.authentication.kind === 'none') return { ok: true, url, headers: {} };
  if (!credential) return { ok: false, why: { kind: 'noCredential' } };
  const carrying = mayCarry(credential, url);
  if (!carrying.ok) return refused({ kind: 'insecure', origin: url.origin, why: carrying.why });
  // hosts aren't looked up for sockets
  if (!isPrivate(url) && !isInPrivateNetwork(url))
    return refused({ kind: 'insecure', origin: url.origin, why: 'plainHttp' });
  if (push.authentication.kind === 'header') return { ok: true, url, headers: credentialHeader(credential) };
  url.searchParams.set(push.authentication.parameter, credential.secret);
  return { ok: true, url, headers: {} };
}

function refused(failure: RequestFailure): SocketTarget {
  return { ok: false, why: { kind: 'failure', failure } };
}

function failure(what: RequestFailure): SocketTrouble {
  return { kind: 'failure', failure: what };
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_REJECTION_BYTES) break;
    }
  } catch {
    // If the body is cut off, the status alone is sufficient.
  }
  return Buffer.concat(chunks).toString('utf8');
}
