import { l10n, type Disposable } from 'vscode';
import { errorMessage } from '../../base/log';
import { TaskQueue } from '../../base/async';
import { recordKey } from '../../records';
import type { Push, RequestName, Judge, SocketState } from '../../judges';
import { ResultSocket } from '../../judges/push/resultSocket';
import { shortMoment } from '../labels/dateFormats';
import { systemClock, type LeaseObserver, type Leases } from '../../base/ports';
import { nameOfJudge } from '../labels/judgeLabels';
import { MAX_SINGLE_CONNECTIONS } from './limits';
import type { Core } from '../shared/core';

/** An open connection, or one that is being opened. */
interface PushConnection {
  readonly judge: Judge;
  readonly push: Push;
  /** the only request whose results it receives; null: all results of the judge */
  readonly request: RequestName | null;
  readonly socket: ResultSocket;
}

/** Opens connections to judges that push results, but only while something is pending there. */
export class PushSockets implements Disposable {
  private readonly connections = new Map<string, PushConnection>();
  private readonly disposables: Disposable[];
  private isDisposed = false;
  private readonly work = new TaskQueue((error) => this.extension.log.error(`push: ${errorMessage(error)}`));

  constructor(
    private readonly extension: Core,
    private readonly leases: Leases & LeaseObserver,
  ) {
    this.disposables = [
      extension.tracking.onDidChange(() => this.work.add(() => this.update())),
      extension.judges.onDidChange(() => this.work.add(() => this.renew())),
    ];
    this.work.add(() => this.update());
  }

  dispose(): void {
    this.isDisposed = true;
    this.disposables.forEach((disposable) => void disposable.dispose());
    for (const { socket } of this.connections.values()) void socket.dispose();
    this.connections.clear();
  }

  private async update(): Promise<void> {
    const wanted = await this.wanted();
    for (const [name, { socket, request }] of this.connections) {
      if (wanted.has(name)) continue;
      socket.stop();
      // a connection for a single result isn't reused
      if (request === null) continue;
      this.connections.delete(name);
      await socket.dispose();
    }
    if (this.isDisposed) return;
    for (const [name, connection] of wanted) {
      const open = this.connections.get(name) ?? { ...connection, socket: this.socketFor(connection) };
      this.connections.set(name, open);
      open.socket.start();
    }
  }

  /** Reopens all connections, including rejected ones, after settings or credentials changed. */
  private async renew(): Promise<void> {
    const old = [...this.connections.values()].map(({ socket }) => socket);
    this.connections.clear();
    // each socket reports that it has closed
    old.forEach((socket) => socket.stop());
    await Promise.all(old.map((socket) => socket.dispose()));
    await this.update();
  }

  /** Returns the required connections: one per judge, and one for each result that isn't covered by it. */
  private async wanted(): Promise<ReadonlyMap<string, Omit<PushConnection, 'socket'>>> {
    const wanted = new Map<string, Omit<PushConnection, 'socket'>>();
    const pending = this.extension.tracking.pending(true).map(({ request }) => request);
    for (const service of new Set(pending.map((request) => request.service))) {
      const judge = await this.extension.judges.judgeOf(service);
      if (!judge?.push) continue;
      const { push } = judge;
      wanted.set(service, { judge, push, request: null });
      const single = pending
        .filter((request) => request.service === service)
        .map(({ key, requestId }) => ({ requestId, hint: this.extension.store.get(key)?.hint ?? null }))
        .flatMap((request) => ({ request, url: push.detail?.(request) ?? null }))
        .filter(({ url }) => url !== null);
      for (const { request, url } of single.slice(0, MAX_SINGLE_CONNECTIONS)) {
        const own: Push = { ...push, url: () => url, detail: null };
        wanted.set(recordKey(service, request.requestId), { judge, push: own, request });
      }
    }
    return wanted;
  }

  /** Updates the explanation why results aren't pushed right now. */
  private updateTrouble(): void {
    const words = [...this.connections.values()]
      .filter(({ request }) => request === null)
      .map(({ judge, socket }) => stateWords(socket.state, nameOfJudge(judge)))
      .filter((text) => text !== '')
      .join(' ');
    this.extension.tracking.setPushTrouble(words);
  }

  private socketFor({ judge, push, request }: Omit<PushConnection, 'socket'>): ResultSocket {
    const { judges, store, tracking, log } = this.extension;
    const keyOf = (requestId: string) => recordKey(judge.id, requestId);
    return new ResultSocket({
      push,
      ...(request ? { only: request.requestId } : {}),
      userAgent: judges.userAgent(),
      frameLimit: judge.bodyLimit,
      credential: () => judges.credentialForPush(judge),
      clock: systemClock,
      random: Math.random,
      leases: this.leases,
      isOurs: (requestId) => store.get(keyOf(requestId)) !== null,
      hintOf: (requestId) => store.get(keyOf(requestId))?.hint ?? null,
      onResult: (requestId, answer) => tracking.onPushed(keyOf(requestId), answer),
      onNudge: (requestId) => tracking.pollSoon(keyOf(requestId)),
      onState: (state) => {
        const isLive = state.kind === 'live' || (state.kind === 'elsewhere' && state.live);
        if (request === null) tracking.setPushLive(judge.id, isLive);
        this.updateTrouble();
      },
      onError: (what, error) => log.warn(`${what}: ${errorMessage(error)}`),
    });
  }
}

/** Explains why a judge pushes no results; empty if it pushes them or may still connect. */
export function stateWords(state: SocketState, host: string): string {
  switch (state.kind) {
    case 'closed':
    case 'elsewhere':
    case 'connecting':
    case 'live':
      return '';
    case 'unreadable':
      return l10n.t(
        'Push messages from {0} can’t be read. Polling instead. Check the setting “{1}”.',
        host,
        'judgeResults.services',
      );
    case 'waiting':
      return l10n.t('Push from {0} was interrupted. Polling instead.', host);
    case 'resting':
      return l10n.t('{0} limits connections. Polling until {1}.', host, shortMoment(state.until));
    case 'refused':
      return refusalWords(state.why, host);
  }
}

function refusalWords(why: Extract<SocketState, { kind: 'refused' }>['why'], host: string): string {
  if (why.kind === 'noCredential') {
    return l10n.t('Push from {0} requires credentials. Polling instead.', host);
  }
  const status = why.kind === 'failure' && why.failure.kind === 'status' ? why.failure.status : null;
  if (status === 401 || status === 403) {
    return l10n.t('Push from {0} isn’t available for these credentials. Polling instead.', host);
  }
  return status === null
    ? l10n.t('Can’t connect to push from {0}. Polling instead.', host)
    : l10n.t('{0} rejected the push connection (status code {1}). Polling instead.', host, status);
}
