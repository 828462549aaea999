import type { JudgingRules } from '../../../judge';
import { shortName, yesOrNo, type FieldReader } from '../../fields';
import { serviceId, hasUserInformation, pastedUrl } from '../../address';
import type { Push, ServiceProfile } from '../../profile';
import type { Question } from '../../question';
import { nothingOffered, type ServiceKind, type SiteFields } from '../kind';
import { bodyOf, refused, type PlainAnswer } from '../reading';
import { objectOf, textOf } from '../values';
import { hydroStatuses } from './record';
import {
  asWhom,
  problemPlace,
  understood,
  placeAt,
  placeOf,
  prefixOf,
  readPlace,
  readResult,
} from './answers';
import { readFrame } from './frames';
import { batchQuestion, openContests, recentSubmissions, submissionsInContests } from './lists';
import { signInQuestion, signOutQuestion } from './signIn';
import { submissionOffer } from './submission';

const rules: JudgingRules = {
  profile: 'hydro',
  statuses: hydroStatuses,
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
  canRejudge: true,
};

/** Whether that is a Hydro, by how it answers a guest who asks for its first page. */
export const isHydro: Question<boolean> = {
  request: { method: 'GET', path: '/', headers: asWhom },
  read: isHydroAnswer,
};

/** Hydro, the judge that schools run: https://github.com/hydro-dev/Hydro. It has no published API document. */
export const hydro: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'domain', otherwise: '', whileEditing: true },
  ],
  site: { siteIn, isOne: isHydro, mayBeUnencrypted: true },
  speaksSpecification: false,
  rules,
  describe,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = { scheme: 'bearer' } as const;
  const allowsPlainHttp = fields.read('allowPlainHttp', yesOrNo, false);
  const address = fields.address(authentication, null, allowsPlainHttp);
  const domain = fields.read('domain', shortName, '') || null;
  if (!address) return null;
  const { baseUrl } = address;
  return {
    ...nothingOffered,
    id: serviceId({ type: 'hydro', address: baseUrl, name }),
    type: 'hydro',
    name,
    ...address,
    authentication,
    allowsPlainHttp,
    signIn: { kind: 'password', signIn: signInQuestion, signOut: signOutQuestion, cookie: 'sid' },
    check: {
      request: {
        method: 'GET',
        path: `${prefixOf({ domain })}/`,
        headers: asWhom,
      },
      read: (answer, now) => ({ name: accountIn(answer, now) }),
    },
    rules,
    pace: { interval: 5_000, maximum: null, besidePush: 60_000, machine: null },
    result: ({ requestId, hint }) => ({
      request: { method: 'GET', path: recordPath(requestId, hint, domain), headers: asWhom },
      read: (answer, now) => readResult(answer, { requestId, hint }, now),
    }),
    batch: {
      interval: 5_000,
      // one alone is asked for itself: only so its cases come one by one
      question: (pending, account) =>
        pending.length < 2 || account === null ? null : batchQuestion(account, domain),
    },
    recent: (account) => (account === null ? null : recentSubmissions(account, domain)),
    recentInContests: (account, places) => submissionsInContests(account, places, domain),
    openContests: openContests(domain),
    push: pushOf(baseUrl, domain),
    submission: submissionOffer(baseUrl, domain),
    problemPage: ({ problemId, place }) => {
      const { contest, ...where } = problemPlace(place, domain);
      const query = contest === null ? '' : `?tid=${contest}`;
      return `${baseUrl}${prefixOf(where)}/p/${encodeURIComponent(problemId)}${query}`;
    },
    isProblemPage: (address, { problemId, place }) => {
      const page = placeAt(baseUrl, address, domain);
      const domainOf = (one: { readonly domain: string | null }): string => one.domain ?? 'system';
      return (
        page?.path === `/p/${encodeURIComponent(problemId)}` &&
        domainOf(page) === domainOf(readPlace(place, domain))
      );
    },
    recordPage: ({ requestId, hint }) => baseUrl + recordPath(requestId, hint, domain),
    problemIdIn: (text) => /(?<![A-Za-z\d])[A-Za-z]{1,3}\d{1,6}(?![A-Za-z\d])/.exec(text)?.[0] ?? null,
    readInput: (text) => {
      const place = placeAt(baseUrl, text, domain);
      const id = /^\/record\/([0-9a-f]{24})$/i.exec(place?.path ?? '')?.[1]?.toLowerCase();
      if (!place) return null;
      return id === undefined
        ? { kind: 'addressWithoutId' }
        : { kind: 'requestId', id, hint: placeOf(place) || null };
    },
    idForm: { kind: 'hex', length: 24 },
    looksLikeRequestId: (text) => /^[0-9a-f]{24}$/i.test(text),
    // its CORS rules name no `authorization`
    worksInBrowser: false,
  };
}

