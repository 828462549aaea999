// A judge whose responses a function returns. Its requests go through the real client: sessions, pages, redirects.
import { judgeNamed, type Judge } from '../../src/judges';
import { JudgeClient } from '../../src/judges/client';
import { originsOf, type Credential } from '../../src/judges/signIn/credentials';
import type { FetchInit, FetchResponse } from '../../src/judges/http/fetch';

/** An entry of the setting `services`. */
export type JudgeSettings = Readonly<Record<string, unknown>>;

/** A file in a form. */
export interface PlayedFile {
  readonly fileName: string;
  readonly text: string;
}

export interface PlayedRequest {
  readonly method: 'GET' | 'POST';
  /**
   * Path with the query: below the judge's URL, or below its website if the request is for a page. Requests to other
   * URLs of the judge's origin have the whole path.
   */
  readonly path: string;
  /** Fields of a form. Fields whose name ends with `[]` are lists. Absent: none was sent. */
  readonly form?: Readonly<Record<string, string | PlayedFile | readonly PlayedFile[]>>;
  /** Absent: no JSON was sent. */
  readonly json?: unknown;
}

export interface PlayedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the response to a request. If it throws, the connection is lost after the judge has received the request. */
export type Reply = (request: PlayedRequest) => PlayedAnswer | Promise<PlayedAnswer>;

/** Creates a judge from its entry in the settings. Throws if the entry is invalid. */
export function judgeFrom(settings: JudgeSettings): Judge {
  const name = settings['type'] === 'luogu' ? 'luogu' : 'test';
  const described = judgeNamed(name, { [name]: settings });
  if (!described.ok) throw new Error(JSON.stringify(described.problems));
  return described.judge;
}

/** Creates a signed-in client of that judge. `now`: ms since 1970. */
export function playedClient(judge: Judge, reply: Reply, now: () => number): JudgeClient {
  const credential = credentialFor(judge);
  return new JudgeClient(judge, {
    fetch: async (url, init) => responseOf(await answerTo(judge, reply, url, init)),
    userAgent: 'judge-results/0.0.0 (VS Code 0.0.0)',
    credential: () => Promise.resolve(credential),
    now,
  });
}

function credentialFor(judge: Judge): Credential | null {
  const { authentication } = judge;
  if (authentication.scheme === 'none') return null;
  return { id: 'played', origins: originsOf(judge), authentication, secret: 'alice:password' };
}

async function answerTo(judge: Judge, reply: Reply, url: string, init: FetchInit): Promise<PlayedAnswer> {
  const request = { method: init.method, path: pathAt(judge, url), ...(await bodyOf(init)) };
  try {
    return await reply(request);
  } catch (error) {
    throw Object.assign(new Error('socket hang up', { cause: error }), { code: 'ECONNRESET' });
  }
}

function pathAt({ baseUrl, website }: Judge, url: string): string {
  const base = [baseUrl, website?.url ?? baseUrl].find(
    (candidate) => url === candidate || url.startsWith(`${candidate}/`) || url.startsWith(`${candidate}?`),
  );
  if (base !== undefined) return url.slice(base.length);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function bodyOf({ headers, body }: FetchInit): Promise<Pick<PlayedRequest, 'form' | 'json'>> {
  if (body === undefined) return {};
  const contentType = headers['Content-Type'] ?? '';
  if (contentType === 'application/json') return { json: JSON.parse(body) as unknown };
  const sent = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  const form: Record<string, string | PlayedFile | readonly PlayedFile[]> = {};
  for (const name of new Set(sent.keys())) {
    const values = await Promise.all(sent.getAll(name).map(valueOf));
    const files = values.filter((value) => typeof value !== 'string');
    const [first = ''] = values;
    form[name] = files.length > 0 && (files.length > 1 || name.endsWith('[]')) ? files : first;
  }
  return { form };
}

async function valueOf(value: string | File): Promise<string | PlayedFile> {
  return typeof value === 'string' ? value : { fileName: value.name, text: await value.text() };
}

function responseOf({ status, contentType, text, headers = {} }: PlayedAnswer): FetchResponse {
  const all = new Headers(headers);
  if (contentType !== null) all.set('content-type', contentType);
  return { status, headers: all, body: text === '' ? null : textBody(text) };
}

async function* textBody(text: string): AsyncGenerator<string> {
  yield text;
}
