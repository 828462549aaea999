import {
  filledTemplate,
  type AboutResult,
  type Contest,
  type Envelope,
  type JsonObject,
  type Limits,
} from '../../../judge';
import type { Answer } from '../../adapter';
import { pathBelow } from '../../address';
import type { ServiceFailed } from '../../failure';
import type { RequestName } from '../../requestName';
import { ownResult, type ReadResult } from '../answer';
import { bodyOf } from '../reading';
import { readObject, refusal } from '../toolkit';
import { objectOf, textOf, type Raw } from '../values';
import { envelopeOf, paramText } from './record';
import { expectedIn, selfTest } from './samples';

/** Reads the response to a request for a record. */
export function readResult(answer: Answer, { requestId, hint }: RequestName): ReadResult {
  const body = readObject(answer);
  return ownResult({ ...resultIn(body, requestId, hint), notices: body.notices() });
}

/** Reads a record (`rdoc`) and the parts beside it. The other parts are about users, and aren't kept. */
export function resultIn(
  body: JsonObject,
  requestId: string,
  hint: string | null,
): { readonly envelope: Envelope; readonly about: AboutResult } {
  const rdoc = body.object('rdoc');
  const expected = expectedIn(hint);
  const about = aboutOf(rdoc.raw, body.raw);
  return {
    envelope: envelopeOf(rdoc, requestId, expected),
    // only the hint has the expected outputs
    about: expected === null ? about : { ...about, hint },
  };
}

/** With this header a response has the user who is signed in, as `UserContext`. */
export const USER_CONTEXT = { 'x-hydro-inject': 'usercontext' };

function aboutOf(rdoc: Raw, { pdoc, tdoc, udoc, UserContext: asking }: Raw): AboutResult {
  const language = textOf(rdoc.lang);
  const { _id: own } = objectOf(asking);
  const user = typeof own === 'number' && rdoc.uid !== own ? textOf(objectOf(udoc).uname) : null;

  const contest = contestIn(tdoc);
  // a record that its contest hides says nothing of where it is
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

/** What people call a language of Hydro's own list, by its ID: `cc.cc17o2`. Only a form tells how a site calls it. */
function languageName(id: string): string {
  const [, year, optimises] = /^cc\.cc(\d\d)(o2)?$/.exec(id) ?? [];
  if (year !== undefined) return `C++${year}${optimises === undefined ? '' : ' (O2)'}`;
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id;
}

/** Told in ms and MiB, as a range over all cases: where they differ, it isn't told which case has which. */
export function limitsIn(pdoc: unknown): Limits | null {
  const range = objectOf(objectOf(pdoc).config);
  const same = (least: unknown, most: unknown): number | null =>
    typeof most === 'number' && most > 0 && least === most ? most : null;
  const [time, memory] = [same(range.timeMin, range.timeMax), same(range.memoryMin, range.memoryMax)];
  return time === null && memory === null ? null : { time, memory: memory === null ? null : memory * 1024 };
}

/** Where the record is: its domain, and behind a `#` the contest it belongs to. Null: not told. */
function hintOf({ domainId, contest }: Raw): string | null {
  const domain = textOf(domainId);
  return domain === null ? null : placeOf({ domain, contest: textOf(contest) });
}

/**
 * Returns the failure that a response reports. Null: it reports none. Hydro sends 200 to a user who isn't signed in, and 403
 * for a rate limit. In responses with `UserContext`, guests have the number 0. Errors of 4.x have no name, only a template of
 * their message.
 */
export function refusalIn(answer: Answer): ServiceFailed | null {
  const body = objectOf(bodyOf(answer));
  if ('error' in body) return namedFailure(answer, body.error);
  if (answer.status >= 400) return refusal(answer);
  // the response to each request of an IP address that the site has blocked
  if (answer.text === 'blacklisted') {
    return refusal(answer, { status: 403, message: answer.text, refusesAnybody: true });
  }
  // 4.x shows guests records, without what is private
  const { _id: user } = objectOf(body.UserContext);
  if (user === 0 || user === 1) return refusal(answer, { status: 401 });
  if ('rdoc' in body || 'rid' in body || 'tid' in body) return null;
  // a redirect sent as JSON: to the sign-in page, to the page for joining a domain, or to another page
  const path = (textOf(body.url) ?? '').replace(/^https?:\/\/[^/]*/, '').replace(/^\/d\/[^/]+/, '');
  if (/^\/login\b/.test(path)) return refusal(answer, { status: 401 });
  if (/^\/domain\/join\b/.test(path)) {
    return refusal(answer, { status: 403, type: 'DomainJoin', refusesAnybody: true });
  }
  return null;
}

/** Returns the failure that an error means, by its name or its message. */
export function namedFailure(answer: Answer, error: unknown): ServiceFailed {
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
    refusesLanguage: type === 'ProblemNotAllowSubmitError',
    // windows begin by the site's clock
    retryAfter:
      status === 429 ? windowLeft(values, Date.parse(answer.date ?? '') || answer.receivedAt) : null,
  });
}

