import http from 'node:http';
import type { LocalService } from '../../../tools/service';

export interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  json(): Record<string, unknown>;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** false: without a token */
  readonly signedIn?: boolean;
}

/** Sends exactly these headers. A browser-like client would not allow tests to forge `Host` or `Origin`. */
export function ask(service: LocalService, path: string, how: Asking = {}): Promise<Answered> {
  const headers = { ...(how.signedIn === false ? {} : service.credentials), ...how.headers };
  return new Promise((resolve, reject) => {
    const url = new URL(service.origin);
    const request = http.request(
      { host: url.hostname, port: url.port, path, method: how.method ?? 'GET', headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const json = (): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
        });
      },
    );
    request.on('error', reject);
    request.end(how.body);
  });
}

/** Posts JSON. */
export function post(service: LocalService, path: string, body: unknown): Promise<Answered> {
  const headers = { 'Content-Type': 'application/json' };
  return ask(service, path, { method: 'POST', headers, body: JSON.stringify(body) });
}
