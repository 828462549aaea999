import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { aggregate, contestNotFound, noPermission, validation, type HydroError } from './errors';
import type { HydroSite, HydroUser } from './site';
import { isFinal, rdocOf, type HydroRecord } from './records';

interface Connection {
  readonly socket: WebSocket;
  readonly user: HydroUser | null;
  readonly follows: (record: HydroRecord) => boolean;
}

/** Time between two `ping` messages, ms. */
const pingInterval = 30_000;
/** Time after which the socket of a finished record is closed, ms. */
const endedAfter = 30_000;

/**
 * The sockets `record-detail-conn` (one record; sends its state immediately) and `record-conn` (all records of a user;
 * sends only changes).
 */
export class RecordSockets {
  private readonly server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly connections = new Set<Connection>();
  /** Largest number of sockets that were open at the same time. */
  maximumCount = 0;
  /** Number of received `pong` messages. */
  pongs = 0;

  constructor(private readonly site: HydroSite) {}

  get count(): number {
    return this.connections.size;
  }

  accept(request: IncomingMessage, stream: Duplex, head: Buffer, user: HydroUser | null, url: URL): void {
    this.server.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => socket.terminate());
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        if (text === 'ping') socket.send('pong');
        else if (text === 'pong') this.pongs += 1;
        else socket.close(4000, 'SyntaxError');
      });
      const ping = setInterval(() => socket.send('ping'), pingInterval);
      const follows = this.followed(socket, user, url);
      const connection = { socket, user, follows: follows ?? (() => false) };
      socket.on('close', () => {
        clearInterval(ping);
        this.connections.delete(connection);
      });
      this.connections.add(connection);
      this.maximumCount = Math.max(this.maximumCount, this.connections.size);
    });
  }

  /** Sends a changed record to all sockets that follow it. */
  changed(record: HydroRecord): void {
    if (this.site.oddities.silentSockets) return;
    for (const { socket, user, follows } of this.connections) {
      if (follows(record)) this.send(socket, record, user);
    }
  }

  /** Sends a `ping` message to all sockets, as Hydro does after idle time. */
  ping(): void {
    for (const { socket } of this.connections) socket.send('ping');
  }

  /** Terminates all sockets immediately. */
  drop(): void {
    for (const { socket } of this.connections) socket.terminate();
  }

  close(): void {
    this.drop();
    this.server.close();
  }

  private followed(
    socket: WebSocket,
    user: HydroUser | null,
    url: URL,
  ): ((record: HydroRecord) => boolean) | null {
    const domain = /^\/d\/([^/]+)\//.exec(url.pathname)?.[1] ?? 'system';
    const { domains, version } = this.site.oddities;
    if (version === 5 && domain !== 'system' && !domains.has(domain)) {
      refuse(socket, aggregate());
      return null;
    }
    if (url.pathname.endsWith('/record-detail-conn')) return this.detail(socket, user, url, domain);
    if (!url.pathname.endsWith('/record-conn')) return null; // Hydro closes a socket with an unknown path after 30 s.
    const tid = url.searchParams.get('tid');
    if (tid !== null && !this.site.oddities.contests.has(tid)) {
      refuse(socket, contestNotFound(domain, tid));
      return null;
    }
    const name = url.searchParams.get('uidOrName');
    const listedUser = this.site.users.find(
      (candidate) => candidate.uname === name || String(candidate.uid) === name,
    );
    const selfTests = url.searchParams.get('pretest') === '1';
    return (record) => {
      const isSelfTest = record.input !== null;
      // Version 5 sends self-tests to all of the user's sockets.
      const isWanted = isSelfTest ? selfTests || version === 5 : !selfTests && record.contest === tid;
      return record.domain === domain && record.uid === listedUser?.uid && isWanted && record.rule !== 'oi';
    };
  }

  /** Follows a single record. For an unknown ID, the socket stays open and nothing is ever sent. */
  private detail(
    socket: WebSocket,
    user: HydroUser | null,
    url: URL,
    domain: string,
  ): ((record: HydroRecord) => boolean) | null {
    const rid = url.searchParams.get('rid') ?? '';
    if (!/^[0-9a-f]{24}$/.test(rid)) {
      refuse(socket, validation('rid'));
      return null;
    }
    const record = this.site.records.get(rid);
    if (record?.domain !== domain) return null;
    if (record.rule === 'oi') {
      refuse(socket, noPermission('View record'));
      return null;
    }
    if (!this.site.oddities.silentSockets) this.send(socket, record, user);
    return (other) => other === record;
  }

  private send(socket: WebSocket, record: HydroRecord, user: HydroUser | null): void {
    socket.send(JSON.stringify({ rdoc: rdocOf(record, user?.uid === record.uid) }));
    if (isFinal(record)) setTimeout(() => socket.close(4001, 'Ended'), endedAfter).unref();
  }
}

function refuse(socket: WebSocket, { name, params, template }: HydroError): void {
  socket.send(JSON.stringify({ error: { name, params } }));
  setTimeout(() => socket.close(4000, `${name}: ${template}`), endedAfter).unref();
}
