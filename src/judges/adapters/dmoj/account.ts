import type { Contest } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { Answer, OutgoingRequest } from '../../http/judgeHttp';
import { findElements, type HtmlElement } from '../shared/htmlTree';
import { DMOJ_NAME_VALID_MS } from '../limits';
import { lineIn, parsePage } from './submissionRows';
import { inEnglish } from './refusals';

/** The user and the contest that a page shows. */
export interface Visitor {
  /** null: the page doesn't contain the user */
  readonly name: string | null;
  /** the contest that the user is in, with its start and end unknown; null: none */
  readonly contest: Contest | null;
}

/** A page that contains the name of the signed-in user in a link to the user's submissions. */
export const accountRequest: OutgoingRequest = {
  method: 'GET',
  path: '/submissions/',
  headers: inEnglish,
  keptFor: ({ status }) => (status === 200 ? DMOJ_NAME_VALID_MS : 0),
};

/** Fetches the name of the signed-in user. Null: the site doesn't show it. */
export async function fetchName(http: JudgeHttp): Promise<string | null> {
  return nameIn(await http.send(accountRequest));
}

/** Returns the name of the signed-in user in the response to `accountRequest`. Null: another page. */
export function nameIn({ status, text }: Answer): string | null {
  const page = status === 200 ? parsePage(text) : null;
  return page && visitorOf(page).name;
}

export function visitorOf(page: HtmlElement): Visitor {
  return { name: userNameIn(page), contest: contestIn(page) };
}

function userNameIn(page: HtmlElement): string | null {
  const links = findElements(page, ({ name }) => name === 'a');
  for (const { attributes: { href = '' } = {} } of links) {
    const name = /^\/submissions\/user\/([\w.@+-]{1,150})\/$/.exec(href)?.[1];
    if (name !== undefined) return name;
  }
  const own = links.find(({ attributes: { href } = {} }) => href === '/user');
  const [name] = own ? findElements(own, (element) => element.name === 'b' || element.name === 'strong') : [];
  const text = name ? lineIn(name) : '';
  return /^[\w.@+-]{1,150}$/.test(text) ? text : null;
}

/** Returns the contest in the box that each page shows during a participation. */
function contestIn(page: HtmlElement): Contest | null {
  const [box] = findElements(page, ({ attributes: { id } = {} }) => id === 'contest-info');
  const [link] = box ? findElements(box, ({ name }) => name === 'a') : [];
  const id = /^\/contest\/(\w{1,64})$/.exec(link?.attributes?.href ?? '')?.[1];
  if (!link || id === undefined) return null;
  const [text] = link.children.filter((child) => typeof child === 'string');
  // the rest is the remaining time, or the kind of the participation
  const line = lineIn({ ...link, children: [text ?? ''] });
  const end = line.lastIndexOf(' -');
  const title = end < 0 ? line : line.slice(0, end);
  return { id, title: title === '' ? null : title.slice(0, 300), endsAt: null };
}
