import { l10n, window } from 'vscode';
import {
  isLoopback,
  isPrivate,
  mayBeInPrivateNetwork,
  parseJudgeUrl,
  type RequestFailure,
  type JudgeTypeName,
  type Site,
} from '../../judges';
import { confirms } from '../shared/dialogs/dialogs';
import { askChecked, back, type Checked } from '../shared/dialogs/quickPick';
import { addressProblemWords } from '../shared/settings/settingsProblems';
import { explain } from '../labels/requestErrors';
import { sanitizeForUi } from '../labels/sanitizeText';
import { urlOf, without, withScheme, type Description } from './settingsEntry';
import { findSite, type WantedSite } from './findSite';
import type { Core } from '../shared/core';

/**
 * Prompts for the URL of a site, or of any of its pages. Checks whether the site is of that type. If the URL is
 * unencrypted but allowed, lets the user decide whether credentials may be sent to it. Undefined: the user canceled.
 */
export async function askSite(
  extension: Core,
  type: JudgeTypeName,
  site: Site,
  title: string,
  soFar: Description,
  suggested: string,
): Promise<Description | undefined> {
  const described = await askChecked<Description>({
    title,
    prompt: l10n.t('URL of the site, or of one of its pages'),
    placeholder: 'https://oj.school.edu',
    value: suggested,
    problemOf: (text) => (text.trim() === '' ? undefined : siteProblem(site, text)),
    attempt: (text, signal) => attempt(extension, { type, site, text, soFar }, signal),
  });
  return described === back ? undefined : described;
}

/** Returns why a typed URL is invalid; undefined if it is valid. */
function siteProblem({ siteIn, mayBeUnencrypted }: Site, text: string): string | undefined {
  const parsed = parseJudgeUrl(withScheme(siteIn(text).url));
  if (!parsed.ok) return addressProblemWords(parsed.problem);
  const url = new URL(parsed.baseUrl);
  if (isPrivate(url) || (mayBeUnencrypted && mayBeInPrivateNetwork(url))) return undefined;
  return l10n.t('Credentials can’t be sent to this URL because it isn’t encrypted. Use https://');
}

async function attempt(
  extension: Core,
  wanted: WantedSite,
  signal: AbortSignal,
): Promise<Checked<Description>> {
  const { site, text, soFar } = wanted;
  const found = await findSite(extension, wanted, signal);
  if (found.kind === 'refused') return { ...found, words: joinedAdvice(found.words, site, text) };
  const described = found.value;
  const url = urlOf(described);
  const isAgreed = urlOf(soFar) === url && soFar['allowPlainHttp'] === true;
  if (described['allowPlainHttp'] === true && !isAgreed && !(await agreesToUnencrypted(url))) {
    return {
      kind: 'refused',
      words: l10n.t('Not signed in. Credentials aren’t sent to this site without encryption.'),
    };
  }
  return found;
}
/**
 * Looks up the host of an unencrypted URL. Returns why credentials can't be sent to it; null: they can, or may be
 * allowed.
 */
async function unencryptedProblem({ judges }: Core, url: string): Promise<string | null> {
  const use = await judges.useOfUrl(new URL(url));
  if (use.kind !== 'refused') return null;
  const { host, origin } = new URL(url);
  const failure: RequestFailure =
    use.why === 'unresolved'
      ? { kind: 'dns', host }
      : { kind: 'insecure', origin, why: use.why === 'public' ? 'publicHost' : 'unknownHost' };
  return explain(failure, { name: host, address: url }, 'credentials').message;
}

/**
 * Lets the user decide whether credentials may be sent to the URL of an entry if it isn't encrypted. Returns the entry
 * with the answer; null: the user declined, or the host is public, which was shown. `before`: the entry whose answer
 * still applies.
 */
export async function askUnencrypted(
  extension: Core,
  described: Description,
  before: Description | null,
): Promise<Description | null> {
  const url = urlOf(described);
  const encrypted = without(described, 'allowPlainHttp');
  if (!URL.canParse(url) || isPrivate(new URL(url))) return encrypted;
  const refused = await unencryptedProblem(extension, url);
  if (refused !== null) {
    void window.showErrorMessage(refused);
    return null;
  }
  const isAgreed = before !== null && urlOf(before) === url && before['allowPlainHttp'] === true;
  return isAgreed || (await agreesToUnencrypted(url)) ? { ...described, allowPlainHttp: true } : null;
}

/** Adds advice for sites without https, because users often type URLs without a scheme, and https was assumed. */
function joinedAdvice(words: string, { siteIn, mayBeUnencrypted }: Site, text: string): string {
  const url = withScheme(siteIn(text).url);
  if (text.includes('://') || !URL.canParse(url)) return words;
  const address = new URL(url);
  const canBeUnencrypted = isLoopback(address) || (mayBeUnencrypted && mayBeInPrivateNetwork(address));
  const advice = canBeUnencrypted
    ? l10n.t('If the site has no HTTPS, enter the URL with http://')
    : l10n.t('If the site has no HTTPS, you can’t sign in to it from here.');
  return `${words} ${advice}`;
}

export function agreesToUnencrypted(url: string): Promise<boolean> {
  return confirms(
    l10n.t('Send credentials unencrypted to {0}?', sanitizeForUi(url, 100)),
    l10n.t('Send Unencrypted'),
    l10n.t('Anyone on this network can read your password.'),
  );
}
