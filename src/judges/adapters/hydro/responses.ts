import {
  filledTemplate,
  type AboutResult,
  type Contest,
  type Envelope,
  type JsonObject,
  type Limits,
} from '../../../results';
import type { Answer } from '../../adapter';
import { pathBelow } from '../../address';
import type { RequestFailed } from '../../requestFailed';
import type { RequestName } from '../../requestName';
import { ownResult, type ReadResult } from '../shared/results';
import { bodyOf, readObject } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { momentOf, objectOf, textOf, type Raw } from '../shared/jsonValues';
import { envelopeOf, paramText } from './record';
import { withPenalty } from './penalty';
import { expectedIn, selfTest } from './samples';

export function readResult(answer: Answer, { requestId, hint }: RequestName): ReadResult {
  const body = readObject(answer);
  return ownResult({ ...resultIn(body, requestId, hint), notices: body.notices() });
}

/** Reads a record (`rdoc`), its problem, and its contest. Ignores the other users in the response. */
export function resultIn(
  body: JsonObject,
  requestId: string,
  hint: string | null,
): { readonly envelope: Envelope; readonly about: AboutResult } {
  const rdoc = body.object('rdoc');
  const expected = expectedIn(hint);
  const about = aboutOf(rdoc.raw, body.raw);
  return {
    envelope: withPenalty(envelopeOf(rdoc, requestId, expected, caseCountIn(body.raw.pdoc)), body.raw.tdoc),
    // the expected outputs aren't in the response, only in the hint
    about: expected === null ? about : { ...about, hint },
  };
}

/** With this header, responses contain the signed-in user as `UserContext`. */
export const USER_CONTEXT = { 'x-hydro-inject': 'usercontext' };

function aboutOf(rdoc: Raw, { pdoc, tdoc, udoc, UserContext: asking }: Raw): AboutResult {
  const language = textOf(rdoc.lang);
  const { _id: ownId } = objectOf(asking);
  // a record that its contest hides doesn't contain its user
  const { _id: ownerId = rdoc.uid, uname } = objectOf(udoc);
  const isOwn = ownerId === ownId || ownerId === undefined;
  const user = typeof ownId === 'number' && !isOwn ? textOf(uname) : null;

  const contest = contestIn(tdoc);
  // a record that its contest hides doesn't contain its domain and contest
  const { domainId, docId: ownContest } = objectOf(tdoc);
  const where = { domainId: rdoc.domainId ?? domainId, contest: rdoc.contest ?? ownContest };
  const { pid, docId, title } = objectOf(pdoc);
  const id = textOf(pid) ?? (typeof docId === 'number' ? String(docId) : null);
  const limits = limitsIn(pdoc);
  return {
    hint: hintOf(where),
    problem: id === null ? null : { id, title: textOf(title) },
    code: textOf(rdoc.code) || null,
    language,
    ...(language === null ? {} : { languageName: languageName(language) }),
    ...(rdoc.contest === selfTest ? { isSelfTest: true } : {}),
    ...(user === null ? {} : { user }),
    ...(limits ? { limits } : {}),
    ...(contest ? { contest } : {}),
  };
}

const names: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  pas: 'Pascal',
  java: 'Java',
  kt: 'Kotlin',
  py: 'Python',
  php: 'PHP',
  rs: 'Rust',
  hs: 'Haskell',
  js: 'JavaScript',
  ts: 'TypeScript',
  go: 'Go',
  rb: 'Ruby',
  cs: 'C#',
  r: 'R',
  lua: 'Lua',
  bash: 'Bash',
  perl: 'Perl',
  'py.py2': 'Python 2',
  'py.py3': 'Python 3',
  'py.pypy3': 'PyPy 3',
};

/**
 * Returns the usual display name of a language by its Hydro ID: `cc.cc17o2`. Only a problem's form contains the site's
 * own names.
 */
function languageName(id: string): string {
  const [, year, optimises] = /^cc\.cc(\d\d)(o2)?$/.exec(id) ?? [];
  if (year !== undefined) return `C++${year}${optimises === undefined ? '' : ' (O2)'}`;
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id;
}

/**
 * Reads the limits of a problem. Hydro sends them in ms and MiB, as a range over all cases. If the ends of the range
 * differ, the limit of each case is unknown.
 */
