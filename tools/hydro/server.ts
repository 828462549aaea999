import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFields } from '../service/http/bodies';
import { originRefusal } from '../service/http/guards';
import { HydroError, Redirect } from './errors';
import type { HydroSite, HydroUser } from './site';
import { answerTo } from './routes';

export interface HydroServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Bytes of a body that are read. */
const bodyLimit = 8 * 1024 * 1024;

/** Answers on 127.0.0.1 only, and no web page: it runs what it is sent. */
export async function listen(site: HydroSite, port: number): Promise<HydroServer> {
  const server = http.createServer(
    (request, response) => void respond(site, request, response, portOf(server)),
  );
  server.on('upgrade', (request, stream, head) => {
    const refused = originRefusal(request, portOf(server)) !== null || site.oddities.noSockets;
    if (refused) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    site.sockets.accept(request, stream, head, userOf(site, request, url), url);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: http.Server): number {
  return (server.address() as AddressInfo).port;
}

async function respond(
  site: HydroSite,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  port: number,
): Promise<void> {
  const { method = 'GET' } = request;
  if (originRefusal(request, port)) {
    response.writeHead(403).end();
    return;
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (site.oddities.delay > 0) await new Promise((resolve) => setTimeout(resolve, site.oddities.delay));
  const { status, body, headers = {} } = await answer(site, request, url);
  site.log.push({ method, path: url.pathname + url.search, status, at: Date.now() });
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What is answered, with status 200 also where a browser would be redirected. */
async function answer(
  site: HydroSite,
  request: http.IncomingMessage,
  url: URL,
): Promise<{ status: number; body: unknown; headers?: Record<string, string> }> {
  try {
    const fields = request.method === 'POST' ? await readFields(request, bodyLimit) : {};
    return answerTo(site, request.method ?? 'GET', url, userOf(site, request, url), fields);
  } catch (error) {
    if (error instanceof Redirect) return { status: 200, body: { url: error.url } };
    if (error instanceof HydroError) {
      return { status: error.status, body: error.body(site.oddities.version) };
    }
    return { status: 500, body: { error: { message: String(error), params: [], stack: '', name: 'Error' } } };
  }
}

/** Whose session it is; `Authorization` counts more than the cookie. */
function userOf(site: HydroSite, { headers }: http.IncomingMessage, url: URL): HydroUser | null {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const cookie = /(?:^|; *)sid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  const sid = bearer ?? cookie ?? url.searchParams.get('sid');
  return sid === null || sid === undefined ? null : (site.sessions.get(sid) ?? null);
}
