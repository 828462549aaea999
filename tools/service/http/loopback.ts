import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Listens on 127.0.0.1, never on another interface. Port 0 takes a free one. */
export async function listenOnLoopback(port: number): Promise<http.Server> {
  const server = http.createServer({ headersTimeout: 10_000, requestTimeout: 60_000 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

export function portOf(server: http.Server): number {
  return (server.address() as AddressInfo).port;
}

/** Ends every connection, too. */
export function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Where a request goes. An address such as `http://elsewhere/` in the request line says nothing: only its path counts.
 * One that is none (`//`) is a path where nothing is, and no reason for the server to end.
 */
export function addressOf({ url = '/' }: IncomingMessage, port: number): URL {
  const base = `http://127.0.0.1:${port}`;
  return URL.canParse(url, base) ? new URL(url, base) : new URL('/-', base);
}

/** `body`: JSON. */
export function refuseUpgrade(stream: Duplex, status = 403, body = ''): void {
  stream.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n` +
      'Connection: close\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
