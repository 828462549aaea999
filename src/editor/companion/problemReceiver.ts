import type { Disposable } from '../../base/emitter';
import type { Clock } from '../../base/ports';
import { sameJson } from '../../base/sameJson';
import type { Refusal } from './companionRequest';
import { RETRY_MS, TAKEOVER_JITTER_MS, TAKEOVER_STEP_MS, UNCLEAR_REPORT_MS } from './limits';
import { PortOwner } from './portOwner';
import { probePort, type Line, type Probe } from './probePort';
import { proofOf, readLines, readMessageToWindow, sendMessage, type MessageToWindow } from './windowMessages';

export type ReceiverState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'seeking' }
  /** This window listens for all windows. */
  | { readonly kind: 'owner'; readonly port: number }
  /** Another window listens, and passes problems on to the one that had the focus last. */
  | { readonly kind: 'waiting'; readonly port: number }
  /** The program at the port hangs. It may be another window. */
  | { readonly kind: 'unclear'; readonly port: number }
  /** Other programs use all ports. Retried regularly. */
  | { readonly kind: 'noPort' };

/** A lock that all windows of the user share. */
export interface PortLock {
  /** Runs `action` while no other window runs one. Rejects if the lock can’t be taken. */
  exclusively<Value>(action: () => Promise<Value>): Promise<Value>;
}

export interface ProblemReceiverParts {
  /** in the order of preference */
  readonly ports: readonly number[];
  /** proves to other windows that this is one */
  readonly secret: string;
  readonly lock: PortLock;
  readonly clock: Clock;
  /** evenly distributed in [0, 1) */
  readonly random: () => number;
  /** receives the body of a request */
  readonly onProblem: (body: string) => void;
  /** The user has turned off receiving in another window. */
  readonly onOff: () => void;
  /** called once per change */
  readonly onState: (state: ReceiverState) => void;
  readonly onRefused: (refusal: Refusal) => void;
  readonly onError: (error: unknown) => void;
}

/** Position of a window in the queue of waiting windows, see `MessageToWindow`. */
type PlaceInQueue = Pick<Extract<MessageToWindow, { kind: 'rank' }>, 'rank' | 'others'>;

/** Result of the search at the ports. */
type Found =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'owner'; readonly owner: PortOwner }
  | {
      readonly kind: 'unclear';
      readonly port: number;
      readonly probes: readonly Probe[];
      readonly settled: Promise<unknown>;
    }
  | { readonly kind: 'again' }
  | { readonly kind: 'noPort' };

/**
 * Receives problems in the window that had the focus last, together with the receivers of all other windows. One of them
 * owns a port and passes problems on. If it ends, another one takes over.
 */
