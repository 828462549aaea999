import { randomBytes } from 'node:crypto';
import type { Fields } from '../service/http/bodies';
import type { Reply } from '../service/http/reply';
import { problems } from '../service/problems';
import type { Problem, ProblemText } from '../service/problems/problem';
import {
  aggregate,
  contestNotFound,
  HydroError,
  noPermission,
  problemNotFound,
  recordNotFound,
  Redirect,
  tooFrequent,
  validation,
  type HydroVersion,
} from './errors';
import { languages, type HydroSite, type HydroUser } from './site';
import { rdocOf, type ContestRule, type HydroRecord } from './records';

interface Visit {
  readonly site: HydroSite;
  readonly user: HydroUser | null;
  /** Session ID of the request; null if there is none. */
  readonly sid: string | null;
  readonly domain: string;
  readonly url: URL;
  readonly fields: Fields;
}

/** Returns the response of the site. Throws `HydroError` and `Redirect`. */
export function answerTo(
  site: HydroSite,
  method: string,
  url: URL,
  sid: string | null,
  fields: Fields,
): Reply {
  const { oddities } = site;
  if ((oddities.requestsLeft -= 1) < 0) {
    throw oddities.version === 5 ? aggregate() : tooFrequent('global', 5, 100);
  }
  const [, domain = 'system', path = '/'] = /^(?:\/d\/([^/]+))?(\/.*)?$/.exec(url.pathname) ?? [];
  if (domain !== 'system' && !oddities.domains.has(domain)) {
    throw oddities.version === 5
      ? aggregate()
      : new HydroError('NotFoundError', 'NotFoundError', [domain], 404);
  }
  const user = sid === null ? null : (site.sessions.get(sid) ?? null);
  const visit: Visit = { site, user, sid, domain, url, fields };
  const [, first = '', second = '', third = ''] = path.split('/');
  if (method === 'POST' && path === '/login') return signIn(visit);
  if (method === 'POST' && path === '/logout') return signOut(visit);
  if (method === 'POST' && first === 'p' && third === 'submit') return submit(visit, second);
  if (method !== 'GET') throw new HydroError('MethodNotAllowedError', 'MethodNotAllowedError', [], 405);
  if (path === '/login')
    return { status: 200, body: { redirect: '', builtInLogin: !oddities.oauthOnly, loginMethods: [] } };
  if (path === '/') return { status: 200, body: withUser(visit, { contents: [], domain: { _id: domain } }) };
  if (first === 'p' && second === '') return { status: 200, body: search(visit) };
  if (first === 'p')
    return { status: 200, body: withUser(visit, problemPage(visit, second, third === 'submit')) };
  if ((first === 'contest' || first === 'homework') && second === '')
    return { status: 200, body: withUser(visit, contestList(visit, first)) };
  if (first === 'contest' && third === '')
    return { status: 200, body: withUser(visit, contestPage(visit, second)) };
  if (first === 'contest' && third === 'problems')
    return { status: 200, body: withUser(visit, contestProblems(visit, second)) };
  if (first === 'homework' && third === '')
    return { status: 200, body: withUser(visit, homeworkPage(visit, second)) };
  if (first === 'record' && second === '') return { status: 200, body: withUser(visit, recordList(visit)) };
  if (first === 'record') return recordPage(visit, second);
  throw new HydroError('NotFoundError', 'NotFoundError', [path], 404);
}

/** Minimum length of a password, characters. */
const shortestPassword = 6;

/** The code that the authenticator app shows. */
export const secondFactor = '123456';

