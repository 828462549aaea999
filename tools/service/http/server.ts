import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App, Apps } from '../apps';
import { errorBody, Refusal } from '../errors';
import type { RequestLog } from '../log';
import type { MisbehaviourRules } from '../misbehaviour';
import type { SocketHub } from '../push/socketHub';
import type { Role } from '../simulatedServices';
import { route, type Backend, type Routed } from '../routes';
import { pause } from '../judging/judge';
import { originRefusal, shownCredential } from './guards';
import { addressOf, closeServer, startOnLoopback, portOf, refuseUpgrade } from './loopback';
import { send, sendWrongly, type Reply } from './reply';

export interface ServerParts {
  readonly role: Role;
  readonly apps: Apps;
  readonly log: RequestLog;
  readonly rules: MisbehaviourRules;
  readonly sockets: SocketHub;
  readonly backend: Backend;
  /** The app whose results programs on this computer can read without a token; null: none. */
  readonly open: App | null;
}

export interface RunningServer {
  readonly port: number;
  readonly http: Server;
  /** Returns the number of open connections: open requests, idle keep-alive connections, and WebSockets. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export async function listen(parts: ServerParts, port: number): Promise<RunningServer> {
  const server = await startOnLoopback(port);
  const bound = portOf(server);
  const stopping = new AbortController();
  server.on('request', (request, response) => void answer(parts, bound, request, response, stopping.signal));
  server.on('upgrade', (request, stream, head) => upgrade(parts, bound, request, stream, head));
  return {
    port: bound,
    http: server,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () => {
      stopping.abort();
      return closeServer(server);
    },
  };
}

async function answer(
  parts: ServerParts,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  const url = addressOf(request, port);
  const id = url.searchParams.get('id');
  // The outcome of a disconnect is logged below, so the error needs no other handling.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  try {
    const app = letIn(parts, port, request, url);
    // After the guards, so that rejected requests aren't logged.
    const note = parts.log.request(request, url.pathname, id);
    response.once('finish', () => note(response.statusCode));
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
      note('closed');
    });
    const { reply, delay, misbehave, older } = await routed(parts, app, request, url);
    const occasion = { method: request.method ?? '', path: url.pathname, id };
    const wrong = parts.rules.forRequest(occasion);
    await pause(delay + wrong.delay, AbortSignal.any([stopping, gone.signal]));
    const what = misbehave ?? wrong.what;
    if (what?.kind === 'stale' && older !== undefined) {
      await send(response, { status: 200, body: older });
    } else if (what) {
      await sendWrongly(response, reply, what, request.url ?? '/', note);
    } else {
      await send(response, reply);
    }
  } catch (error) {
    if (!response.headersSent) await send(response, replyTo(parts.role, error));
  }
}

/** Returns the app of a request, after checking the guards and the token. */
function letIn(parts: ServerParts, port: number, request: IncomingMessage, url: URL): App {
  const refusal = originRefusal(request, port);
  if (refusal) throw refusal;
  const isReading = request.method === 'GET' && url.pathname === '/judge/result';
  const app = parts.apps.find(shownCredential(request, parts.role)) ?? (isReading ? parts.open : null);
  if (!app) throw new Refusal(401, 'A valid token is required.');
  return app;
}

/** Returns the response of the route. Misbehavior also applies to refusals, because they are responses. */
async function routed(parts: ServerParts, app: App, request: IncomingMessage, url: URL): Promise<Routed> {
  try {
    return await route(parts.backend, app, request, url);
  } catch (error) {
    return { reply: replyTo(parts.role, error), delay: 0, misbehave: null };
  }
}

function replyTo(role: Role, error: unknown): Reply {
  if (error instanceof Refusal)
    return { status: error.status, body: errorBody(role, error), headers: error.headers };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: { errorCode: 500, errorType: 'Error', errorMessage: message, errorData: {} } };
}

function upgrade(
  parts: ServerParts,
  port: number,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): void {
  stream.on('error', () => stream.destroy());
  const url = addressOf(request, port);
  const { role } = parts;
  const admitted = admit(parts, port, request, url);
  if (admitted instanceof Refusal) {
    refuseUpgrade(stream, admitted.status, JSON.stringify(errorBody(role, admitted)));
    return;
  }
  parts.log.upgrade(request, url.pathname)(101);
  parts.sockets.accept(request, stream, head, admitted, url.searchParams);
}

function admit(parts: ServerParts, port: number, request: IncomingMessage, url: URL): App | Refusal {
  const { role } = parts;
  const refusal = originRefusal(request, port);
  if (refusal) return refusal;
  const credential = url.searchParams.get(role.socket.credentialParameter) ?? shownCredential(request, role);
  const app = parts.apps.find(credential) ?? parts.open;
  if (!app) return new Refusal(401, 'A valid token is required.');
  if (url.pathname !== role.socket.path) return new Refusal(404, 'Not found.');
  const wrong = parts.rules.forUpgrade(url.pathname);
  if (wrong?.kind === 'refuseSocket') return new Refusal(wrong.status, 'No socket now.');
  const problem = parts.sockets.channelProblem(url.searchParams);
  return problem === null ? app : new Refusal(400, problem);
}
