import type { Credential } from '../signIn/credentials';
import { RequestFailed } from '../requestFailed';
import type { Push, PushFrame } from '../adapter';
import type { ReadResult } from '../adapters/shared/makeResult';
import type { Disposable } from '../../base/emitter';
import type { Clock, LeaseObserver, Leases } from '../../base/ports';
import { PushedResults } from './pushedResults';
import { isLasting, type Pause, Reconnection } from './reconnection';
import {
  SocketConnection,
  socketTarget,
  type NoTarget,
  type ReadyTarget,
  type SocketTrouble,
} from './socketConnection';
import { SocketLease } from './socketLease';
import { MAX_RECONNECT_PAUSE_MS, OTHER_WINDOW_CHECK_MS } from '../limits';

/** State of a judge's push socket. */
export type SocketState =
  /** nothing is pending, so no connection is needed */
  | { readonly kind: 'closed' }
  /** another window of this computer has the connection; while it is `live`, results arrive through the shared store */
  | { readonly kind: 'elsewhere'; readonly live: boolean }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly since: number }
  /** connected, but no frame could be read: maybe an unknown format, so polling continues as without push */
  | { readonly kind: 'unreadable'; readonly since: number }
  | Pause
  /** won't be retried by this socket: the credential is missing or was rejected, or the URL is wrong */
  | { readonly kind: 'refused'; readonly why: SocketTrouble | NoTarget };

export interface ResultSocketParts {
  readonly push: Push;
  /** request ID, if the socket is for a single result; absent: for all results of the judge */
  readonly only?: string;
  readonly userAgent: string;
  /**
   * returns the credential for each attempt; null: none was entered. Rejects with `RequestFailed` if the credential may
   * not be sent now.
   */
  readonly credential: () => Promise<Credential | null>;
  readonly clock: Clock;
  /** evenly distributed in [0, 1) */
  readonly random: () => number;
  readonly leases: Leases & LeaseObserver;
  readonly isOurs: (requestId: string) => boolean;
  /** returns additional data of one of our records; absent: none */
  readonly hintOf?: (requestId: string) => string | null;
  readonly onResult: (requestId: string, answer: ReadResult) => Promise<unknown>;
  /** called when a result must be polled */
  readonly onNudge: (requestId: string) => void;
  /** called once per change */
  readonly onState: (state: SocketState) => void;
  /** called when our own storage or leases fail */
  readonly onError: (what: string, error: unknown) => void;
  /** maximum size of a frame, bytes */
  readonly frameLimit: number;
}

/**
 * Receives pushed results while something is pending. A lease ensures that the windows of this computer share one
 * connection per URL and credential. Polling always continues, so failures here only change the state.
 */
export class ResultSocket {
  private current: SocketState = { kind: 'closed' };
  private isStarted = false;
  private connection: SocketConnection | null = null;
  /** resolves when the previous connection is closed, because the judge must never see two */
  private closing: Promise<void> = Promise.resolve();
  private timer: Disposable | null = null;
  private readonly lease: SocketLease;
  /** incremented by each start and stop, so that older asynchronous work can detect that it is outdated */
  private round = 0;
  private readonly reconnection: Reconnection;
  private liveSince: number | null = null;
  /** whether frames of this judge are readable; null: none arrived yet */
  private isUnderstood: boolean | null = null;
  /** wait before the next attempt, with the state to report meanwhile */
  private pause: Pause | null = null;
  private refusal: Extract<SocketState, { kind: 'refused' }> | null = null;
  private readonly results: PushedResults;

  constructor(private readonly parts: ResultSocketParts) {
    const { leases, onError } = parts;
    this.reconnection = new Reconnection(parts.push.limits, parts.random);
    this.lease = new SocketLease({ leases, onError, onOtherWindowChanged: () => this.attemptNow() });
    this.results = new PushedResults({
      store: (requestId, answer) => this.store(requestId, answer),
      onStored: () => this.limitReading(),
    });
  }

  get state(): SocketState {
    return this.current;
  }

  /** Starts listening, because something is pending. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.attemptOrWait();
  }

  /** Stops, because nothing is pending anymore. A rejection or a pause also applies to the next start. */
  stop(): void {
    if (!this.isStarted) return;
    void this.dispose();
    this.setState({ kind: 'closed' });
  }

  /** Stops for good. Resolves when other windows can connect. */
  async dispose(): Promise<void> {
    this.isStarted = false;
    this.abandon();
    await this.closing;
    if (!this.isStarted) await this.lease.release();
  }

  private attemptOrWait(): void {
    const pause = this.pause;
    const left = pause ? pause.until - this.parts.clock.now() : 0;
    if (this.refusal) this.setState(this.refusal);
    else if (pause && left > 0 && left <= MAX_RECONNECT_PAUSE_MS) this.attemptLater(pause, left);
    else void this.attempt();
  }

  private attemptLater(state: SocketState, delay: number): void {
    this.setState(state);
    this.timer = this.parts.clock.after(delay, () => void this.attempt());
  }

  /** Connects, unless that is impossible, or another window has the connection. Never rejects. */
  private async attempt(): Promise<void> {
    const round = (this.round += 1);
    this.pause = null;
    try {
      const { push } = this.parts;
      const credential = push.authentication.kind === 'none' ? null : await this.parts.credential();
      await this.closing;
      if (round !== this.round) return;
      const target = socketTarget(push, credential);
      if (!target.ok) this.refuse(target.why);
      else if (await this.takeLease(target.url, credential, round)) await this.connect(target, round);
    } catch (error) {
      if (error instanceof RequestFailed) {
        if (round === this.round) this.refuse({ kind: 'failure', failure: error.failure });
        return;
      }
      this.parts.onError('opening a push connection', error);
      if (round === this.round) this.waitForOtherWindow(false);
    }
  }

