import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { listenOnLoopback } from '../../tools/service/http/loopback';

/** An HTTP proxy on this machine. */
export interface LocalProxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Its requests, such as `CONNECT judge.test:443`: a tunnel hides the rest. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that resolves the fictitious hosts in `ports`, which map host names to ports on this machine. Connections
 * outside the proxy can't reach them. The proxy rejects all other hosts with 502.
 */
export async function startLocalProxy(ports: Readonly<Record<string, number>>): Promise<LocalProxy> {
  const asked: string[] = [];
  const server = http.createServer();
  passOnFrom(server, (request) => {
    const { method, url = '' } = request;
    asked.push(`${method} ${url}`);
    const target = URL.canParse(url) ? new URL(url) : null;
    const port = target && ports[target.hostname];
    return target && port ? passedOn(request, '127.0.0.1', port, target.pathname + target.search) : null;
  });
  server.on('connect', (request: http.IncomingMessage, client: Duplex) => {
    asked.push(`CONNECT ${request.url}`);
    const port = ports[(request.url ?? '').replace(/:\d+$/, '')];
    if (port === undefined) {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const target = net.connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      join(client, target);
    });
    target.on('error', () => client.destroy());
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, asked, close: () => closed(server) };
}

/** A server on loopback. */
export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a TLS proxy for a service on loopback, with one of the certificates of test/fixtures/tls. */
export async function startTlsFront(origin: string, certificate: string): Promise<Front> {
  const { hostname, port } = new URL(origin);
  const server = https.createServer({ key: tlsFixture('key'), cert: tlsFixture(certificate) });
  passOnFrom(server, (request) => passedOn(request, hostname, Number(port), request.url ?? '/'));
  return { port: await listening(server), close: () => closed(server) };
}

/** Sends the same request to a service on this machine, with the service's own host name. */
function passedOn(
  { method, headers }: http.IncomingMessage,
  hostname: string,
  port: number,
  path: string,
): http.ClientRequest {
  return http.request({ hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}` } });
}

/** Responds as the target of the forwarded request does, or with 502 without a target. */
function passOnFrom(
  server: http.Server | https.Server,
  passOn: (request: http.IncomingMessage) => http.ClientRequest | null,
): void {
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    const inner = passOn(request);
    if (!inner) {
      response.writeHead(502).end();
      return;
    }
    inner.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    request.pipe(inner);
  });
  server.on('upgrade', (request: http.IncomingMessage, client: Duplex) => {
    const inner = passOn(request);
    if (!inner) {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    inner.on('upgrade', (answer, target: Duplex, head) => {
      const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      client.write(head);
      join(client, target);
    });
    inner.on('response', ({ statusCode }) => client.end(`HTTP/1.1 ${statusCode} Refused\r\n\r\n`));
    inner.on('error', () => client.destroy());
    inner.end();
  });
}

/** A file of test/fixtures/tls, as text. */
export function tlsFixture(name: string): string {
  return readFileSync(tlsFixtureFile(name), 'utf8');
}

/** Path of such a file. All tests run in the root folder, and those in an extension host are bundled elsewhere. */
export function tlsFixtureFile(name: string): string {
  return path.resolve('test/fixtures/tls', `${name}.pem`);
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

async function listening(server: net.Server): Promise<number> {
  const port = await listenOnLoopback(server);
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  openSockets.set(server, sockets);
  return port;
}

const openSockets = new WeakMap<net.Server, Set<net.Socket>>();

/** Also closes tunnels and upgraded connections, which `closeAllConnections` doesn't. */
function closed(server: net.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    openSockets.get(server)?.forEach((socket) => socket.destroy());
  });
}
