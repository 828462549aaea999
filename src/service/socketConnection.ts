import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Disposable } from '../base/emitter';
import type { Clock } from '../base/ports';
import { jsonIn, decodeServiceError } from '../judge';
import { hasUserInformation, parseUrl } from './address';
import { credentialHeader, mayCarry, type Credential } from './credentials';
import { type ServiceFailure, retryAfterMs } from './failure';
import { networkFailure } from './networkError';
import type { Push } from './adapter';

/** Why a connection could not be opened, or ended. */
export type SocketTrouble =
  /** it never opened, or the service took back that it had; a refusal has its HTTP status in there */
  | { readonly kind: 'failure'; readonly failure: ServiceFailure }
  /** it was open and the other side ended it, with this close code (1006: without a word) */
  | { readonly kind: 'dropped'; readonly code: number }
  /** nothing was heard for too long, not even an answer to a ping */
  | { readonly kind: 'silent' }
  /** it wants answers and doesn't read them */
  | { readonly kind: 'stalled' }
  /** a frame of more than `limit` bytes */
  | { readonly kind: 'tooLarge'; readonly limit: number };

/** Why no connection is tried: a credential is missing, or nothing may be sent to this address. */
export type NoTarget =
  { readonly kind: 'noCredential' } | { readonly kind: 'failure'; readonly failure: ServiceFailure };

type SocketTarget =
  | { readonly ok: true; readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly why: NoTarget };

interface ConnectionParts {
  /** with the credential, where that belongs into the query: never shown, logged or put into an error */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** how often the service promises to send a ping, ms; null: it promises nothing */
  readonly pingInterval: number | null;
  /** bytes of one frame */
  readonly frameLimit: number;
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** every 30 s while it is open */
  readonly onHeartbeat: () => void;
  /** once, unless `close` was called before */
  readonly onEnd: (trouble: SocketTrouble) => void;
}

const HANDSHAKE_LIMIT = 15_000;
const HEARTBEAT = 30_000;
/** So many pings that should have been heard, theirs or the answers to ours, and were not: the connection is dead. */
const PINGS_MISSED = 2.5;
/** For the other side to take note of our goodbye, or to explain a refusal, ms. */
const GOODBYE = 2000;
/** Of answers that the other side has asked for and not yet taken, bytes. */
const ANSWERS_LIMIT = 64 * 1024;
/** Of the explanation that comes with a refused upgrade, bytes. */
const REFUSAL_LIMIT = 16 * 1024;

/** One WebSocket, from its upgrade to its end. */
export class SocketConnection {
  private readonly socket: WebSocket;
  private readonly startedAt: number;
  private heardAt: number;
  /** silence is a sign: the service has promised pings, or has shown that it sends or answers them */
  private hasPings: boolean;
  private timer: Disposable | null = null;
  private isOpen = false;
  private ended = false;

