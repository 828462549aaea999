import type { IncomingMessage } from 'node:http';
import { readFields } from '../service/http/bodies';
import type { Reply } from '../service/http/reply';
import { HydroError, Redirect } from './errors';
import type { HydroSite, HydroUser } from './site';
import { answerTo } from './routes';

/** Maximum size of a request body, bytes. */
const bodyLimit = 8 * 1024 * 1024;

/** Returns the response to a request. Redirects become responses with status 200, as for clients that accept JSON. */
export async function answer(site: HydroSite, request: IncomingMessage, url: URL): Promise<Reply> {
  try {
    // A POST may have no body, for example when signing out.
    const hasBody = request.method === 'POST' && request.headers['content-type'] !== undefined;
    const fields = hasBody ? await readFields(request, bodyLimit) : {};
    return answerTo(site, request.method ?? 'GET', url, sidOf(request, url), fields);
  } catch (error) {
    if (error instanceof Redirect) return { status: 200, body: { url: error.url } };
    if (error instanceof HydroError) {
      return { status: error.status, body: error.body(site.oddities.version) };
    }
    return { status: 500, body: { error: { message: String(error), params: [], stack: '', name: 'Error' } } };
  }
}

/** Returns the user of the request's session; null for a guest. */
export function userOf(site: HydroSite, request: IncomingMessage, url: URL): HydroUser | null {
  const sid = sidOf(request, url);
  return sid === null ? null : (site.sessions.get(sid) ?? null);
}

/** Returns the session ID of a request; null: none. `Authorization` takes precedence over the cookie. */
function sidOf({ headers }: IncomingMessage, url: URL): string | null {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const cookie = /(?:^|; *)sid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  return bearer ?? cookie ?? url.searchParams.get('sid');
}
