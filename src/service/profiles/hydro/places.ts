/** Where a record or a problem stands: in a domain of the site, maybe in a contest. */
export interface Place {
  /** null: the one that the address alone leads to */
  readonly domain: string | null;
  readonly contest: string | null;
}

/** A self-test is a record of this “contest”. */
export const selfTest = '0'.repeat(24);

/** As it is kept with a record: `domain#contest`. */
export function placeOf({ domain, contest }: Place): string {
  return contest === null ? (domain ?? '') : `${domain ?? ''}#${contest}`;
}

/** `domain`: that of the service, where the text says none. */
export function readPlace(text: string | null, domain: string | null): Place {
  const [ownDomain = '', contest = ''] = (text ?? '').split('#');
  return { domain: ownDomain || domain, contest: contest || null };
}

/** What stands before a path of that domain. */
export function prefixOf({ domain }: Pick<Place, 'domain'>): string {
  return domain === null ? '' : `/d/${encodeURIComponent(domain)}`;
}

/** The path of an address below the site's own, with the domain it names; null: the address is none of the site. */
export function pathBelow(
  baseUrl: string,
  text: string,
): { readonly domain: string | null; readonly path: string; readonly contest: string | null } | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const base = new URL(baseUrl);
  if (url.host !== base.host || !`${url.pathname}/`.startsWith(base.pathname.replace(/\/?$/, '/')))
    return null;
  const below = url.pathname.slice(base.pathname.replace(/\/$/, '').length);
  const [, domain = null, path = ''] = /^(?:\/d\/([\w-]{1,64}))?(\/.*)?$/.exec(below) ?? [];
  const contest = /^[0-9a-f]{24}$/i.exec(url.searchParams.get('tid') ?? '')?.[0] ?? null;
  return { domain, path: path.replace(/\/$/, ''), contest };
}
