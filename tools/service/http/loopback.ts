import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Duplex } from 'node:stream';

/** Starts a server on 127.0.0.1, never on another interface. Port 0 selects a free port. */
export async function startOnLoopback(port: number): Promise<http.Server> {
  const server = http.createServer({ headersTimeout: 10_000, requestTimeout: 60_000 });
  await listenOnLoopback(server, port);
  return server;
}

/** Makes a server listen on 127.0.0.1. Resolves to its port. Port 0 selects a free port. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return portOf(server);
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Closes the server and all its connections. */
export function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Returns the URL of a request. If the request line contains an absolute URL such as `http://elsewhere/`, only its path
 * is used. An invalid URL (`//`) becomes a path that doesn't exist, so that the server doesn't crash.
 */
export function addressOf({ url = '/' }: IncomingMessage, port: number): URL {
  const base = `http://127.0.0.1:${port}`;
  return URL.canParse(url, base) ? new URL(url, base) : new URL('/-', base);
}

/** Refuses the upgrade to a WebSocket. `body`: JSON text. */
export function refuseUpgrade(stream: Duplex, status = 403, body = ''): void {
  stream.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n` +
      'Connection: close\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
