import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { tlsFixture as fixture } from '../../support/proxy';

/** A server of a test, on loopback and a port of its own. */
export interface Answering {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Answers every request as the test says. */
export function answering(answer: http.RequestListener): Promise<Answering> {
  return listening(http.createServer(answer), 'http');
}

/** The same over TLS, with one of the certificates of test/fixtures/tls. */
export function answeringOverTls(certificate: string, answer: http.RequestListener): Promise<Answering> {
  const options = { key: fixture('key'), cert: fixture(certificate) };
  return listening(https.createServer(options, answer), 'https');
}

/** Does with each connection what the test says, so that answers can be no HTTP at all. */
export function connecting(connected: (socket: net.Socket) => void): Promise<Answering> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    connected(socket);
  });
  return listening(server, 'http', () => sockets.forEach((socket) => socket.destroy()));
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await connecting(() => undefined);
  await server.close();
  return server.port;
}

/** Lets Node trust the authority of test/fixtures/tls while `work` runs. */
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    end();
    if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
    await closed;
  };
  return { origin: `${scheme}://127.0.0.1:${port}`, port, close };
}
