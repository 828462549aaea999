import { pathBelow } from '../../address';

/** Where a record or a problem stands: in a domain of the site, maybe in a contest. */
export interface HydroPlace {
  /** null: the one that the address alone leads to */
  readonly domain: string | null;
  readonly contest: string | null;
}

/** A self-test is a record of this “contest”. */
export const selfTest = '0'.repeat(24);

/** As it is kept with a record: `domain#contest`. */
export function placeOf({ domain, contest }: HydroPlace): string {
  return contest === null ? (domain ?? '') : `${domain ?? ''}#${contest}`;
}

/** `domain`: that of the service, where the text says none. */
export function readPlace(text: string | null, domain: string | null): HydroPlace {
  const [ownDomain = '', contest = ''] = (text ?? '').split('#');
  return { domain: ownDomain || domain, contest: contest || null };
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