  /** @param Socket that of `ws`, which is loaded when the first connection is opened */
  constructor(
    Socket: typeof WebSocket,
    private readonly parts: ConnectionParts,
  ) {
    const socket = new Socket(parts.url, {
      headers: parts.headers,
      handshakeTimeout: HANDSHAKE_LIMIT,
      maxPayload: parts.frameLimit,
      // A compressed frame could be far larger than what was received.
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.socket = socket;
    this.startedAt = this.heardAt = parts.clock.now();
    this.hasPings = parts.pingInterval !== null;
    const heard = (): void => void (this.heardAt = parts.clock.now());
    const heardPing = (): void => {
      heard();
      this.hasPings = true;
    };
    socket.on('open', () => this.opened());
    socket.on('ping', heardPing);
    socket.on('pong', heardPing);
    socket.on('message', (data, isBinary) => {
      heard();
      // a binary frame is nothing of ours
      if (!this.ended && !isBinary) parts.onText((data as Buffer).toString('utf8')); // as `binaryType` is by default
    });
    socket.on('unexpected-response', (request, response) => {
      void this.refused(response).finally(() => request.destroy());
    });
    socket.on('error', (error) => this.failed(error));
    socket.on('close', (code) => {
      this.timer?.dispose();
      this.end({ kind: 'dropped', code });
    });
  }

  /** Ends it politely; nothing is told afterwards. Resolves when it is gone. */
  close(): Promise<void> {
    this.resume();
    this.ended = true;
    this.timer?.dispose();
    return new Promise<void>((resolve) => {
      this.socket.once('close', () => resolve());
      if (this.isOpen) {
        this.socket.close(1000);
        this.timer = this.parts.clock.after(GOODBYE, () => {
          this.socket.terminate();
          resolve();
        });
      } else {
        this.socket.terminate();
      }
    });
  }

  /** An answer that the other side wants. */
  send(text: string): void {
    if (!this.isOpen || this.ended) return;
    this.socket.send(text);
    if (this.socket.bufferedAmount > ANSWERS_LIMIT) this.end({ kind: 'stalled' });
  }

  /** Stops reading until `resume`. */
  pause(): void {
    if (this.isOpen && !this.ended) this.socket.pause();
  }

  /** No-op unless it is paused. */
  resume(): void {
    if (!this.socket.isPaused || this.ended) return;
    // whatever came meanwhile wasn't read
    this.heardAt = this.parts.clock.now();
    this.socket.resume();
  }

  private opened(): void {
    if (this.ended) return;
    this.isOpen = true;
    this.heardAt = this.parts.clock.now();
    this.beatLater();
    this.parts.onOpen();
  }

  private beatLater(): void {
    this.timer = this.parts.clock.after(HEARTBEAT, () => this.beat());
  }

  private beat(): void {
    const now = this.parts.clock.now();
    // The clock was set back, or nothing can be heard while the socket is paused.
    if (now < this.heardAt || this.socket.isPaused) this.heardAt = now;
    const quiet = now - this.heardAt;
    if (this.hasPings && quiet > PINGS_MISSED * (this.parts.pingInterval ?? HEARTBEAT)) {
      this.end({ kind: 'silent' });
      return;
    }
    this.socket.ping();
    this.beatLater();
    this.parts.onHeartbeat();
  }

  private failed(error: Error): void {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
      this.end({ kind: 'tooLarge', limit: this.parts.frameLimit });
    }
    // What goes wrong on an open connection closes it: `close` tells.
    if (this.isOpen) return;
    const elapsed = this.parts.clock.now() - this.startedAt;
    if (error.message === 'Opening handshake has timed out') {
      this.end(failure({ kind: 'timeout', limit: HANDSHAKE_LIMIT }));
      return;
    }
    const { url } = this.parts;
    const told = networkFailure(error, { url, elapsed, answered: false });
    this.end(failure(told.failure));
  }

  /** The upgrade was answered with an HTTP status. */
  private async refused(response: IncomingMessage): Promise<void> {
    const status = response.statusCode ?? 0;
    const { location, 'retry-after': retryAfter, date } = response.headers;
    if (status >= 300 && status < 400) {
      const to = parseUrl(location ?? '', this.parts.url.href)?.origin ?? '';
      this.end(failure({ kind: 'redirect', to }));
      return;
    }
    const patience = this.parts.clock.after(GOODBYE, () => response.destroy());
    const body = await beginningOf(response);
    patience.dispose();
    this.end(
      failure({
        kind: 'status',
        status,
        error: decodeServiceError(status, jsonIn(body)),
        retryAfter: retryAfterMs(retryAfter ?? null, date ?? null, this.parts.clock.now()),
      }),
    );
  }

  /** Ends it at once, and tells why. */
  end(trouble: SocketTrouble): void {
    if (this.ended) return;
    this.ended = true;
    this.timer?.dispose();
    this.socket.terminate();
    this.parts.onEnd(trouble);
  }
}

/** Where to connect and with what. The address may hold the secret: it goes to the connection and nowhere else. */
export function socketTarget(push: Push, credential: Credential | null): SocketTarget {
  const address = push.url(credential?.account ?? null);
  if (address === null) return { ok: false, why: { kind: 'noCredential' } };
  const url = parseUrl(address);
  if (!url || !['ws:', 'wss:'].includes(url.protocol) || hasUserInformation(url)) {
    return refused({ kind: 'network', reason: 'ERR_INVALID_URL' });
  }
  url.hash = '';
  if (push.authentication.kind === 'none') return { ok: true, url, headers: {} };
  if (!credential) return { ok: false, why: { kind: 'noCredential' } };
  const carrying = mayCarry(credential, url);
  if (!carrying.ok) return refused({ kind: 'insecure', origin: url.origin, why: carrying.why });
  if (push.authentication.kind === 'header') return { ok: true, url, headers: credentialHeader(credential) };
  url.searchParams.set(push.authentication.parameter, credential.secret);
  return { ok: true, url, headers: {} };
}

function refused(failure: ServiceFailure): SocketTarget {
  return { ok: false, why: { kind: 'failure', failure } };
}

function failure(what: ServiceFailure): SocketTrouble {
  return { kind: 'failure', failure: what };
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= REFUSAL_LIMIT) break;
    }
  } catch {
    // Cut off: the status alone says enough.
  }
  return Buffer.concat(chunks).toString('utf8');
}