function signIn({ site, fields }: Visit): Reply {
  const { uname, password } = fields;
  if (typeof password !== 'string') throw validation('password');
  if (password.length < shortestPassword) throw validation('password', 400);
  if (site.oddities.oauthOnly) throw new HydroError('BuiltinLoginError', 'Builtin login is disabled.');
  const user = site.users.find((candidate) => candidate.uname === uname);
  if (!user) throw new HydroError('UserNotFoundError', 'User {0} not found.', [uname], 404);
  if (user.password !== password)
    throw new HydroError('LoginError', 'Invalid password for user {0}.', [uname]);
  if (site.oddities.twoFactor && fields['tfa'] === undefined) {
    throw new HydroError('ValidationError', 'Field {0} or {1} validation failed.', ['2FA', 'Authn']);
  }
  if (site.oddities.twoFactor && fields['tfa'] !== secondFactor) {
    throw new HydroError('InvalidTokenError', 'The {0} Token is invalid.', ['2FA']);
  }
  const sid = site.signIn(user);
  return { status: 200, body: { url: '/' }, headers: { 'Set-Cookie': `sid=${sid}; path=/` } };
}

/** Ends the session. Version 5 then creates a guest session. Version 4 turns the same session into a guest session. */
function signOut({ site, sid }: Visit): Reply {
  if (sid !== null) site.signOut(sid);
  const body = { url: '/' };
  if (site.oddities.version === 4) return { status: 200, body };
  const guest = randomBytes(24).toString('base64url');
  return { status: 200, body, headers: { 'Set-Cookie': `sid=${guest}; path=/` } };
}

function signedIn({ user, url }: Visit): HydroUser {
  if (user) return user;
  throw new Redirect(`/login?redirect=${encodeURIComponent(url.pathname)}`);
}

/** Returns the user who views records; null: a guest, which only version 4 permits. */
function viewer(visit: Visit): HydroUser | null {
  return visit.site.oddities.version === 4 ? visit.user : signedIn(visit);
}

function submit(visit: Visit, pid: string): Reply {
  const { site, domain, url, fields } = visit;
  const user = signedIn(visit);
  const { oddities } = site;
  if (domain !== 'system' && !oddities.joined.has(domain)) {
    throw new Redirect(`/domain/join?redirect=${encodeURIComponent(url.pathname)}&target=${domain}`);
  }
  const problem = problemOf(pid, domain);
  const { lang, code } = fields;
  if (typeof lang !== 'string') throw validation('lang');
  // Hydro judges any text as the answer to a problem that takes one.
  if (!oddities.answerTypes.has(problem.id) && !languagesOf(site, problem).includes(lang)) {
    throw new HydroError('ProblemNotAllowSubmitError', 'This language is not allowed to submit.');
  }
  if (typeof code !== 'string' || code === '' || code.length > 128 * 1024) throw validation('code');
  const contest = contestOf(visit, true);
  const input = selfTestOf(fields, oddities.version);
  if ((oddities.submissionsLeft -= 1) < 0) throw tooFrequent('add_record', 60, 15);
  const record = site.submit(user, { domain, pid: problem.id, lang, code, contest, input });
  const prefix = domain === 'system' ? '' : `/d/${domain}`;
  if (record.rule === 'oi' && input === null) {
    return { status: 200, body: { tid: contest, url: `${prefix}/contest/${contest ?? ''}/problems` } };
  }
  return { status: 200, body: { rid: record.rid, url: `${prefix}/record/${record.rid}` } };
}

function contestPage({ site, domain }: Visit, tid: string): Record<string, unknown> {
  const rule = site.oddities.contests.get(tid);
  if (rule === undefined || rule === 'homework') throw contestNotFound(domain, tid);
  return { tdoc: tdocOf(site, tid), tsdoc: statusIn(site, tid) };
}

/**
 * Returns the problems of a contest, with the user's newest record for each problem, even if the contest's rule hides
 * its result. `rdocs` contains all of the user's records, if the rule permits that.
 */
function contestProblems(visit: Visit, tid: string): Record<string, unknown> {
  const { site, domain } = visit;
  const user = signedIn(visit);
  const rule = site.oddities.contests.get(tid);
  if (rule === undefined || rule === 'homework') throw contestNotFound(domain, tid);
  if (!site.oddities.attended.has(tid) && !isOver(site, tid)) throw notAttended();
  open(site, tid);
  const records = ownIn(site, user, tid);
  const shown = records.map((record) => shownOf(site, record));
  return {
    ...contestBody(visit, tid),
    psdict: Object.fromEntries(records.map(({ docId, rid }) => [docId, { rid }])),
    rdict: Object.fromEntries(shown.map((rdoc) => [rdoc['_id'], rdoc])),
    rdocs: rule === 'oi' && !isOver(site, tid) ? [] : shown.reverse(),
  };
}