  /** Resolves to whether this window has the lease of the connection. If another window has it, checks again later. */
  private async takeLease(url: URL, credential: Credential | null, round: number): Promise<boolean> {
    const lease = `push ${url.origin} ${credential?.id ?? ''} ${this.parts.only ?? ''}`.trim();
    const taken = await this.lease.take(lease, () => round === this.round);
    if (taken === 'others') {
      const live = await this.lease.isLiveElsewhere(lease);
      if (round === this.round) this.waitForOtherWindow(live);
    }
    return taken === 'ours';
  }

  private async connect({ url, headers }: ReadyTarget, round: number): Promise<void> {
    const { push, clock, userAgent, frameLimit } = this.parts;
    this.setState({ kind: 'connecting' });
    const Socket =
      push.transport === 'events'
        ? (await import('./eventStream')).EventStreamSocket
        : (await import('ws')).WebSocket;
    if (round !== this.round) return;
    this.connection = new SocketConnection(Socket, {
      url,
      headers: { 'User-Agent': userAgent, ...headers },
      clock,
      pingInterval: push.limits?.pingInterval ?? null,
      frameLimit,
      onOpen: () => this.onOpen(),
      onText: (text) => this.onText(text),
      onHeartbeat: () => void this.keepLease(round),
      onEnd: (trouble) => this.onEnd(trouble),
    });
  }

  /**
   * Reports that another window has the connection. Checks again when that connection opens or closes, and regularly.
   */
  private waitForOtherWindow(live: boolean): void {
    this.attemptLater({ kind: 'elsewhere', live }, OTHER_WINDOW_CHECK_MS * (0.75 + this.parts.random() / 2));
  }

  private attemptNow(): void {
    if (this.current.kind !== 'elsewhere') return;
    this.timer?.dispose();
    void this.attempt();
  }

  private onOpen(): void {
    this.liveSince = this.parts.clock.now();
    this.setOpenState(this.liveSince);
    this.limitReading();
  }

  private setOpenState(since: number): void {
    const kind = this.isUnderstood === false ? 'unreadable' : 'live';
    this.setState({ kind, since });
    void (kind === 'live' ? this.lease.markLive() : this.lease.unmarkLive());
  }

  /**
   * Records whether a frame was readable. A single readable frame proves that the format is correct, even if others are
   * unreadable.
   */
  private onFrameRead(isUnderstood: boolean): void {
    if (this.isUnderstood || this.isUnderstood === isUnderstood) return;
    const wasDoubted = this.isUnderstood === false;
    this.isUnderstood = isUnderstood;
    if (this.liveSince !== null && (wasDoubted || !isUnderstood)) this.setOpenState(this.liveSince);
  }

  /** Counts a frame as unreadable if reading it throws. The exception must not reach `ws`, which would never close. */
  private read(text: string): PushFrame {
    try {
      return this.parts.push.read(text, this.parts.hintOf);
    } catch (error) {
      this.parts.onError('reading a push message', error);
      return { kind: 'unreadable' };
    }
  }

  private onText(text: string): void {
    const frame = this.read(text);
    if (frame.kind === 'reply') this.connection?.send(frame.text);
    if (frame.kind === 'refused') this.connection?.end({ kind: 'failure', failure: frame.failure });
    if (frame.kind === 'unreadable') this.onFrameRead(false);
    if (frame.kind !== 'result' && frame.kind !== 'nudge') return;
    this.onFrameRead(true);
    // with a shared token, frames of other clients arrive too; these are neither stored nor logged
    if (!this.parts.isOurs(frame.requestId)) return;
    if (frame.kind === 'nudge') {
      this.parts.onNudge(frame.requestId);
      return;
    }
    this.results.add(frame.requestId, { answer: frame.answer, length: text.length });
    this.limitReading();
  }

  private async store(requestId: string, answer: ReadResult): Promise<void> {
    try {
      await this.parts.onResult(requestId, answer);
    } catch (error) {
      this.parts.onError('keeping a pushed result', error);
    }
  }

  /** Pauses the socket while too many results wait to be stored. */
  private limitReading(): void {
    if (this.results.isFull) this.connection?.pause();
    else this.connection?.resume();
  }

  private onEnd(trouble: SocketTrouble): void {
    const now = this.parts.clock.now();
    const lasted = this.liveSince === null ? null : now - this.liveSince;
    this.connection = null;
    this.liveSince = null;
    void this.lease.unmarkLive();
    if (isLasting(trouble)) {
      this.refuse(trouble);
      return;
    }
    this.pause = this.reconnection.pauseAfter(trouble, lasted, now);
    const wait = this.pause.until - now;
    this.attemptLater(this.pause, wait);
    // Keeps the lease meanwhile, because the judge would also drop another window's connection.
    void this.lease.renew(wait);
  }

  private refuse(why: Extract<SocketState, { kind: 'refused' }>['why']): void {
    this.refusal = { kind: 'refused', why };
    this.setState(this.refusal);
    void this.lease.release();
  }

  private async keepLease(round: number): Promise<void> {
    if ((await this.lease.renew()) || round !== this.round) return;
    this.abandon();
    void this.lease.unmarkLive();
    this.waitForOtherWindow(false);
  }

  /** Invalidates all asynchronous work in progress. */
  private abandon(): void {
    this.round += 1;
    this.timer?.dispose();
    this.timer = null;
    this.lease.unwatch();
    if (this.connection) this.closing = this.connection.close();
    this.connection = null;
    this.liveSince = null;
  }

  private setState(state: SocketState): void {
    const { current } = this;
    if (current === state) return;
    if (current.kind === 'elsewhere' && state.kind === 'elsewhere' && current.live === state.live) return;
    this.current = state;
    this.parts.onState(state);
  }
}
