import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../service/errors';
import { originRefusal } from '../service/http/guards';
import { addressOf, closeServer, startOnLoopback, portOf, refuseUpgrade } from '../service/http/loopback';
import { send, sendWrongly, type Reply } from '../service/http/reply';
import { keepNewest } from '../service/log';
import { pause } from '../service/judging/judge';
import type { Toolchain } from '../service/judging/toolchain';
import { JudgeWorker, type WorkerOptions } from '../service/judging/worker';
import {
  chanceFrom,
  MisbehaviourRules,
  type Misbehaviour,
  type MisbehaviourRule,
} from '../service/misbehaviour';

export interface StandInOptions extends WorkerOptions {
  /** Port to listen on; absent: a free port. */
  readonly port?: number;
  /** Seed for random misbehavior. */
  readonly seed?: number;
}

/** An authorized request. Times are in ms since 1970. */
export interface LoggedRequest {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly at: number;
  /** HTTP status of the response; null: the response isn't complete, or the connection ended before. */
  status: number | null;
  answeredAt: number | null;
}

/** Maximum number of URLs whose last response is stored for the misbehavior `stale`. */
const MAX_ADDRESSES = 1000;

/**
 * Base class of all stand-ins: a server on the loopback interface that rejects requests from web pages, a log of its
 * requests, configurable misbehavior, and a worker that compiles and runs programs. Like the local judge, it is NOT a
 * sandbox.
 */
export abstract class StandIn {
  /** The newest requests, in the order of their arrival. */
  readonly requests: LoggedRequest[] = [];
  /** Number of all requests from programs on this computer, including unauthorized ones. */
  received = 0;
  protected readonly worker: JudgeWorker;
  protected readonly rules: MisbehaviourRules;
  private readonly stopping = new AbortController();
  /** The last response of each URL, newest URLs last. */
  private readonly older = new Map<string, Reply>();
  private server: Server | null = null;

  constructor(
    name: string,
    private readonly port: number = 0,
    { seed = 1, ...options }: WorkerOptions & { readonly seed?: number } = {},
  ) {
    this.rules = new MisbehaviourRules(chanceFrom(seed));
    this.worker = new JudgeWorker(name, options);
  }

  /** Returns the response to a request. A thrown `Refusal` is sent as plain text. */
  protected abstract answer(request: IncomingMessage, url: URL): Promise<Reply>;

  /** Returns whether a request is authorized. By default, every request is. */
  protected letsIn(_request: IncomingMessage, _url: URL): boolean {
    return true;
  }

  /** Handles a WebSocket upgrade. By default, it is refused. */
  protected upgrade(_request: IncomingMessage, stream: Duplex, _head: Buffer, _url: URL): void {
    refuseUpgrade(stream);
  }

  /** Starts the server on 127.0.0.1, never on another interface. */
  async start(): Promise<void> {
    await this.worker.toolchain();
    await this.listen(this.port);
  }

  private async listen(port: number): Promise<void> {
    const server = await startOnLoopback(port);
    server.on('request', (request, response) => void this.respond(request, response));
    server.on('upgrade', (request, stream, head) => {
      stream.on('error', () => stream.destroy());
      if (originRefusal(request, portOf(server))) {
        refuseUpgrade(stream);
        return;
      }
      const url = addressOf(request, portOf(server));
      const wrong = this.rules.forUpgrade(url.pathname);
      if (wrong?.kind === 'refuseSocket') refuseUpgrade(stream, wrong.status);
      else this.upgrade(request, stream, head, url);
    });
    this.server = server;
  }

  /** `http://127.0.0.1:<port>` */
  get url(): string {
    return `http://127.0.0.1:${portOf(this.httpServer)}`;
  }

  /** The HTTP server, for observing incoming requests. */
  get httpServer(): Server {
    if (!this.server) throw new Error('The stand-in isn’t running.');
    return this.server;
  }

  /** Returns the compilers of this computer. */
  toolchain(): Promise<Toolchain> {
    return this.worker.toolchain();
  }

  /** Resolves when all submitted programs have been judged. */
  idle(): Promise<void> {
    return this.worker.idle();
  }

  /** Adds a rule for misbehavior. Returns a function that removes it. */
  misbehave(rule: MisbehaviourRule): () => void {
    return this.rules.add(rule);
  }

  /** Removes all rules for misbehavior. */
  behave(): void {
    this.rules.clear();
  }

  /** Number of occurrences of each kind of misbehavior. */
  get misbehaved(): ReadonlyMap<Misbehaviour['kind'], number> {
    return this.rules.happened;
  }

  /** Ends all connections and refuses new ones, until the returned function is called. Programs are still judged. */
  async disconnect(): Promise<() => Promise<void>> {
    const server = this.httpServer;
    const port = portOf(server);
    await closeServer(server);
    return () => this.listen(port);
  }

  /** Ends all connections and programs, and removes all files. */
  async stop(): Promise<void> {
    const { server } = this;
    this.stopping.abort();
    this.server = null;
    if (server) await closeServer(server);
    await this.worker.stop();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Requests that the client aborts stay in the log. The error needs no other handling.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    if (!this.server || originRefusal(request, portOf(this.server))) {
      response.writeHead(403, { Connection: 'close' }).end();
      return;
    }
    this.received += 1;
    const url = addressOf(request, portOf(this.server));
    const { method = 'GET' } = request;
    const isLetIn = this.letsIn(request, url);
    if (isLetIn) this.log(method, url, response);
    const reply = await this.answer(request, url).catch(replyTo);
    const older = isLetIn ? this.replace(url.pathname + url.search, reply) : reply;
    const { delay, what } = this.rules.forRequest({ method, path: url.pathname, id: null });
    await pause(delay, this.stopping.signal);
    if (what?.kind === 'stale') await send(response, older);
    else if (what) await sendWrongly(response, reply, what, request.url ?? '/', () => undefined);
    else await send(response, reply);
  }

  private log(method: string, url: URL, response: ServerResponse): void {
    const entry: LoggedRequest = {
      method,
      path: url.pathname + url.search,
      at: Date.now(),
      status: null,
      answeredAt: null,
    };
    keepNewest(this.requests, entry);
    response.once('finish', () => {
      Object.assign(entry, { status: response.statusCode, answeredAt: Date.now() });
    });
  }

  /**
   * Stores the response of a URL, and returns the previous one. For the first response, returns that response itself.
   */
  private replace(address: string, reply: Reply): Reply {
    const older = this.older.get(address) ?? reply;
    this.older.delete(address);
    this.older.set(address, reply);
    const [oldest] = this.older.keys();
    if (oldest !== undefined && this.older.size > MAX_ADDRESSES) this.older.delete(oldest);
    return older;
  }
}

function replyTo(error: unknown): Reply {
  const status = error instanceof Refusal ? error.status : 500;
  return plain(status, error instanceof Error ? error.message : String(error));
}

function plain(status: number, body: string): Reply {
  return { status, body, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
}
