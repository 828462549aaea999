import type { IncomingMessage } from 'node:http';

/** A request that the service received, or a message that it sent. */
export interface LogEntry {
  readonly kind: 'request' | 'upgrade' | 'frame' | 'callback';
  /** Start of the request, ms since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path without the query, which may contain a token. */
  readonly path: string;
  /** Request ID in the request or the message. */
  readonly id: string | null;
  /** Header names are in lower case. Credentials are removed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Number of requests for the same ID that were already in flight. */
  readonly inFlight: number;
  /** HTTP status of the response; null: none yet, or none at all. */
  status: number | null;
  /**
   * The status as text, or what happened instead: `reset`, `silence`, `cut`, or `closed` by the client. Null: nothing
   * yet.
   */
  outcome: string | null;
  /** Time until the response was complete, ms. */
  took: number | null;
}

const secret = /^(authorization|proxy-authorization|cookie|x-judge-key)$/;

/**
 * Appends an entry. If the list then has more than `limit` entries, removes the older half, which is faster than
 * removing one entry each time.
 */
export function keepNewest<Entry>(list: Entry[], entry: Entry, limit = 10_000): void {
  list.push(entry);
  if (list.length > limit) list.splice(0, list.length - limit / 2);
}

/** In-memory log of all authorized requests, so that tests can check which requests were sent and how often. */
export class RequestLog {
  private list: LogEntry[] = [];
  private readonly open = new Map<string, number>();

  get entries(): readonly LogEntry[] {
    return this.list;
  }

  /** Returns the requests for the result of one ID. */
  requestsOf(id: string): readonly LogEntry[] {
    return this.list.filter(
      (entry) => entry.kind === 'request' && entry.path === '/judge/result' && entry.id === id,
    );
  }

  clear(): void {
    this.list = [];
  }

  /** Logs a request. The returned function logs its outcome. Only its first call has an effect. */
  request(request: IncomingMessage, path: string, id: string | null): (outcome: number | string) => void {
    return this.begin('request', request, path, id);
  }

  upgrade(request: IncomingMessage, path: string): (outcome: number | string) => void {
    return this.begin('upgrade', request, path, null);
  }

  sent(kind: 'frame' | 'callback', id: string | null, status: number | null): void {
    const outcome = status === null ? null : String(status);
    this.keep({
      kind,
      at: Date.now(),
      method: '',
      path: '',
      id,
      headers: {},
      inFlight: 0,
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
