import { jsonIn } from '../../../judge';
import { hasUserInformation, pastedUrl } from '../../address';
import type { Question } from '../../profile';
import type { SiteFields } from '../kind';
import { objectOf, textOf, type PlainAnswer } from '../reading';
import { asWhom } from './answers';

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

/** Whether that is a Hydro, by how it answers a guest who asks for its first page. */
export const isHydro: Question<boolean> = {
  request: { method: 'GET', path: '/', headers: asWhom },
  read: isHydroAnswer,
};

/** It says who asks, leads to its own sign-in page, or refuses in its own form. */
function isHydroAnswer({ text }: PlainAnswer): boolean {
  const { UserContext: user, url, error } = objectOf(jsonIn(text));
  const { message, params, stack } = objectOf(error);
  return (
    typeof objectOf(user)._id === 'number' ||
    /^(?:https?:\/\/[^/]*)?(?:\/d\/[^/]+)?\/(?:login|domain\/join)\b/.test(textOf(url) ?? '') ||
    (typeof message === 'string' &&
      typeof stack === 'string' &&
      (params === undefined || Array.isArray(params)))
  );
}