/**
 * Returns a homework with its problems and the user's records. The problems are hidden from users who haven't claimed
 * the homework.
 */
function homeworkPage(visit: Visit, tid: string): Record<string, unknown> {
  const { site, domain } = visit;
  const user = signedIn(visit);
  if (site.oddities.contests.get(tid) !== 'homework') throw contestNotFound(domain, tid);
  const { tdoc, pdict } = contestBody(visit, tid);
  if (!site.oddities.attended.has(tid)) return { tdoc };
  open(site, tid);
  const records = ownIn(site, user, tid);
  return {
    tdoc,
    pdict,
    psdict: Object.fromEntries(records.map(({ docId, rid }) => [docId, { rid }])),
    rdict: Object.fromEntries(records.map((record) => [record.rid, shownOf(site, record)])),
  };
}

/**
 * Returns all contests, or all homework, of a domain. Only the list of contests includes which ones the user attends.
 */
function contestList(visit: Visit, kind: 'contest' | 'homework'): Record<string, unknown> {
  const { site, domain } = visit;
  signedIn(visit);
  const { contests } = site.oddities;
  const isListed = (rule: ContestRule): boolean => (rule === 'homework') === (kind === 'homework');
  const { contestEnds } = site.oddities;
  // Hydro sorts contests by their end, latest first.
  const ids = [...contests]
    .filter(([, rule]) => domain === 'system' && isListed(rule))
    .map(([tid]) => tid)
    .sort((one, other) => (contestEnds.get(other) ?? FAR) - (contestEnds.get(one) ?? FAR));
  const whole = { page: 1, tpcount: 1, qs: '', groups: [], group: '', q: '' };
  const tdocs = ids.map((tid) => tdocOf(site, tid));
  if (kind === 'homework') return { ...whole, tdocs, calendar: tdocs };
  return {
    ...whole,
    rule: '',
    tdocs,
    tsdict: Object.fromEntries(ids.map((tid) => [tid, statusIn(site, tid)])),
  };
}

/** Returns whether the users attend a contest, and since when its problems have been open; null: they don't attend it. */
function statusIn({ oddities }: HydroSite, tid: string): object | null {
  const { attended, opened } = oddities;
  const at = opened.get(tid);
  if (!attended.has(tid)) return null;
  return { attend: 1, ...(at === undefined ? {} : { startAt: new Date(at).toISOString() }) };
}

/** Stores the time at which an attended contest begins for the user: when its problems are first opened. */
function open({ oddities }: HydroSite, tid: string): void {
  const { attended, opened } = oddities;
  if (attended.has(tid) && !opened.has(tid)) opened.set(tid, Date.now());
}

function contestBody(visit: Visit, tid: string) {
  const all = [...problems.values()];
  return {
    tdoc: tdocOf(visit.site, tid),
    pdict: Object.fromEntries(all.map((contestProblem, index) => [index + 1, pdocOf(visit, contestProblem)])),
  };
}

/** Returns the user's records in a contest, oldest first. */
function ownIn({ records }: HydroSite, user: HydroUser, tid: string): HydroRecord[] {
  return [...records.values()].filter(({ uid, contest }) => uid === user.uid && contest === tid);
}

/** Returns a record as its owner can see it. */
function shownOf(site: HydroSite, record: HydroRecord): Record<string, unknown> {
  return rdocOf(hasEnded(site, record) ? { ...record, rule: null } : record, true);
}

/** End of a contest that never ends, ms since 1970. */
const FAR = 8.64e15;

/** Start of contests, ms since 1970. */
const begun = Date.now() - 3_600_000;

