import { judgeNamed, judgeTypeNames, judgeTypes, type JudgeTypeName } from '.';
import { isInPrivateNetwork, isLoopback, mayBeInPrivateNetwork, pastedUrl } from '../address';
import { readyJudges, type ReadyJudge } from './ready';

/** A website that many people look for, and that no type of judge supports. */
export type UnsupportedWebsite = 'AtCoder' | 'LeetCode' | 'Luogu';

const unsupportedHosts: Readonly<Record<UnsupportedWebsite, RegExp>> = {
  AtCoder: /^(?:[a-z\d-]{1,20}\.)?atcoder\.jp$/,
  LeetCode: /^(?:[a-z\d-]{1,20}\.)?leetcode\.(?:com|cn)$/,
  Luogu: /^(?:www\.)?luogu\.com(?:\.cn)?$/,
};

export const unsupportedWebsites = Object.keys(unsupportedHosts) as readonly UnsupportedWebsite[];

/** The judge that the host or the form of a URL identifies without a request. */
export type JudgeOfUrl =
  | { readonly kind: 'unsupported'; readonly website: UnsupportedWebsite }
  | { readonly kind: 'ready'; readonly ready: ReadyJudge }
  /** `fields`: those of the settings that the URL contains; without `url` if it is the default */
  | {
      readonly kind: 'type';
      readonly type: JudgeTypeName;
      readonly fields: Readonly<Record<string, string>>;
    };

/** Returns the judge that the URL of any page identifies by its host or its form. Null: any site of any type. */
export function judgeOfUrl(text: string): JudgeOfUrl | null {
  const url = pastedUrl(text.trim());
  if (!url) return null;
  const website = unsupportedWebsites.find((name) => unsupportedHosts[name].test(url.hostname));
  if (website) return { kind: 'unsupported', website };
  const ready = readyJudges.find(({ description }) =>
    [description['url'], description['website']].some(
      (address) => typeof address === 'string' && isSameHost(url, address),
    ),
  );
  if (ready) return { kind: 'ready', ready };
  const type = judgeTypeNames.find((name) => isOfType(name, url));
  return type === undefined ? null : { kind: 'type', type, fields: fieldsOfType(type, url) };
}

function isOfType(type: JudgeTypeName, url: URL): boolean {
  if (judgeTypes[type].isOwnPage?.(url)) return true;
  const publicUrl = publicUrlOf(type);
  return publicUrl !== null && isSameHost(url, publicUrl);
}

function fieldsOfType(type: JudgeTypeName, url: URL): Readonly<Record<string, string>> {
  const fields = judgeTypes[type].fieldsIn?.(url.href) ?? {};
  return publicUrlOf(type) === null ? { url: url.origin, ...fields } : fields;
}

/** Returns the URL that judges of a type have by default; null: none. */
function publicUrlOf(type: JudgeTypeName): string | null {
  const required = judgeTypes[type].promptedFields.filter(({ defaultValue }) => defaultValue === null);
  if (required.some(({ field }) => field === 'url')) return null;
  const missing = required.map(({ field }) => [field, 'x'] as const);
  const read = judgeNamed('x', { x: { type, ...Object.fromEntries(missing) } });
  return read.ok ? read.judge.baseUrl : null;
}

function isSameHost(url: URL, address: string): boolean {
  const withoutPrefix = ({ host }: URL): string => host.replace(/^(?:www|api)\./, '');
  return withoutPrefix(url) === withoutPrefix(new URL(address));
}

/**
 * Returns the URLs to try for a pasted one, with their schemes, the first one first. Tries https if the user didn’t type
 * a scheme, and instead of http outside of private networks.
 */
export function urlsToTry(text: string): readonly string[] {
  const typed = text.trim();
  const url = pastedUrl(typed);
  if (!url) return [];
  const isLocal = isLoopback(url) || isInPrivateNetwork(url);
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(typed);
  if (hasScheme && url.protocol === 'https:') return [typed];
  if (hasScheme && isLocal) return [typed];
  const rest = typed.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const mayBeUnencrypted = isLocal || mayBeInPrivateNetwork(url);
  return [`https://${rest}`, ...(mayBeUnencrypted ? [`http://${rest}`] : [])];
}

/** Returns whether a typed text is the URL of a page or a host, and not a word to search for. */
export function looksLikeUrl(text: string): boolean {
  const typed = text.trim();
  if (typed.length > 2_000 || /\s/.test(typed) || !pastedUrl(typed)) return false;
  return (
    typed.includes('/') ||
    /^[^@/]{1,253}:\d{1,5}$/.test(typed) ||
    /^[\w-]{1,63}(?:\.[\w-]{1,63})+$/.test(typed)
  );
}
