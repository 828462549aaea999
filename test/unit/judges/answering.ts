import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { listenOnLoopback } from '../../../tools/service/http/loopback';
import { tlsFixture as fixture } from '../../support/proxy';

/** A test server on a free loopback port. */
export interface Answering {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server with this request listener. */
export function answering(answer: http.RequestListener): Promise<Answering> {
  return listening(http.createServer(answer), 'http');
}

/** Starts a TLS server with a certificate of test/fixtures/tls. */
export function answeringOverTls(certificate: string, answer: http.RequestListener): Promise<Answering> {
  const options = { key: fixture('key'), cert: fixture(certificate) };
  return listening(https.createServer(options, answer), 'https');
}

/** Starts a TCP server, so that responses can violate HTTP. */
export function connecting(connected: (socket: net.Socket) => void): Promise<Answering> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    connected(socket);
  });
  return listening(server, 'http', () => sockets.forEach((socket) => socket.destroy()));
}

/** Returns a port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await connecting(() => undefined);
  await server.close();
  return server.port;
}

/** Makes Node trust the authority of test/fixtures/tls while `work` runs. */
export async function trusting<T>(work: () => Promise<T>): Promise<T> {
  const { options } = https.globalAgent;
  const before = options.ca;
  options.ca = fixture('authority');
  try {
    return await work();
  } finally {
    options.ca = before;
  }
}

async function listening(
  server: net.Server,
  scheme: string,
  end: () => void = () => undefined,
): Promise<Answering> {
  const port = await listenOnLoopback(server);
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    end();
    if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
    await closed;
  };
  return { origin: `${scheme}://127.0.0.1:${port}`, port, close };
}
