import type { JudgeHttp } from '../../adapter';
import { hasUserInformation, pastedUrl } from '../../address';
import { bodyOf } from '../shared/responseBody';
import type { OfferedValue, SiteCheck, SiteFields } from '../judgeType';
import { type Raw, textOf } from '../shared/jsonValues';
import { namesOfContest } from './accountCheck';
import { contestIn } from './contest';
import { fetchList, isContestApi, objectIfAny } from './requests';

/** First path segments of a site's own pages. */
const pages = new Set('contests doc jury login logout problem public register scoreboard team'.split(' '));

/** Path of DOMjudge on a server that also has other websites. */
const USUAL_PATH = 'domjudge';

/**
 * Returns the URLs of the APIs to which a pasted URL may lead: that of a site, of its API, or of one of its pages. The
 * likeliest is first. Only the text itself if it isn't a URL.
 */
export function sitesIn(text: string): readonly [SiteFields, ...SiteFields[]] {
  const url = pastedUrl(text.trim());
  if (!url || hasUserInformation(url)) return [{ url: text.trim() }];
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const end = parts.findIndex((part) => part === 'api' || pages.has(part));
  const site = end < 0 ? parts : parts.slice(0, end);
  const version = parts[end] === 'api' && /^v\d{1,2}$/.test(parts[end + 1] ?? '') ? [parts[end + 1]] : [];
  const contest = contestInPath(parts);
  const paths = [
    ...(version.length > 0 ? [[...site, 'api', ...version]] : []),
    [...site, 'api'],
    site,
    [USUAL_PATH, 'api'],
    ['api'],
  ];
  const [first = url.origin, ...others] = new Set(paths.map((path) => [url.origin, ...path].join('/')));
  const fieldsAt = (address: string): SiteFields =>
    contest === null ? { url: address } : { url: address, contest };
  return [fieldsAt(first), ...others.map(fieldsAt)];
}

/** Returns the contest in a path; null: none. */
function contestInPath(parts: readonly string[]): string | null {
  const id = parts[parts.indexOf('contests') + 1] ?? '';
  return parts.includes('contests') && /^[\w.-]{1,64}$/.test(id) ? id : null;
}

/** Checks without credentials whether there is a contest API at the base URL. */
export async function checkSite(http: JudgeHttp): Promise<SiteCheck> {
  for (const path of ['/info', '']) {
    if (isContestApi(objectIfAny(await http.send({ method: 'GET', path })))) return 'isThisType';
  }
  const contests = await http.send({ method: 'GET', path: '/contests' });
  if (contests.status === 401) return 'closed';
  return contests.status === 200 && Array.isArray(bodyOf(contests)) ? 'isThisType' : 'another';
}

/** Fetches the contests that a site shows the user, to choose one. */
export async function fetchOfferedContests(http: JudgeHttp): Promise<readonly OfferedValue[]> {
  const contests = await fetchList(http, '/contests');
  return contests.map(offeredContest).filter(({ value }) => /^[\w.-]{1,64}$/.test(value));
}

function offeredContest(contest: Raw): OfferedValue {
  const value = textOf(contest.id) ?? '';
  const { title, startsAt = null, endsAt } = contestIn(contest, value);
  const otherNames = namesOfContest(contest).filter((name) => name !== value);
  return {
    value,
    name: title ?? value,
    ...(otherNames.length > 0 ? { otherNames } : {}),
    ...(startsAt === null && endsAt === null ? {} : { times: { startsAt, endsAt } }),
  };
}
