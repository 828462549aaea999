import type { LogEntry } from '../../tools/service';
import type { Lab } from './lab';
import { extensionHosts, ownerOfPort } from './processes';

interface Ask {
  readonly entry: LogEntry;
  /** the extension host that asked; null: its connection was gone before anybody could look */
  readonly by: number | null;
}

/** Watches at the service who asks for what. */
export class AskWatch {
  private asked: Ask[] = [];

  constructor(private readonly lab: Lab) {
    lab.service.log.onEntry = (entry) => this.note(entry);
  }

  get count(): number {
    return this.asked.length;
  }

  /** Questions for an ID while another one for it was waiting for its answer, in words. */
  get twiceAtOnce(): string[] {
    const ids = this.asked.filter(({ entry }) => entry.inFlight > 0).map(({ entry }) => entry.id);
    return [...new Set(ids)].map((id) => this.story(id));
  }

  /** IDs that more than one extension host has asked for, in words. */
  get byMany(): string[] {
    const ids = [...new Set(this.asked.map(({ entry }) => entry.id))];
    return ids.filter((id) => this.askersOf(id).size > 1).map((id) => this.story(id));
  }

  /** Forgets what has been asked so far. */
  clear(): void {
    this.asked = [];
  }

  private note(entry: LogEntry): void {
    if (entry.kind !== 'request' || entry.path !== '/judge/result' || entry.id === null) return;
    const hosts = extensionHosts(this.lab.server.pid);
    this.asked.push({ entry, by: ownerOfPort(entry.clientPort ?? 0, hosts) });
  }

  private askersOf(id: string | null): Set<number> {
    const hosts = this.asked.filter(({ entry }) => entry.id === id).map(({ by }) => by);
    return new Set(hosts.filter((by) => by !== null));
  }

  /** Who asked for it, when, and what came of it. */
  private story(id: string | null): string {
    const asks = this.asked.filter(({ entry }) => entry.id === id);
    const begin = this.asked[0]?.entry.at ?? 0;
    const words = asks.map(
      ({ entry: { at, outcome, took }, by }) => `${by} at ${at - begin} ms: ${outcome} in ${took} ms`,
    );
    return `${id} (${words.join('; ')})`;
  }
}