export class ProblemReceiver {
  private current: ReceiverState = { kind: 'closed' };
  private isStarted = false;
  /** changes when an earlier attempt doesn’t count anymore */
  private round = 0;
  private focusedAt = 0;
  private owner: PortOwner | null = null;
  private line: Line | null = null;
  /** This window’s position in the queue, as the owner reported it last; null: not yet. */
  private place: PlaceInQueue | null = null;
  private probes: readonly Probe[] = [];
  private timer: Disposable | null = null;
  private seeking: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ProblemReceiverParts) {}

  get state(): ReceiverState {
    return this.current;
  }

  /** `focusedAt`: time at which this window got the focus, ms since 1970; 0: it never had it */
  start(focusedAt: number): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.focusedAt = focusedAt;
    this.seek(null);
  }

  /** Called when this window has got the focus. `at`: ms since 1970 */
  focused(at: number): void {
    this.focusedAt = at;
    this.owner?.focused(at);
    if (this.line) sendMessage(this.line.socket, { kind: 'focus', at });
  }

  /** Stops receiving in all windows. */
  async turnOff(): Promise<void> {
    this.owner?.turnOff();
    if (this.line) sendMessage(this.line.socket, { kind: 'off' });
    await this.stop();
  }

  /** Stops receiving in this window. Resolves when its port is free. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.round += 1;
    this.timer?.dispose();
    this.closeProbes();
    const { owner, line } = this;
    [this.owner, this.line] = [null, null];
    // first sends the waiting messages
    line?.socket.destroySoon();
    await owner?.close();
    await this.seeking;
    this.tell({ kind: 'closed' });
  }

  /** `awaited`: see `PortOwnerParts` */
  private seek(awaited: number | null): void {
    const round = (this.round += 1);
    this.seeking = this.parts.lock
      .exclusively(() => this.find(round, awaited))
      .then(
        (found) => (round === this.round ? this.use(found) : discard(found)),
        (error: unknown) => {
          if (round !== this.round) return;
          this.parts.onError(error);
          this.seekLater(RETRY_MS);
        },
      );
  }

  private seekLater(delay: number, awaited: number | null = null): void {
    this.timer?.dispose();
    this.timer = this.parts.clock.after(delay, () => this.seek(awaited));
  }

  /** Probes all ports, and listens on the first free one if no other window listens. */
  private async find(round: number, awaited: number | null): Promise<Found> {
    const { ports, secret } = this.parts;
    if (round !== this.round) return { kind: 'again' };
    const probes = ports.map((port) => probePort(port, secret));
    const answers = await Promise.all(probes.map(async (probe) => ({ probe, probed: await probe.first })));
    const closeExcept = (kept: Probe): void =>
      probes.filter((probe) => probe !== kept).forEach((probe) => probe.close());
    for (const { probe, probed } of answers) {
      if (probed.kind !== 'ours') continue;
      closeExcept(probe);
      return { kind: 'line', line: probed.line };
    }
    const unclear = answers.flatMap(({ probe, probed }) =>
      probed.kind === 'unclear' ? [{ probe, settled: probed.settled }] : [],
    );
    const [first] = unclear;
    if (first) {
      return {
        kind: 'unclear',
        port: first.probe.port,
        probes: unclear.map(({ probe }) => probe),
        settled: Promise.race(unclear.map(({ settled }) => settled)),
      };
    }
    probes.forEach((probe) => probe.close());
    for (const { probe, probed } of answers) {
      if (probed.kind !== 'free' || round !== this.round) continue;
      const owner = await this.open(probe.port, awaited);
      if (owner) return owner;
    }
    return { kind: 'noPort' };
  }

  /** Listens on a free port. Null: that isn’t possible. */
  private async open(port: number, awaited: number | null): Promise<Found | null> {
    const { secret, clock, onProblem, onOff, onRefused } = this.parts;
    const opened = await PortOwner.open({
      port,
      secret,
      clock,
      focusedAt: this.focusedAt,
      awaited,
      onProblem,
      onOff,
      onRefused,
    });
    if (opened instanceof PortOwner) return { kind: 'owner', owner: opened };
    if (opened.code !== 'EADDRINUSE') return null;
    // another window was faster, or another program uses only the address of IPv6
    const probe = probePort(port, secret);
    const { kind } = await probe.first;
    probe.close();
    return kind === 'free' ? null : { kind: 'again' };
  }

  private use(found: Found): void {
    switch (found.kind) {
      case 'line':
        this.waitAt(found.line);
        break;
      case 'owner':
        this.owner = found.owner;
        found.owner.focused(this.focusedAt);
        this.tell({ kind: 'owner', port: found.owner.port });
        break;
      case 'unclear':
        this.waitUntilClear(found);
        break;
      case 'again':
        this.seekLater(TAKEOVER_STEP_MS);
        break;
      case 'noPort':
        this.tell(found);
        this.seekLater(RETRY_MS);
        break;
    }
  }

  /** Waits for problems at the port of another window. When that window ends, takes part in the search for a new owner. */
  private waitAt(line: Line): void {
    const { port, socket, head, nonce } = line;
    this.line = line;
    this.place = null;
    const proof = proofOf(this.parts.secret, 'window', port, nonce);
    sendMessage(socket, { kind: 'hello', proof, focusedAt: this.focusedAt });
    readLines(socket, head, (text) => this.handleMessage(line, readMessageToWindow(text)));
    const onClose = (): void => {
      if (this.line === line) this.replaceOwner();
    };
    socket.on('close', onClose);
    if (socket.destroyed) onClose();
    else this.tell({ kind: 'waiting', port });
  }

  /** Handles a message of the window that owns the port. Null: it has another format, so the connection is closed. */
  private handleMessage(line: Line, message: MessageToWindow | null): void {
    switch (message?.kind) {
      case 'problem':
        // first, so that no other window gets it if this one is killed
        sendMessage(line.socket, { kind: 'received', id: message.id });
        this.parts.onProblem(message.body);
        break;
      case 'rank':
        if (this.line === line) this.place = message;
        break;
      case 'off':
        this.parts.onOff();
        break;
      case undefined:
        line.socket.destroy();
    }
  }

  /** Searches the ports again after the owner has ended: sooner than windows that had the focus earlier. */
  private replaceOwner(): void {
    const { rank, others } = this.place ?? { rank: 1, others: null };
    this.line = null;
    this.tell({ kind: 'seeking' });
    this.seekLater(rank * TAKEOVER_STEP_MS + this.parts.random() * TAKEOVER_JITTER_MS, others);
  }

  /**
   * Waits until a hanging program responds or ends. If another port were used meanwhile, two windows could get each
   * problem.
   */
  private waitUntilClear({ port, probes, settled }: Extract<Found, { kind: 'unclear' }>): void {
    const { round } = this;
    this.probes = probes;
    this.timer?.dispose();
    this.timer = this.parts.clock.after(UNCLEAR_REPORT_MS, () => this.tell({ kind: 'unclear', port }));
    void settled.then(() => {
      if (round !== this.round) return;
      this.closeProbes();
      this.seek(null);
    });
  }

  private closeProbes(): void {
    for (const probe of this.probes) probe.close();
    this.probes = [];
  }

  private tell(state: ReceiverState): void {
    const { current } = this;
    this.current = state;
    if (!sameJson(current, state)) this.parts.onState(state);
  }
}

async function discard(found: Found): Promise<void> {
  if (found.kind === 'line') found.line.socket.destroy();
  if (found.kind === 'owner') await found.owner.close();
  if (found.kind === 'unclear') for (const probe of found.probes) probe.close();
}
