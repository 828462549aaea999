import type { LogEntry } from '../service';
import type { Lab } from './lab';
import { extensionHosts, ownerOfPort } from './processes';

/** Watches at the service who asks for what. */
export class AskWatch {
  /** questions for an ID while another one for it was waiting for its answer */
  readonly overlapping: LogEntry[] = [];
  /** for each ID the extension hosts that asked for it; 0: it could not be told which */
  readonly askers = new Map<string, Set<number>>();
  asks = 0;

  constructor(private readonly lab: Lab) {
    lab.service.log.onEntry = (entry) => this.note(entry);
  }

  /** IDs that more than one extension host has asked for. */
  get askedByMany(): string[] {
    return [...this.askers].filter(([, hosts]) => hosts.size > 1).map(([id]) => id);
  }

  private note(entry: LogEntry): void {
    if (entry.kind !== 'request' || entry.path !== '/judge/result' || entry.id === null) return;
    this.asks += 1;
    if (entry.inFlight > 0) this.overlapping.push(entry);
    const hosts = extensionHosts(this.lab.server.pid);
    const asker = entry.clientPort === null ? null : ownerOfPort(entry.clientPort, hosts);
    const known = this.askers.get(entry.id) ?? new Set();
    this.askers.set(entry.id, known.add(asker ?? 0));
  }
}