/** the name of that error */
export const UNKNOWN_USER = 'UserNotFoundError';

const SIGNED_OUT = /^You're not logged in/;

/** What 5.x calls the error that 4.x only has a message for. */
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
  // no record has an ID of another form
  if (name === 'ValidationError') return params.includes('rid') ? 404 : 400;
  if (/^(?:Permission|Privilege|ContestNotAttended|ProblemNotAllowSubmit|Forbidden)/.test(name)) return 403;
  return name === 'AggregateError' ? 500 : status >= 400 ? status : 500;
}

/** What is left of a rate limit's window, ms: windows are aligned to the clock. `params`: operation, seconds, limit. */
function windowLeft(params: readonly string[], now: number): number | null {
  const period = Number(params[1]) * 1000;
  return period > 0 && period <= 86_400_000 ? period - (now % period) : null;
}

/** Where a record or a problem stands: in a domain of the site, maybe in a contest. */
export interface HydroPlace {
  /** null: the one that the address alone leads to */
  readonly domain: string | null;
  readonly contest: string | null;
  /** the contest is a homework, which has another page; absent: not known */
  readonly isHomework?: boolean;
}

/** As it is kept with a record or a problem: `domain#contest`, `domain#homework/contest`. */
export function placeOf({ domain, contest, isHomework = false }: HydroPlace): string {
  if (contest === null) return domain ?? '';
  return `${domain ?? ''}#${isHomework ? homework : ''}${contest}`;
}

const homework = 'homework/';

/** `domain`: that of the service, where the text says none. */
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

/** Where the problem of a record stands: that of a self-test stands in no contest. */
export function problemPlace(text: string | null, domain: string | null): HydroPlace {
  const { contest, ...place } = readPlace(text, domain);
  return { ...place, contest: contest === selfTest ? null : contest };
}

/** The page of the contest or homework; null: it is none. */
export function contestPath({ contest, isHomework = false, ...where }: HydroPlace): string | null {
  return contest === null ? null : `${prefixOf(where)}/${isHomework ? 'homework' : 'contest'}/${contest}`;
}

/** What stands before a path of that domain. */
export function prefixOf({ domain }: Pick<HydroPlace, 'domain'>): string {
  return domain === null ? '' : `/d/${encodeURIComponent(domain)}`;
}

/**
 * Where a pasted address leads, with its path; null: it is none of the site. One without a domain leads to `system`, also
 * where another is that of the service.
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

/** What a `tdoc` says of its contest or homework; null: it is none. */
export function contestIn(tdoc: unknown): Contest | null {
  const { title, endAt } = objectOf(tdoc);
  const endsAt = Date.parse(textOf(endAt) ?? '');
  if (textOf(title) === null && Number.isNaN(endsAt)) return null;
  return { title: textOf(title), endsAt: Number.isNaN(endsAt) ? null : endsAt };
}
