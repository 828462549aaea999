import type { IncomingMessage } from 'node:http';
import type { App } from './apps';
import { Refusal, formError } from './errors';
import { readFields, type Fields } from './http/bodies';
import type { Reply } from './http/reply';
import type { Misbehaviour } from './misbehaviour';
import { isRequestId } from './requestIds';
import type { JudgeRequest } from './requests';

/** The part of the service that the routes use. */
export interface Backend {
  find(id: string): JudgeRequest | null;
  /**
   * Checks the form and adds the program to the queue. Rejects with a `Refusal` if a field is invalid or no points are
   * left.
   */
  submit(app: App, fields: Fields): Promise<{ readonly requestId: string }>;
}

/** A response, and the misbehavior that a scripted request specifies. */
export interface Routed {
  readonly reply: Reply;
  readonly delay: number;
  readonly misbehave: Misbehaviour | null;
  /** An older result that misbehavior can send instead. */
  readonly older?: unknown;
}

/** Maximum size of a form with its program, bytes. */
const bodyLimit = 1_000_000;

export async function route(backend: Backend, app: App, request: IncomingMessage, url: URL): Promise<Routed> {
  const method = request.method ?? '';
  switch (url.pathname) {
    case '/judge/result':
      allow(method, ['GET']);
      return result(backend, app, url);
    case '/judge/problem':
      allow(method, ['POST']);
      return plain(await backend.submit(app, await readFields(request, bodyLimit)));
    case '/judge/quotaAvailable':
      allow(method, ['GET']);
      return plain(app.quota.body());
    default:
      throw new Refusal(404, 'Not found.');
  }
}

function result(backend: Backend, app: App, url: URL): Routed {
  const id = url.searchParams.get('id');
  if (id === null || id === '') {
    throw formError([{ name: 'id', value: id, message: 'This value should not be blank.' }]);
  }
  if (!isRequestId(id)) {
    throw formError([{ name: 'id', value: id, message: 'This is not a valid request ID.' }]);
  }
  const request = backend.find(id);
  if (!request) throw new Refusal(404, 'No such request.');
  if (request.owner !== null && request.owner !== app) {
    throw new Refusal(403, 'This request belongs to another application.');
  }
  const { answer, delay, misbehave } = request.answer();
  return { reply: answer, delay, misbehave, older: request.older() };
}

function plain(body: unknown): Routed {
  return { reply: { status: 200, body }, delay: 0, misbehave: null };
}

function allow(method: string, methods: readonly string[]): void {
  if (methods.includes(method)) return;
  throw new Refusal(405, `Method ${method} not allowed.`, null, { Allow: methods.join(', ') });
}
