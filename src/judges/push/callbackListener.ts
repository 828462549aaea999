import { sameJson } from '../../base/sameJson';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Envelope } from '../../results';
import { BUSY, CUT_OFF, readCallback, refusalOf, Replays, TOO_LARGE, TOO_SLOW } from './callbackRequest';
import type { CallbackRules, Refusal } from './callbackRequest';
import {
  BodyReader,
  closeServer,
  limitedServer,
  listenOn,
  type BodyLimits,
  type BodyProblem,
  type Listening,
  type ServerLimits,
} from '../http/loopbackServer';
import type { Disposable } from '../../base/emitter';
import type { Clock, Leases } from '../../base/ports';
import {
  CALLBACK_HEARTBEAT_MS,
  CALLBACK_LEASE_MS,
  PORT_RETRY_MS,
  REFUSAL_REPORT_INTERVAL_MS,
} from '../limits';

export type CallbackState =
  | { readonly kind: 'closed' }
  /** another window of this computer listens; its results arrive through the shared store */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'listening'; readonly port: number }
  /** `code` of Node's error, e.g. `EADDRINUSE`: another program uses the port. Retried regularly. */
  | { readonly kind: 'failed'; readonly code: string };

export interface CallbackListenerParts extends CallbackRules {
  /** on 127.0.0.1; 0: any free port */
  readonly port: number;
  /** returns the key of the judge's signatures; null: the user entered none */
  readonly token: () => Promise<string | null>;
  readonly clock: Clock;
  /** evenly distributed in [0, 1) */
  readonly random: () => number;
  readonly leases: Leases;
  readonly isOurs: (requestId: string) => boolean;
  /** stores a signed result */
  readonly onResult: (requestId: string, envelope: Envelope, raw: string) => Promise<unknown>;
  /** called for a callback without a signature, which only causes one poll */
  readonly onNudge: (requestId: string) => void;
  /**
   * called when a request was rejected, so users can find out why no results arrive; at most once an hour per reason
   */
  readonly onRefused: (refusal: Refusal) => void;
  /** called once per change */
  readonly onState: (state: CallbackState) => void;
  /** called when the storage or the leases of this extension fail */
  readonly onError: (what: string, error: unknown) => void;
  readonly limits?: Partial<ListenerLimits>;
}

type ListenerLimits = ServerLimits & BodyLimits;

const LIMITS: ListenerLimits = {
  connections: 16,
  waiting: 8,
  headers: 5000,
  body: 10_000,
  bodySize: 64 * 1024 * 1024,
  bodies: 64 * 1024 * 1024,
};

/**
 * Receives results that a judge posts to this computer. Listens on 127.0.0.1 only, at a secret path, in one window of
 * this computer. Trusts only callbacks with the judge's signature.
 */
export class CallbackListener {
  private current: CallbackState = { kind: 'closed' };
  private server: Server | null = null;
  private timer: Disposable | null = null;
  private isStarted = false;
  private holds = false;
  private round = 0;
  private readonly limits: ListenerLimits;
  private readonly replays = new Replays();
  private readonly refusedAt = new Map<string, number>();
  private readonly bodies: BodyReader;

  constructor(private readonly parts: CallbackListenerParts) {
    this.limits = { ...LIMITS, ...parts.limits };
    this.bodies = new BodyReader(this.limits, parts.clock);
  }

