import { filledTemplate } from '../../../results';
import type { Answer } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import { bodyOf } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { objectOf, textOf } from '../shared/jsonValues';
import { paramText } from './record';

/**
 * Returns the failure that a response reports; null: none. Hydro sends 200 to users who aren't signed in, and 403 for a
 * rate limit. If `UserContext` has the ID 0 or 1, nobody is signed in. Errors of 4.x have no name, only a message
 * template.
 */
export function refusalIn(answer: Answer): RequestFailed | null {
  const body = objectOf(bodyOf(answer));
  if ('error' in body) return namedFailure(answer, body.error);
  if (answer.status >= 400) return refusal(answer);
  // Hydro sends this response to blocked IP addresses
  if (answer.text === 'blacklisted') {
    return refusal(answer, { status: 403, message: answer.text, refusesAnybody: true });
  }
  // 4.x also sends records to guests, without the private parts
  const { _id: user } = objectOf(body.UserContext);
  if (user === 0 || user === 1) return refusal(answer, { status: 401 });
  if ('rdoc' in body || 'rid' in body || 'tid' in body) return null;
  // a redirect sent as JSON: to the sign-in page, to the page for joining a domain, or elsewhere
  const address = (textOf(body.url) ?? '').replace(/^https?:\/\/[^/]*/, '');
  const path = address.replace(/^\/d\/[^/]+/, '');
  if (/^\/login\b/.test(path)) return refusal(answer, { status: 401 });
  if (/^\/domain\/join\b/.test(path)) {
    return refusal(answer, {
      status: 403,
      refusesAnybody: true,
      page: address,
      cause: { kind: 'notInDomain' },
    });
  }
  return null;
}

/** Converts an error to a failure, by its name or its message. */
export function namedFailure(answer: Answer, error: unknown): RequestFailed {
  const { name, message, params } = objectOf(error);
  const values = Array.isArray(params) ? params.slice(0, 20).map(paramText) : [];
  const template = textOf(message) ?? '';
  const type = textOf(name) ?? nameOf(template);
  const named = type === null ? answer.status : statusOf(type, values, answer.status);
  const status = SIGNED_OUT.test(template) ? 401 : named;
  return refusal(answer, {
    status,
    type,
    message: filledTemplate(template, values) || null,
    refusesAnybody: !/^(?:Permission|Privilege)Error$/.test(type ?? ''),
    ...(type === 'ProblemNotAllowSubmitError' ? { cause: { kind: 'language' } as const } : {}),
    // rate-limit windows follow the site's clock
    retryAfter:
      status === 429 ? windowLeft(values, Date.parse(answer.date ?? '') || answer.receivedAt) : null,
  });
}

export const UNKNOWN_USER = 'UserNotFoundError';

const SIGNED_OUT = /^You're not logged in/;

/** Returns the name that Hydro 5.x uses for an error. Hydro 4.x only sends the message. */
function nameOf(template: string): string | null {
  if (/^\w+Error$/.test(template)) return template;
  const known: readonly (readonly [RegExp, string])[] = [
    [/^Too frequent operations/, 'OpcountExceededError'],
    [/^User \{\d\} not found/, UNKNOWN_USER],
    [/^(?:Record|Problem|Contest|Domain) \{\d\} not found/, 'NotFoundError'],
    [/^You don't have the required (?:permission|privilege)/, 'PermissionError'],
    [SIGNED_OUT, 'PrivilegeError'],
    [/^You haven't attended this contest/, 'ContestNotAttendedError'],
    [/^Invalid password/, 'LoginError'],
    [/^The \{\d\} Token is invalid/, 'InvalidTokenError'],
    [/^Field .*validation failed/, 'ValidationError'],
  ];
  return known.find(([pattern]) => pattern.test(template))?.[1] ?? null;
}

function statusOf(name: string, params: readonly string[], status: number): number {
  if (name === 'OpcountExceededError') return 429;
  if (name === 'LoginError') return 401;
  if (name.endsWith('NotFoundError')) return 404;
  // the request ID is malformed, so no record can have it
  if (name === 'ValidationError') return params.includes('rid') ? 404 : 400;
  if (/^(?:Permission|Privilege|ContestNotAttended|ProblemNotAllowSubmit|Forbidden)/.test(name)) return 403;
  return name === 'AggregateError' ? 500 : status >= 400 ? status : 500;
}

/**
 * Returns the time until a rate limit's window ends, ms. Windows are aligned to the clock. `params`: operation,
 * seconds, limit.
 */
function windowLeft(params: readonly string[], now: number): number | null {
  const period = Number(params[1]) * 1000;
  return period > 0 && period <= 86_400_000 ? period - (now % period) : null;
}
