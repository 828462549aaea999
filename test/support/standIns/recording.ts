import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Reply } from '../../../tools/service/http/reply';
import { StandIn, type StandInOptions } from '../../../tools/standIn/standIn';

/** A request with its complete body, whether it was authorized or not. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A stand-in of a judge that runs no programs, and keeps complete requests for assertions. */
export abstract class RecordingStandIn extends StandIn {
  /** All requests in the order of their arrival. */
  readonly sent: SentRequest[] = [];

  constructor(name: string, { port, ...options }: StandInOptions = {}) {
    super(name, port, { compilers: false, ...options });
  }

  /** Returns the response to a request. `disconnected` aborts when the client closes the connection. */
  protected abstract reply(request: SentRequest, disconnected: AbortSignal): Promise<Reply> | Reply;

  protected override async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    const disconnected = new AbortController();
    const abort = (): void => disconnected.abort();
    request.socket.once('close', abort);
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const sent: SentRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(parts),
    };
    this.sent.push(sent);
    try {
      return await this.reply(sent, disconnected.signal);
    } finally {
      // Several requests use the same connection.
      request.socket.removeListener('close', abort);
    }
  }
}

export function mediaType({ headers }: Pick<SentRequest, 'headers'>): string {
  return ((headers['content-type'] ?? '').split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns the object in a JSON body; null if the body isn't a JSON object. */
export function jsonObject({ body }: SentRequest): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether an object has exactly these properties. */
export function hasExactly(object: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  const present = Object.keys(object);
  return present.length === names.length && names.every((name) => Object.hasOwn(object, name));
}

/** A part of a multipart form. */
export interface FormPart {
  readonly name: string;
  /** Name of the file; null if the part is a text field. */
  readonly filename: string | null;
  readonly text: string;
}

/** Returns the parts of a multipart body; null if the body isn't one. */
export async function multipart(request: SentRequest): Promise<readonly FormPart[] | null> {
  if (mediaType(request) !== 'multipart/form-data') return null;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    const parts: FormPart[] = [];
    for (const [name, value] of await new Response(new Uint8Array(request.body), { headers }).formData()) {
      parts.push(
        typeof value === 'string'
          ? { name, filename: null, text: value }
          : { name, filename: value.name, text: await value.text() },
      );
    }
    return parts;
  } catch {
    return null;
  }
}
