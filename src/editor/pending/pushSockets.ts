import { l10n, type Disposable } from 'vscode';
import { errorMessage } from '../../base/errors';
import { recordKey } from '../../records';
import type { LeaseSight, ServiceProfile, SocketState } from '../../service';
import { ResultSocket } from '../../service/resultSocket';
import type { Leases } from '../../tracking';
import { shortMoment } from '../moments';
import { systemClock } from '../later';
import type { ExtensionServices } from '../extensionServices';
import { hostOf } from './words';

interface Line {
  readonly socket: ResultSocket;
  /** what it was made for */
  readonly made: string;
}

/** One socket for each service that pushes, open only while something is pending there. */
export class PushSockets implements Disposable {
  private readonly lines = new Map<string, Line>();
  private readonly disposables: Disposable[];
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: ExtensionServices,
    private readonly leases: Leases & LeaseSight,
    private readonly onChange: () => void,
  ) {
    this.disposables = [
      parts.tracking.onDidChange(() => this.later(() => this.update())),
      parts.services.onDidChange(() => this.later(() => this.renew())),
    ];
    this.later(() => this.update());
  }

  /** Why results are not pushed right now, in words; empty where they are, or where the service doesn't push. */
  words(): string {
    return [...this.lines]
      .map(([origin, { socket }]) => stateWords(socket.state, hostOf(origin)))
      .filter((words) => words !== '')
      .join(' ');
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
    for (const { socket } of this.lines.values()) void socket.dispose();
    this.lines.clear();
  }

  private async update(): Promise<void> {
    const wanted = new Set(this.parts.tracking.pending(true).map(({ request }) => request.origin));
    for (const [origin, { socket }] of this.lines) if (!wanted.has(origin)) socket.stop();
    for (const origin of wanted) {
      const line = this.lines.get(origin) ?? (await this.open(origin));
      line?.socket.start();
    }
  }

  /** Settings or credentials have changed: what was refused is tried again, what has another address made anew. */
  private async renew(): Promise<void> {
    for (const [origin, { socket, made }] of this.lines) {
      const profile = await this.parts.services.profileOf(origin);
      if (profile && madeFor(profile) === made) {
        socket.retry();
      } else {
        this.lines.delete(origin);
        await socket.dispose();
      }
    }
    await this.update();
  }

  private async open(origin: string): Promise<Line | null> {
    const profile = await this.parts.services.profileOf(origin);
    if (!profile?.webSocket) return null;
    const line = {
      socket: this.socketFor(profile, profile.webSocket),
      made: madeFor(profile),
    };
    this.lines.set(origin, line);
    return line;
  }

  private socketFor(profile: ServiceProfile, push: NonNullable<ServiceProfile['webSocket']>): ResultSocket {
    const { services, store, tracking, log } = this.parts;
    return new ResultSocket({
      push,
      userAgent: services.userAgent(),
      credential: () => services.credentialToShow(profile),
      clock: systemClock,
      random: Math.random,
      leases: this.leases,
      isOurs: (requestId) => store.get(recordKey(profile.origin, requestId)) !== null,
      onResult: (requestId, envelope, raw) =>
        tracking.pushed(recordKey(profile.origin, requestId), envelope, raw),
      onState: (state) => {
        const isLive = state.kind === 'live' || (state.kind === 'elsewhere' && state.live);
        tracking.setPushLive(profile.origin, isLive);
        this.onChange();
      },
      onError: (what, error) => log.warn(`${what}: ${errorMessage(error)}`),
    });
  }

  private later(work: () => Promise<void>): void {
    this.queue = this.queue
      .then(work)
      .catch((error: unknown) => this.parts.log.error(`push: ${errorMessage(error)}`));
  }
}

/** The push settings, and how a credential is shown: a socket of another way to do that would find none. */
function madeFor({ webSocket, authentication }: ServiceProfile): string {
  return JSON.stringify([webSocket, authentication]);
}

/** Why nothing is pushed; empty while all is well. */
export function stateWords(state: SocketState, host: string): string {
  switch (state.kind) {
    case 'closed':
    case 'elsewhere':
    case 'connecting':
    case 'live':
      return '';
    case 'unreadable':
      return l10n.t(
        'Push messages from {0} can’t be read; polling. Check the setting “{1}”.',
        host,
        'judgeResults.push.webSocketFraming',
      );
    case 'waiting':
      return l10n.t('Push from {0} was interrupted; polling.', host);
    case 'resting':
      return l10n.t('{0} limits connections; polling until {1}.', host, shortMoment(state.until));
    case 'refused':
      return refusalWords(state.why, host);
  }
}

function refusalWords(why: Extract<SocketState, { kind: 'refused' }>['why'], host: string): string {
  if (why.kind === 'noCredential') {
    return l10n.t('Push from {0} requires credentials; polling.', host);
  }
  const status = why.kind === 'failure' && why.failure.kind === 'status' ? why.failure.status : null;
  if (status === 401 || status === 403) {
    return l10n.t('Push from {0} isn’t available for these credentials; polling.', host);
  }
  return status === null
    ? l10n.t('Can’t connect to push from {0}; polling.', host)
    : l10n.t('{0} rejected the push connection (status code {1}); polling.', host, status);
}