function tdocOf({ oddities }: HydroSite, tid: string): object {
  const end = oddities.contestEnds.get(tid);
  const rule = oddities.contests.get(tid);
  return {
    docId: tid,
    domainId: 'system',
    title: rule === 'homework' ? 'Week 3' : 'Weekly contest',
    rule,
    beginAt: new Date(oddities.contestBegins.get(tid) ?? begun).toISOString(),
    duration: oddities.contestDurations.get(tid) ?? null,
    pids: [...problems.keys()].map((_, index) => index + 1),
    ...(end === undefined ? {} : { endAt: new Date(end).toISOString() }),
  };
}

/** Returns whether the contest of a record has ended, so that nothing is hidden. */
function hasEnded(site: HydroSite, { contest }: HydroRecord): boolean {
  return contest !== null && isOver(site, contest);
}

function isOver({ oddities }: HydroSite, tid: string): boolean {
  return (oddities.contestEnds.get(tid) ?? Infinity) <= Date.now();
}

/** Returns the contest in the request's URL; null: none. If `toSubmit` is true, throws if the contest has ended. */
function contestOf({ site, domain, url }: Visit, toSubmit: boolean): string | null {
  const tid = url.searchParams.get('tid');
  if (tid === null) return null;
  if (!site.oddities.contests.has(tid)) throw contestNotFound(domain, tid);
  if (toSubmit && isOver(site, tid))
    throw new HydroError('ContestNotLiveError', 'This contest is not live.', [tid]);
  if (!site.oddities.opened.has(tid) && !isOver(site, tid)) throw notAttended();
  return tid;
}

function notAttended(): HydroError {
  return new HydroError('ContestNotAttendedError', "You haven't attended this contest yet.");
}

/**
 * Returns the inputs of a self-test; null: the request isn't one. Version 4 has a single input, which may be missing.
 * It joins several inputs with commas.
 */
function selfTestOf({ pretest, input }: Fields, version: HydroVersion): readonly string[] | null {
  if (pretest !== true && pretest !== 'true') return null;
  if (version === 4) return [[input].flat().join(',')];
  if (typeof input === 'string') return [input];
  if (!Array.isArray(input)) throw validation('input');
  return input.map(String);
}

function problemOf(pid: string, domain: string): Problem {
  const problem = [...problems.values()].find(
    (candidate, index) => candidate.id === pid || String(index + 1) === pid,
  );
  if (!problem) throw problemNotFound(domain, pid);
  return problem;
}

function problemPage(visit: Visit, pid: string, withLanguages: boolean): Record<string, unknown> {
  if (withLanguages) signedIn(visit);
  const problem = problemOf(pid, visit.domain);
  const contest = contestOf(visit, withLanguages);
  const names = Object.fromEntries(
    languagesOf(visit.site, problem)
      .filter((id) => id !== '_')
      .map((id) => [id, languages[id]?.[0] ?? id]),
  );
  return {
    pdoc: { ...pdocOf(visit, problem), content: contentOf(problem) },
    udoc: { _id: 2, uname: 'root', mail: 'root@x.org' },
    ...(contest === null ? {} : { tdoc: tdocOf(visit.site, contest) }),
    ...(withLanguages ? { langRange: names } : {}),
  };
}

/** Returns the problem statement: JSON text with one entry per language. The first case is the sample. */
function contentOf(problem: Problem): string {
  const [sample] = problem.subtasks().flatMap(({ cases }) => cases);
  const block = (name: string, text = '') => `\n\n\`\`\`${name}\n${text.trimEnd()}\n\`\`\``;
  const rest = `${block('input1', sample?.input)}${block('output1', sample?.answer)}\n\n[data](file://all.zip)\n`;
  return JSON.stringify({
    zh: `## 题目描述\n\n${problem.chinese.description}${rest}`,
    en: `## Description\n\n${problem.english.description}${rest}`,
  });
}

function textOf({ isEnglish }: HydroSite, { chinese, english }: Problem): ProblemText {
  return isEnglish ? english : chinese;
}

/** Returns the IDs of the languages that a problem permits. */
function languagesOf({ oddities }: HydroSite, { id }: Problem): readonly string[] {
  if (oddities.answerTypes.has(id)) return ['_'];
  return oddities.allowedLanguages.get(id) ?? Object.keys(languages);
}

