import http, { type IncomingHttpHeaders } from 'node:http';
import { closeServer, listenOnLoopback } from './http/loopback';

/** A request that the other origin received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A second origin on this computer that records all requests, so that tests can check that no credentials are sent to
 * it.
 */
export interface OtherOrigin {
  readonly origin: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/**
 * Starts the other origin. It answers every request with status 200 and `body` as JSON. It records and refuses
 * upgrades.
 */
export async function startOtherOrigin(body: unknown = {}): Promise<OtherOrigin> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  server.on('upgrade', (request, stream) => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () => closeServer(server),
  };
}
