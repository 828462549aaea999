import type { IncomingMessage } from 'node:http';

/** One thing that was asked of the service, or that it sent by itself. */
export interface LogEntry {
  readonly kind: 'request' | 'upgrade' | 'frame' | 'callback';
  /** milliseconds since 1970 */
  readonly at: number;
  readonly method: string;
  /** without the query: it may hold a token */
  readonly path: string;
  /** the request ID that was asked for or reported */
  readonly id: string | null;
  /** lower-case names, without credentials */
  readonly headers: Readonly<Record<string, string>>;
  /** requests for this ID that were already waiting for their answer */
  readonly inFlight: number;
  /** the HTTP status answered; null until then, or where there was none */
  status: number | null;
  /** the status, or what happened instead: `reset`, `silence`, `cut`, `closed` by the client */
  outcome: string | null;
  /** milliseconds until the answer was complete */
  took: number | null;
}

const secret = /^(authorization|proxy-authorization|cookie|x-judge-key)$/;

/** Appends an entry. More than `limit` are never kept: half of them go at once, so that not each entry moves all others. */
export function keepNewest<Entry>(list: Entry[], entry: Entry, limit = 10_000): void {
  list.push(entry);
  if (list.length > limit) list.splice(0, list.length - limit / 2);
}

/** What was asked by those who were let in, in memory, so that tests can assert who asked what and how often. */
export class RequestLog {
  private list: LogEntry[] = [];
  private readonly open = new Map<string, number>();

  get entries(): readonly LogEntry[] {
    return this.list;
  }

  /** Requests for one ID's result. */
  asked(id: string): readonly LogEntry[] {
    return this.list.filter(
      (entry) => entry.kind === 'request' && entry.path === '/judge/result' && entry.id === id,
    );
  }

  clear(): void {
    this.list = [];
  }

  /** Notes a request; the returned function notes how it ended, and only its first call counts. */
  request(request: IncomingMessage, path: string, id: string | null): (outcome: number | string) => void {
    return this.begin('request', request, path, id);
  }

  upgrade(request: IncomingMessage, path: string): (outcome: number | string) => void {
    return this.begin('upgrade', request, path, null);
  }

  sent(kind: 'frame' | 'callback', id: string | null, status: number | null): void {
    const outcome = status === null ? null : String(status);
    this.keep({
      ...{ kind, at: Date.now(), method: '', path: '', id, headers: {}, inFlight: 0 },
      status,
      outcome,
      took: 0,
    });
  }

  private keep(entry: LogEntry): void {
    keepNewest(this.list, entry);
  }

  private begin(
    kind: LogEntry['kind'],
    request: IncomingMessage,
    path: string,
    id: string | null,
  ): (outcome: number | string) => void {
    const inFlight = id === null ? 0 : (this.open.get(id) ?? 0);
    const entry: LogEntry = {
      kind,
      at: Date.now(),
      method: request.method ?? '',
      path,
      id,
      inFlight,
      headers: withoutCredentials(request),
      status: null,
      outcome: null,
      took: null,
    };
    this.keep(entry);
    if (id !== null) this.open.set(id, inFlight + 1);
    return (outcome) => {
      if (entry.outcome !== null) return;
      entry.outcome = String(outcome);
      entry.status = typeof outcome === 'number' ? outcome : null;
      entry.took = Date.now() - entry.at;
      if (id === null) return;
      const left = (this.open.get(id) ?? 1) - 1;
      if (left > 0) this.open.set(id, left);
      else this.open.delete(id);
    };
  }
}

function withoutCredentials(request: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) kept[name] = secret.test(name) ? '(left out)' : String(value);
  }
  return kept;
}
