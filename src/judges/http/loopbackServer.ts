import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../base/ports';

/** Limits of a server that every program on this computer can reach. */
export interface ServerLimits {
  readonly connections: number;
  /** maximum number of connections without a request; if there are more, the oldest one is closed */
  readonly waiting: number;
  /** timeout for all headers, ms */
  readonly headers: number;
  /** timeout for the whole body after the headers, ms */
  readonly body: number;
}

export interface BodyLimits {
  /** timeout for the whole body after the headers, ms */
  readonly body: number;
  /** maximum size of a body, bytes */
  readonly bodySize: number;
  /** maximum total size of all bodies in memory, bytes */
  readonly bodies: number;
}

/** Creates a server that slow or silent clients can’t block. It doesn’t listen yet. */
export function limitedServer(
  { headers, body, connections, waiting }: ServerLimits,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): http.Server {
  const server = http.createServer(
    {
      headersTimeout: headers,
      requestTimeout: headers + body,
      connectionsCheckingInterval: Math.min(headers / 5, 1000),
      keepAliveTimeout: 1000,
      maxHeaderSize: 8192,
    },
    onRequest,
  );
  server.maxConnections = connections;
  limitWaiting(server, waiting);
  return server;
}

/** Result of listening. `code` of Node's error, e.g. `EADDRINUSE` */
export type Listening =
  { readonly kind: 'listening'; readonly port: number } | { readonly kind: 'failed'; readonly code: string };

/** Starts to listen on a loopback address. `port`: 0: any free port */
export function listenOn(server: http.Server, host: '127.0.0.1' | '::1', port: number): Promise<Listening> {
  return new Promise((resolve) => {
    server.on('error', (error: NodeJS.ErrnoException) => resolve({ kind: 'failed', code: error.code ?? '' }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      resolve({ kind: 'listening', port: typeof address === 'object' && address ? address.port : port });
    });
  });
}

/** Closes the server and its connections. Resolves when the port is free. */
export async function closeServer(server: http.Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Why a body wasn't read. */
export type BodyProblem = 'tooLarge' | 'busy' | 'tooSlow' | 'cutOff';

/** Reads the bodies of requests within limits. */
export class BodyReader {
  /** total size of the bodies in memory, bytes */
  private held = 0;

  constructor(
    private readonly limits: BodyLimits,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /** Reads a body. It counts as in memory until `use` has settled. */
  async reading<Value>(
    request: IncomingMessage,
    use: (read: Buffer | BodyProblem) => Promise<Value>,
  ): Promise<Value> {
    const chunks: Buffer[] = [];
    try {
      const problem = await this.read(request, chunks);
      return await use(problem ?? Buffer.concat(chunks));
    } finally {
      for (const { length } of chunks) this.held -= length;
    }
  }

  /** Reads the body into `chunks`. Returns null if it is complete. */
  private read(request: IncomingMessage, chunks: Buffer[]): Promise<BodyProblem | null> {
    const { body, bodySize, bodies } = this.limits;
    let size = 0;
    return new Promise((resolve) => {
      const end = (problem: BodyProblem | null): void => {
        request.off('data', collect);
        resolve(problem);
      };
      const collect = (chunk: Buffer): void => {
        size += chunk.length;
        if (size > bodySize) end('tooLarge');
        else if (this.held + chunk.length > bodies) end('busy');
        else {
          this.held += chunk.length;
          chunks.push(chunk);
        }
      };
      const patience = this.clock.after(body, () => end('tooSlow'));
      request.on('data', collect);
      request.on('end', () => end(null));
      request.on('close', () => {
        patience.dispose();
        end('cutOff');
      });
    });
  }
}

/** Prevents clients that connect and send nothing from using up all connections. */
function limitWaiting(server: http.Server, limit: number): void {
  const waiting = new Set<Socket>();
  server.on('connection', (socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
    const [longest] = waiting;
    if (waiting.size > limit) longest?.destroy();
  });
  server.on('request', ({ socket }) => waiting.delete(socket));
  server.on('upgrade', ({ socket }) => waiting.delete(socket));
}
