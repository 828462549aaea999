import { pastedUrl, pathBelow } from '../../address';
import { isSafePath, usualPaths, type KattisPaths } from './addresses';
import { MAX_KATTISRC } from '../limits';
import type { SiteFields } from '../judgeType';

/** Keys of the paths in a `.kattisrc`. */
const entries = {
  loginPath: 'loginurl',
  submitPath: 'submissionurl',
  submissionsPath: 'submissionsurl',
} as const satisfies Record<keyof KattisPaths, string>;

/** Reads `user:token` from a `.kattisrc`, or from the typed text; `user:password:…` if the file contains no token. */
export function secretIn(text: string): string {
  const { username, token, password } = valuesIn(text);
  if (!username) return /^[^\s:=[\]]{1,100}:\S{1,300}$/.test(text) ? text : '';
  return token ? `${username}:${token}` : password ? `${username}:password:${password}` : '';
}

export function secretParts(secret: string): readonly string[] {
  const proof = secret.slice(secret.indexOf(':') + 1);
  return [proof.replace(/^password:/, '')];
}

/**
 * Reads the site and its nonstandard paths from a `.kattisrc`; null: it contains no site. Ignores URLs with a query or
 * on another host.
 */
export function siteIn(text: string): (SiteFields & Partial<KattisPaths>) | null {
  const values = valuesIn(text);
  const url = siteUrlIn(values);
  if (url === null) return null;
  const others = Object.entries(entries).flatMap(([field, key]) => {
    const below = pathBelow(url, values[key] ?? '');
    const isTaken = below !== null && below.query.size === 0 && isSafePath(below.path);
    return isTaken && below.path !== usualPaths[field as keyof KattisPaths] ? [[field, below.path]] : [];
  });
  return { url, ...(Object.fromEntries(others) as Partial<KattisPaths>) };
}

/**
 * Returns the URL below which the site's pages are. That is the part before `/login` of the sign-in page, unless the
 * page for submitting is elsewhere on the host. Null: the file contains neither a sign-in page nor a host.
 */
function siteUrlIn({ loginurl, submissionurl, hostname }: Values): string | null {
  const signIn = pastedUrl(loginurl ?? '');
  if (signIn) {
    const site = signIn.origin + (/^(.*)\/login\/?$/.exec(signIn.pathname)?.[1] ?? '');
    const submit = pastedUrl(submissionurl ?? '');
    const isSiteOfBoth =
      submit === null || submit.origin !== signIn.origin || submit.href.startsWith(`${site}/`);
    return isSiteOfBoth ? site : signIn.origin;
  }
  return hostname !== undefined && pastedUrl(hostname) ? `https://${hostname}` : null;
}

/** The keys of a `.kattisrc` that are read, in lowercase. */
const keys = [
  'username',
  'token',
  'password',
  'hostname',
  'loginurl',
  'submissionurl',
  'submissionsurl',
] as const;

type Values = Readonly<Partial<Record<(typeof keys)[number], string>>>;

/**
 * Reads the values of a `.kattisrc` like the `configparser` of Python: keys in any case, comments only on separate lines,
 * and values up to the end of the line. An empty value counts as missing.
 */
function valuesIn(file: string): Values {
  const text = file.slice(0, MAX_KATTISRC).trim();
  const lines = /[\r\n]/.test(text) ? text.split(/\r\n?|\n/) : joinedLines(text);
  const values: Partial<Record<(typeof keys)[number], string>> = {};
  for (const line of lines) {
    const entry = /^\uFEFF?\s{0,99}(\w{1,20})\s{0,99}[:=](.{0,500})/.exec(line);
    const key = keys.find((name) => name === entry?.[1]?.toLowerCase());
    const value = entry?.[2]?.trim().replaceAll('%%', '%') ?? '';
    if (key !== undefined && value !== '') values[key] ??= value;
  }
  return values;
}

/** Beginnings of lines in a file whose lines were joined: a comment, a section, or a key that is read. */
const lineStart = new RegExp(
  String.raw`(?<=^|\s)(?=[#;]|\[\w{1,20}\]|(?:${keys.join('|')})\s{0,8}[:=])`,
  'i',
);

/** Splits a file whose lines were joined with spaces when it was pasted. A key directly after `#` is a comment. */
function joinedLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const part of text.split(lineStart)) {
    const isComment = /^[#;]\s*$/.test(lines.at(-1) ?? '');
    if (isComment) lines.push(`${lines.pop() ?? ''}${part}`);
    else lines.push(part);
  }
  return lines;
}