function recordPath(requestId: string, hint: string | null, domain: string | null): string {
  return `${prefixOf(readPlace(hint, domain))}/record/${encodeURIComponent(requestId)}`;
}

/** The name of who is signed in. */
function accountIn(answer: PlainAnswer, now: number): string | null {
  // nothing in here is of the site's own: there is no such domain, or no site
  if (answer.status === 404) throw refused(answer, now);
  const { uname } = understood(answer, now, (body, reader) =>
    reader.object(body.UserContext, 'UserContext'),
  ).value;
  return textOf(uname);
}

/** One socket tells of all records of a user; those of contests and self-tests each need their own. */
function pushOf(baseUrl: string, domain: string | null): Push {
  const base = baseUrl.replace(/^http/, 'ws');
  return {
    origin: new URL(base).origin,
    url: (account) =>
      account === null
        ? null
        : `${base}${prefixOf({ domain })}/record-conn?uidOrName=${encodeURIComponent(account)}&noTemplate=true`,
    authentication: { kind: 'header' },
    limits: null,
    read: readFrame,
    detail: ({ requestId, hint }) => {
      const place = readPlace(hint, domain);
      // an address without a domain is that of `system`
      if (place.contest === null && (place.domain ?? 'system') === (domain ?? 'system')) return null;
      return `${base}${prefixOf(place)}/record-detail-conn?rid=${requestId}&noTemplate=true`;
    },
  };
}

/** What stands first in the paths of a site’s own pages. */
const pages = new Set(
  (
    'p problem problems record contest homework training ranking discuss user home login register logout domain ' +
    'manage wiki blog file'
  ).split(' '),
);

/** The address of the site in that of one of its pages, and the domain in it; as it is where it is no address. */
export function siteIn(text: string): SiteFields {
  const url = pastedUrl(text.trim());
  if (!url || hasUserInformation(url)) return { url: text.trim() };
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part, index) => pages.has(part) || (part === 'd' && index + 1 < parts.length));
  const base = at < 0 ? parts : parts.slice(0, at);
  const domain = parts[at] === 'd' ? (parts[at + 1] ?? '') : '';
  const isNamed = /^[\w-]{1,64}$/.test(domain) && domain !== 'system';
  return { url: [url.origin, ...base].join('/'), ...(isNamed ? { domain } : {}) };
}

/** It says who asks, leads to its own sign-in page, or refuses in its own form. */
function isHydroAnswer(answer: PlainAnswer): boolean {
  const { UserContext: user, url, error } = objectOf(bodyOf(answer));
  const { message, params, stack } = objectOf(error);
  return (
    typeof objectOf(user)._id === 'number' ||
    /^(?:https?:\/\/[^/]*)?(?:\/d\/[^/]+)?\/(?:login|domain\/join)\b/.test(textOf(url) ?? '') ||
    (typeof message === 'string' &&
      typeof stack === 'string' &&
      (params === undefined || Array.isArray(params)))
  );
}