  get state(): CallbackState {
    return this.current;
  }

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    void this.attempt();
  }

  /** Stops listening. Resolves when the port is free. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.round += 1;
    this.timer?.dispose();
    await this.close();
    await this.release();
    this.tell({ kind: 'closed' });
  }

  private get lease(): string {
    return `callback ${this.parts.port}`;
  }

  private async attempt(): Promise<void> {
    const round = (this.round += 1);
    const ours = await this.hold();
    if (round !== this.round) return;
    if (!ours) {
      this.later({ kind: 'elsewhere' });
      return;
    }
    const { server, state } = await this.open();
    if (round !== this.round) {
      await closeServer(server);
      return;
    }
    if (state.kind === 'listening') {
      this.server = server;
      this.beatLater();
      this.tell(state);
      return;
    }
    await this.release();
    if (round === this.round) this.later(state);
  }

  private later(state: CallbackState): void {
    this.tell(state);
    const wait = PORT_RETRY_MS * (0.75 + this.parts.random() / 2);
    this.timer = this.parts.clock.after(wait, () => void this.attempt());
  }

  private beatLater(): void {
    this.timer = this.parts.clock.after(CALLBACK_HEARTBEAT_MS, () => void this.beat());
  }

  private async beat(): Promise<void> {
    const { round } = this;
    const ours = await this.hold();
    if (round !== this.round) return;
    if (ours) {
      this.beatLater();
      return;
    }
    await this.close();
    if (round === this.round) this.later({ kind: 'elsewhere' });
  }

  private async open(): Promise<Opened> {
    const server = limitedServer(this.limits, (request, response) => void this.answer(request, response));
    const state = await listenOn(server, '127.0.0.1', this.parts.port);
    return { server, state };
  }

  private async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server) await closeServer(server);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // If the connection breaks, the response can't be sent.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const refusal = refusalOf(request, this.parts, this.limits.bodySize) ?? (await this.take(request));
    respond(response, refusal);
    request.resume();
    if (refusal) this.refused(refusal);
  }

  /** Reads and handles a callback. Returns null if it was accepted. */
  private take(request: IncomingMessage): Promise<Refusal | null> {
    return this.bodies.reading(request, async (read) =>
      typeof read === 'string' ? refusalOfBody[read] : this.takeBody(request, read),
    );
  }

  private async takeBody(request: IncomingMessage, body: Buffer): Promise<Refusal | null> {
    const { isOurs, onNudge, onResult, clock } = this.parts;
    try {
      const token = await this.parts.token();
      const given = { rules: this.parts, token, replays: this.replays, now: clock.now() };
      const callback = readCallback(request, body, given);
      if (callback.kind === 'refused') return callback.refusal;
      if (callback.kind === 'nothing' || !isOurs(callback.requestId)) return null;
      if (callback.kind === 'nudge') onNudge(callback.requestId);
      else await onResult(callback.requestId, callback.envelope, callback.raw);
    } catch (error) {
      // The result is also polled, so the judge needn't send it again.
      this.parts.onError('keeping a pushed result', error);
    }
    return null;
  }

  private async hold(): Promise<boolean> {
    const { round } = this;
    try {
      const ours = await this.parts.leases.tryAcquire(this.lease, CALLBACK_LEASE_MS);
      this.holds = ours;
      if (ours && round !== this.round && !this.isStarted) await this.release();
      return ours;
    } catch (error) {
      this.parts.onError('sharing the callback listener', error);
      return false;
    }
  }

  private async release(): Promise<void> {
    if (!this.holds) return;
    this.holds = false;
    try {
      await this.parts.leases.release(this.lease);
    } catch (error) {
      this.parts.onError('sharing the callback listener', error);
    }
  }

  private refused(refusal: Refusal): void {
    const now = this.parts.clock.now();
    const before = this.refusedAt.get(refusal.type);
    if (before !== undefined && Math.abs(now - before) < REFUSAL_REPORT_INTERVAL_MS) return;
    this.refusedAt.set(refusal.type, now);
    this.parts.onRefused(refusal);
  }

  private tell(state: CallbackState): void {
    const { current } = this;
    this.current = state;
    if (!sameJson(current, state)) this.parts.onState(state);
  }
}

interface Opened {
  readonly server: Server;
  readonly state: Listening;
}

const refusalOfBody: Readonly<Record<BodyProblem, Refusal>> = {
  tooLarge: TOO_LARGE,
  busy: BUSY,
  tooSlow: TOO_SLOW,
  cutOff: CUT_OFF,
};

/**
 * Sends status 200, or an error in the format of section 7. Closes the connection, because the number of connections is
 * limited.
 */
function respond(response: ServerResponse, refusal: Refusal | null): void {
  if (response.destroyed) return;
  const body = refusal
    ? { errorCode: refusal.status, errorType: refusal.type, errorMessage: refusal.message, errorData: {} }
    : {};
  const text = JSON.stringify(body);
  response.writeHead(refusal?.status ?? 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
    ...(refusal?.status === 405 ? { Allow: 'POST' } : {}),
  });
  response.end(text);
}