export function limitsIn(pdoc: unknown): Limits | null {
  const range = objectOf(objectOf(pdoc).config);
  const same = (least: unknown, most: unknown): number | null =>
    typeof most === 'number' && most > 0 && least === most ? most : null;
  const [time, memory] = [same(range.timeMin, range.timeMax), same(range.memoryMin, range.memoryMax)];
  return time === null && memory === null ? null : { time, memory: memory === null ? null : memory * 1024 };
}

function caseCountIn(pdoc: unknown): number | null {
  const { count } = objectOf(objectOf(pdoc).config);
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : null;
}

/** Returns the record's domain, followed by `#` and its contest. Null: unknown. */
function hintOf({ domainId, contest }: Raw): string | null {
  const domain = textOf(domainId);
  return domain === null ? null : placeOf({ domain, contest: textOf(contest) });
}

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

/** The domain and the contest of a record or a problem. */
export interface HydroPlace {
  /** null: the domain of URLs without `/d/<domain>` */
  readonly domain: string | null;
  readonly contest: string | null;
  /** the contest is a homework, which has a different page; absent: unknown */
  readonly isHomework?: boolean;
}

/** Returns the stored form: `domain#contest`, `domain#homework/contest`. */
export function placeOf({ domain, contest, isHomework = false }: HydroPlace): string {
  if (contest === null) return domain ?? '';
  return `${domain ?? ''}#${isHomework ? homework : ''}${contest}`;
}

const homework = 'homework/';

/** Parses the stored form. `domain`: the judge's domain, used if the text contains none. */
export function readPlace(text: string | null, domain: string | null): HydroPlace {
  const [ownDomain = '', kept = ''] = (text ?? '').split('#');
  const isHomework = kept.startsWith(homework);
  const contest = isHomework ? kept.slice(homework.length) : kept;
  return {
    domain: ownDomain || domain,
    contest: contest || null,
    ...(isHomework ? { isHomework } : {}),
  };
}

/** Like `readPlace`, for the problem of a record. A self-test's problem doesn't belong to a contest. */
export function problemPlace(text: string | null, domain: string | null): HydroPlace {
  const { contest, ...place } = readPlace(text, domain);
  return { ...place, contest: contest === selfTest ? null : contest };
}

/** Returns the path of the contest or homework page; null: no contest. */
export function contestPath({ contest, isHomework = false, ...where }: HydroPlace): string | null {
  return contest === null ? null : `${prefixOf(where)}/${isHomework ? 'homework' : 'contest'}/${contest}`;
}

export function prefixOf({ domain }: Pick<HydroPlace, 'domain'>): string {
  return domain === null ? '' : `/d/${encodeURIComponent(domain)}`;
}

/**
 * Parses a pasted URL of the site; null: a URL of another site. A URL without a domain means `system` if the judge is
 * configured with a domain.
 */
export function placeAt(
  baseUrl: string,
  text: string,
  domain: string | null,
): (HydroPlace & { readonly path: string }) | null {
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const [, ownDomain, path = ''] = /^(?:\/d\/([\w-]{1,64}))?(\/.*)?$/.exec(below.path) ?? [];
  const contest = /^[0-9a-f]{24}$/i.exec(below.query.get('tid') ?? '')?.[0] ?? null;
  return { domain: ownDomain ?? (domain === null ? null : 'system'), path, contest };
}

/** Reads the contest or homework in a `tdoc`; null: none. */
export function contestIn(tdoc: unknown): Contest | null {
  const { title, beginAt, endAt, lockAt, rule, docId, domainId } = objectOf(tdoc);
  const [startsAt, endsAt, freezesAt] = [beginAt, endAt, lockAt].map((time) => momentOf(textOf(time)));
  if (textOf(title) === null && typeof startsAt !== 'number' && typeof endsAt !== 'number') return null;
  const isHomework = rule === 'homework';
  const contest = /^[0-9a-f]{24}$/i.exec(textOf(docId) ?? '')?.[0] ?? null;
  const domain = /^[\w-]{1,64}$/.exec(textOf(domainId) ?? '')?.[0] ?? null;
  return {
    title: textOf(title),
    endsAt: endsAt ?? null,
    ...(typeof startsAt === 'number' ? { startsAt } : {}),
    ...(typeof freezesAt === 'number' ? { freezesAt } : {}),
    ...(contest === null ? {} : { id: placeOf({ domain, contest, isHomework }) }),
    ...(isHomework ? { isHomework } : {}),
  };
}
