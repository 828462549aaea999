import http from 'node:http';
import type { Socket } from 'node:net';
import { CONNECT_TIMEOUT_MS, RESPONSE_TIMEOUT_MS } from './limits';
import {
  isProof,
  newNonce,
  NONCE_HEADER,
  PROOF_HEADER,
  proofOf,
  PROTOCOL,
  WINDOW_PATH,
} from './windowMessages';

/** Connection to the window that owns a port. */
export interface Line {
  readonly port: number;
  readonly socket: Socket;
  /** data that the owner has already sent */
  readonly head: Buffer;
  /** the owner’s random text */
  readonly nonce: string;
}

export type Probed =
  /** nobody */
  | { readonly kind: 'free' }
  /** another program */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'ours'; readonly line: Line }
  /** A program that hangs, maybe a busy window. `settled`: resolves when it responds or ends */
  | { readonly kind: 'unclear'; readonly settled: Promise<unknown> };

/** A connection attempt to a port. It stays open while the program there hangs. */
export interface Probe {
  readonly port: number;
  readonly first: Promise<Probed>;
  /** Ends the connection, also that of a `Line`. */
  close(): void;
}

/**
 * Finds out which program listens on a port. A successful `listen` proves nothing: on some systems, two programs can
 * listen on one port.
 */
export function probePort(
  port: number,
  secret: string,
  timeouts: { readonly connect: number; readonly response: number } = {
    connect: CONNECT_TIMEOUT_MS,
    response: RESPONSE_TIMEOUT_MS,
  },
): Probe {
  const nonce = newNonce();
  const request = http.request({
    host: '127.0.0.1',
    port,
    path: WINDOW_PATH,
    agent: false,
    headers: { connection: 'upgrade', upgrade: PROTOCOL, [NONCE_HEADER]: nonce },
  });
  let connected: Socket | null = null;
  const settled = new Promise<Exclude<Probed, { kind: 'unclear' }>>((resolve) => {
    request.on('upgrade', ({ headers }, socket: Socket, head) => {
      connected = socket;
      socket.on('error', () => undefined); // `close` follows
      const ownersNonce = headers[NONCE_HEADER];
      if (
        typeof ownersNonce === 'string' &&
        isProof(headers[PROOF_HEADER], proofOf(secret, 'owner', port, nonce))
      ) {
        socket.setNoDelay(true);
        resolve({ kind: 'ours', line: { port, socket, head, nonce: ownersNonce } });
        return;
      }
      socket.destroy();
      resolve({ kind: 'foreign' });
    });
    request.on('response', (response) => {
      response.destroy();
      resolve({ kind: 'foreign' });
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ kind: error.code === 'ECONNREFUSED' ? 'free' : 'foreign' }),
    );
    request.on('close', () => resolve({ kind: 'foreign' }));
  });
  const first = new Promise<Probed>((resolve) => {
    const hangs = (): void => resolve({ kind: 'unclear', settled });
    let timer = setTimeout(hangs, timeouts.connect);
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(timer);
        timer = setTimeout(hangs, timeouts.response);
      }),
    );
    void settled.then((probed) => {
      clearTimeout(timer);
      resolve(probed);
    });
  });
  request.end();
  const close = (): void => {
    request.destroy();
    connected?.destroy();
  };
  return { port, first, close };
}
