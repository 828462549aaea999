import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Misbehaviour } from '../misbehaviour';

/**
 * A response to be sent. `body`: a string or the content of a stream is sent unchanged, anything else as JSON; undefined:
 * no body.
 */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const page = '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in.</body></html>';

/** Sends a correct response. Resolves when it is completely sent or the client has disconnected. */
export async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.body instanceof Readable) {
    response.writeHead(reply.status, { 'Cache-Control': 'no-store', ...reply.headers });
    response.flushHeaders();
    // A client may disconnect before the end of the stream.
    await pipeline(reply.body, response).catch(() => undefined);
    return;
  }
  const body = bytesOf(reply.body);
  response.writeHead(reply.status, {
    ...(body ? { 'Content-Type': 'application/json', 'Content-Length': String(body.length) } : {}),
    'Cache-Control': 'no-store',
    ...reply.headers,
  });
  await ended(response, body);
}

/** Sends a response with misbehavior. If the response is incomplete, calls `note` with the outcome for the log. */
export async function sendWrongly(
  response: ServerResponse,
  reply: Reply,
  what: Misbehaviour,
  url: string,
  note: (outcome: string) => void,
): Promise<void> {
  switch (what.kind) {
    case 'status': {
      const html = what.body === undefined;
      await send(response, {
        status: what.status,
        body: html ? `<html><body><h1>${what.status}</h1></body></html>` : what.body,
        headers: { ...(html ? { 'Content-Type': 'text/html' } : {}), ...what.headers },
      });
      return;
    }
    case 'tooManyRequests': {
      const headers: Record<string, string> = {};
      if (what.retryAfter !== undefined) headers['Retry-After'] = String(what.retryAfter);
      await send(response, {
        status: 429,
        body: { errorCode: 429, errorMessage: 'Too many requests.' },
        headers,
      });
      return;
    }
    case 'reset':
      note('reset');
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
      note('silence');
      return;
    case 'cut': {
      const body = bytesOf(reply.body) ?? Buffer.from(' ');
      response.writeHead(reply.status, {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length + 1),
      });
      note('cut');
      response.write(body.subarray(0, what.bytes), () => response.socket?.destroy());
      return;
    }
    case 'trickle':
      await trickle(response, reply, what.bytes, what.ms);
      return;
    case 'html':
      await send(response, {
        status: 200,
        body: page,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
      return;
    case 'contentType':
      await send(response, { ...reply, headers: { ...reply.headers, 'Content-Type': what.value } });
      return;
    case 'wrongTypes':
      // a page has no types
      await send(response, isPage(reply) ? reply : { ...reply, body: wrongTypes(reply.body) });
      return;
    case 'reshape':
      await send(response, { ...reply, body: reshape(reply.body, what) });
      return;
    case 'redirect': {
      const status = what.status ?? 302;
      const location = what.to ?? `${url}${url.includes('?') ? '&' : '?'}again=1`;
      await send(response, { status, headers: { Location: location } });
      return;
    }
    case 'huge':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      await streamed(response, jsonOfSize(what.bytes), false);
      return;
    case 'gzipBomb':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      await streamed(response, jsonOfSize(what.bytes), true);
      return;
    case 'delay':
    case 'stale':
    case 'duplicatePush':
    case 'losePush':
    case 'stalePush':
    case 'dropSocket':
    case 'refuseSocket':
      await send(response, reply);
      return;
  }
}

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined || body instanceof Readable) return null;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function ended(response: ServerResponse, body: Buffer | null): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    if (body) response.end(body, () => resolve());
    else response.end(() => resolve());
  });
}

async function trickle(response: ServerResponse, reply: Reply, bytes: number, ms: number): Promise<void> {
  const body = bytesOf(reply.body) ?? Buffer.alloc(0);
  response.writeHead(reply.status, {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  });
  for (let at = 0; at < body.length; at += bytes) {
    if (response.destroyed) return;
    response.write(body.subarray(at, at + bytes));
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  await ended(response, null);
}

async function streamed(
  response: ServerResponse,
  parts: Iterable<Buffer>,
  compressed: boolean,
): Promise<void> {
  try {
    if (compressed) await pipeline(Readable.from(parts), createGzip({ level: 1 }), response);
    else await pipeline(Readable.from(parts), response);
  } catch (error) {
    // The client has aborted. These bodies are meant to provoke that.
    if (!response.destroyed) throw error;
  }
}

function* jsonOfSize(bytes: number): Iterable<Buffer> {
  yield Buffer.from('{"type":"judge","data":{"compile":{"success":true,"message":"');
  const part = Buffer.alloc(65_536, 0x61);
  for (let left = bytes; left > 0; left -= part.length) yield part.subarray(0, Math.min(left, part.length));
  yield Buffer.from('","opt2":false},"judge":null},"requestId":"x","trackId":"x"}');
}

function isPage({ headers }: Reply): boolean {
  return /^text\/html\b/.test(headers?.['Content-Type'] ?? '');
}

function wrongTypes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return { data: 'judge' };
  return { ...body, data: { compile: 'yes', judge: { id: {}, status: 'unknown', score: [], subtasks: 7 } } };
}

function reshape(
  value: unknown,
  how: { readonly keyedLists?: boolean; readonly numericStrings?: boolean },
): unknown {
  if (typeof value === 'number') return how.numericStrings ? String(value) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => reshape(item, how));
    return how.keyedLists
      ? Object.fromEntries(items.map((item, at) => [idOf(value[at]) ?? at, item]))
      : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reshape(inner, how)]));
}

function idOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null;
}
