import { pathBelow } from '../../address';
import { selfTest } from './samples';

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