function pdocOf({ site, domain }: Visit, problem: Problem): object {
  const { limits, id } = problem;
  const memory = limits.memory / 1024;
  return {
    docId: [...problems.values()].indexOf(problem) + 1,
    pid: id,
    title: textOf(site, problem).title,
    domainId: domain,
    config: {
      type: site.oddities.answerTypes.get(id) ?? 'default',
      count: problem.subtasks().reduce((sum, subtask) => sum + subtask.cases.length, 0),
      timeMin: limits.time,
      timeMax: limits.time,
      memoryMin: memory,
      memoryMax: memory,
      langs: languagesOf(site, problem),
    },
  };
}

function search(visit: Visit): object {
  const words = (visit.url.searchParams.get('q') ?? '').toLowerCase();
  const matches = [...problems.values()].filter((problem) =>
    `${problem.id} ${textOf(visit.site, problem).title}`.toLowerCase().includes(words),
  );
  return { page: 1, pdocs: matches.map((problem) => pdocOf(visit, problem)), psdict: {} };
}

function recordPage(visit: Visit, rid: string): Reply {
  const { site, url, domain } = visit;
  const user = viewer(visit);
  if (!/^[0-9a-f]{24}$/.test(rid)) throw validation('rid');
  const record = site.records.get(rid);
  if (record?.domain !== domain) throw recordNotFound(rid);
  const isOwner = record.uid === user?.uid;
  if (!isOwner && (record.contest !== null || record.input !== null))
    throw noPermission('Read all record codes');
  if (url.searchParams.get('download') === 'true') {
    return { status: 200, body: record.code, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
  }
  const owner = site.users.find(({ uid }) => uid === record.uid);
  return {
    status: 200,
    body: withUser(visit, {
      udoc: { _id: record.uid, uname: owner?.uname, mail: `${owner?.uname ?? ''}@x.org` },
      rdoc: isOwner ? shownOf(site, record) : rdocOf(record, false),
      ...(record.contest === null ? {} : { tdoc: tdocOf(site, record.contest) }),
      pdoc: pdocOf(visit, record.problem),
      allRevs: {},
    }),
  };
}

const unlisted = new Set(['code', 'compilerTexts', 'testCases', 'judgeTexts']);

/** Returns the records, newest first, without cases and compiler output. */
function recordList(visit: Visit): Record<string, unknown> {
  const { site, url, domain } = visit;
  viewer(visit);
  const [name, pid, tid] = ['uidOrName', 'pid', 'tid'].map((key) => url.searchParams.get(key));
  const rule = tid ? site.oddities.contests.get(tid) : null;
  if (tid && !rule) throw contestNotFound(domain, tid);
  if (tid && rule === 'oi' && !isOver(site, tid)) throw noPermission('View contest hidden scoreboard');
  const of = (record: HydroRecord) => site.users.find(({ uid }) => uid === record.uid);
  const records = [...site.records.values()]
    .reverse()
    .filter((record) => record.domain === domain && record.contest === (tid || null) && record.input === null)
    .filter((record) => !name || of(record)?.uname === name || String(record.uid) === name)
    .filter((record) => !pid || record.problem.id === pid);
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1);
  return {
    page,
    rdocs: records.slice((page - 1) * 100, page * 100).map((record) => {
      const rdoc = Object.entries(shownOf(site, record));
      return Object.fromEntries(rdoc.filter(([field]) => !unlisted.has(field)));
    }),
    tdoc: tid ? tdocOf(site, tid) : null,
    pdict: Object.fromEntries(records.map(({ problem, docId }) => [docId, pdocOf(visit, problem)])),
    udict: Object.fromEntries(
      site.users.map(({ uid, uname }) => [uid, { _id: uid, uname, mail: `${uname}@x.org` }]),
    ),
  };
}

/** Adds the user to a response. Unlike Hydro, does so even if the header `x-hydro-inject` doesn't request it. */
function withUser({ user }: Visit, body: Record<string, unknown>): Record<string, unknown> {
  return { ...body, UserContext: user ? { _id: user.uid, uname: user.uname } : { _id: 0, uname: 'Guest' } };
}
