// Responses of real DOMjudge servers, and a judge that sends them.
import fs from 'node:fs';
import path from 'node:path';
import type { PlayedAnswer, PlayedRequest, Reply } from '../../../../support/playedJudge';

export const folder = path.join('test', 'fixtures', 'services', 'domjudge');

/**
 * Reads a response: only a body, or a request line, the head, and the body. A body without a head has the status of its
 * error, else 200.
 */
export function response(name: string): PlayedAnswer {
  const whole = fs.readFileSync(path.join(folder, name), 'utf8');
  const head = /^(?:# .*\r?\n)?(?:HTTP\/1\.1 100 .*\r?\n\r?\n)?(HTTP\/1\.1 (\d+) [^]*?)\r?\n\r?\n/.exec(
    whole,
  );
  if (head) {
    const lines = [...(head[1] ?? '').matchAll(/^([\w-]+): (.*?)\r?$/gm)];
    const headers = Object.fromEntries(
      lines
        .map(([, key = '', value = '']): readonly [string, string] => [key.toLowerCase(), value])
        // the time would set the judge's clock
        .filter(([key]) => key !== 'date'),
    );
    const text = whole.slice(head[0].length).trimEnd();
    return { status: Number(head[2]), contentType: headers['content-type'] ?? null, text, headers };
  }
  if (name.endsWith('.html')) return { status: 200, contentType: 'text/html; charset=utf-8', text: whole };
  const code = /^\{"code":(\d{3}),/.exec(whole)?.[1];
  return { status: Number(code ?? 200), contentType: 'application/json', text: whole };
}

export function json(body: unknown, status = 200): PlayedAnswer {
  return { status, contentType: 'application/json', text: JSON.stringify(body) };
}

export function bodyIn<T>(name: string): T {
  return JSON.parse(response(name).text) as T;
}

/** Responses by the path of their requests, without the query if the key has none. Files by name. */
export type Responses = Readonly<Record<string, PlayedAnswer | string>>;

/** Returns the response to a request: of the longest key that fits, or a 404 of DOMjudge. */
export function replying(responses: Responses): Reply & { readonly requests: PlayedRequest[] } {
  const requests: PlayedRequest[] = [];
  const reply: Reply = (request) => {
    requests.push(request);
    const [bare = ''] = request.path.split('?');
    const keys = [`${request.method} ${request.path}`, `${request.method} ${bare}`, request.path, bare];
    const key = keys.find((candidate) => candidate in responses);
    const found = key === undefined ? undefined : responses[key];
    if (found === undefined) return json({ code: 404, message: 'No route found for this path' }, 404);
    return typeof found === 'string' ? response(found) : found;
  };
  return Object.assign(reply, { requests });
}

/** The form to sign in, and a session of the website with these pages by their paths. */
export function website(pages: Responses): Responses {
  return {
    'GET /login': { ...response('8.3/login-form.html'), headers: { 'set-cookie': 'PHPSESSID=form; path=/' } },
    'POST /login': response('8.3/login-post.txt'),
    ...pages,
  };
}
