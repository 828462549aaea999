import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../service/errors';
import { originRefusal } from '../service/http/guards';
import { addressOf, closeServer, listenOnLoopback, portOf, refuseUpgrade } from '../service/http/loopback';
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
  /** without it, a free one */
  readonly port?: number;
  /** for misbehavior by chance */
  readonly seed?: number;
}

/** A request of somebody who was let in; times in ms since 1970. */
export interface LoggedRequest {
  readonly method: string;
  /** with the query */
  readonly path: string;
  readonly at: number;
  /** null until all of it is answered, and where the connection ended before that */
  status: number | null;
  answeredAt: number | null;
}

/** Addresses whose last answer is kept, for one that is out of date. */
const mostAddresses = 1000;

/**
 * What the stand-ins of other services share: a server on loopback that answers no web page, a log of its requests,
 * misbehavior on demand, and a worker that judges for real. Like the local judging service it is NOT a sandbox.
 */
export abstract class StandIn {
  /** the newest, in the order of their arrival */
  readonly requests: LoggedRequest[] = [];
  /** all requests of programs on this machine, also those that were not let in */
  received = 0;
  protected readonly worker: JudgeWorker;
  protected readonly rules: MisbehaviourRules;
  private readonly stopping = new AbortController();
  /** the last answer at each of the newest addresses */
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

  /** What the service answers. A `Refusal` that is thrown is answered in plain text. */
  protected abstract answer(request: IncomingMessage, url: URL): Promise<Reply>;

  /** Whether a request shows what the service wants to see, which is nothing unless it says so. */
  protected letsIn(_request: IncomingMessage, _url: URL): boolean {
    return true;
  }

  /** A WebSocket; the service has none unless it says so. */
  protected upgrade(_request: IncomingMessage, stream: Duplex, _head: Buffer, _url: URL): void {
    refuseUpgrade(stream);
  }

  /** Listens on 127.0.0.1, never on another interface. */
  async start(): Promise<void> {
    await this.worker.toolchain();
    const server = await listenOnLoopback(this.port);
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

  /** For who watches what comes in. */
  get httpServer(): Server {
    if (!this.server) throw new Error('The stand-in isn’t running.');
    return this.server;
  }

  /** What this machine can compile with. */
  toolchain(): Promise<Toolchain> {
    return this.worker.toolchain();
  }

  /** Resolves when all programs that were submitted so far are judged. */
  idle(): Promise<void> {
    return this.worker.idle();
  }

  /** Returns a function that takes the rule back. */
  misbehave(rule: MisbehaviourRule): () => void {
    return this.rules.add(rule);
  }

  /** Takes all misbehavior back. */
  behave(): void {
    this.rules.clear();
  }

  /** How often each kind of misbehavior has happened. */
  get misbehaved(): ReadonlyMap<Misbehaviour['kind'], number> {
    return this.rules.happened;
  }

  /** Ends every connection and every program, and removes every file. */
  async stop(): Promise<void> {
    const { server } = this;
    this.stopping.abort();
    this.server = null;
    if (server) await closeServer(server);
    await this.worker.stop();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // a client that goes away in the middle is in the log, and nothing else comes of it
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

  /** What was answered at an address before; the same where it is the first. */
  private replace(address: string, reply: Reply): Reply {
    const older = this.older.get(address) ?? reply;
    this.older.delete(address);
    this.older.set(address, reply);
    const [oldest] = this.older.keys();
    if (oldest !== undefined && this.older.size > mostAddresses) this.older.delete(oldest);
    return older;
  }
}

function replyTo(error: unknown): Reply {
  const status = error instanceof Refusal ? error.status : 500;
  return plain(status, error instanceof Error ? error.message : String(error));
}

/** An answer in plain text. */
function plain(status: number, body: string): Reply {
  return { status, body, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
}
