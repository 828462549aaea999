import { l10n } from 'vscode';
import {
  isInPrivateNetwork,
  isPrivate,
  parseServiceUrl,
  profileNamed,
  ServiceFailed,
  type ServiceProfile,
  type ServiceType,
  type Site,
} from '../../service';
import type { Uses } from '../extensionServices';
import { askChecked, type Checked } from '../prompts/quickPick';
import { confirms } from '../prompts/dialogs';
import { addressProblemWords } from '../prompts/settingsProblems';
import { failureWords, orFailure } from '../prompts/showFailure';
import { back } from '../prompts/quickPick';
import { sanitizeForUi } from '../words/sanitizeForUi';
import { typeWords } from '../words/serviceWords';
import { urlOf, without, withScheme, type Description } from './fieldQuestions';

/**
 * Asks where a site is, in one box: the address of any of its pages will do. It is asked once whether it is one of that
 * type, and the person whether credentials may go there unencrypted, where that is possible at all. Undefined: they
 * changed their mind.
 */
export async function askSite(
  extension: Uses<'log' | 'services'>,
  type: ServiceType,
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
    problemOf: (text) => (text.trim() === '' ? undefined : problemOf(site, text)),
    attempt: (text, signal) => attempt(extension, type, site, soFar, text, signal),
  });
  return described === back ? undefined : described;
}

/** What is wrong with a typed address, in words; undefined: nothing. */
function problemOf({ siteIn, mayBeUnencrypted }: Site, text: string): string | undefined {
  const parsed = parseServiceUrl(withScheme(siteIn(text).url));
  if (!parsed.ok) return addressProblemWords(parsed.problem);
  const url = new URL(parsed.baseUrl);
  if (isPrivate(url) || (mayBeUnencrypted && isInPrivateNetwork(url))) return undefined;
  return l10n.t('Credentials can’t be sent to this URL because it isn’t encrypted. Use https://');
}

async function attempt(
  extension: Uses<'log' | 'services'>,
  type: ServiceType,
  site: Site,
  soFar: Description,
  text: string,
  signal: AbortSignal,
): Promise<Checked<Description>> {
  const { url: address, ...others } = site.siteIn(text);
  const url = withScheme(address);
  const before = urlOf(soFar);
  const isUnencrypted = !isPrivate(new URL(url));
  const described: Description = {
    ...without(soFar, 'allowPlainHttp'),
    ...{ type, url, ...others },
    ...(isUnencrypted ? { allowPlainHttp: true } : {}),
  };
  const name = new URL(url).host;
  const read = profileNamed(name, { [name]: described });
  if (!read.ok) return { kind: 'refused', words: l10n.t('This URL can’t be used') };
  const wrong = await problemThere(extension, read.profile, type, site, signal);
  if (wrong !== null) return { kind: 'refused', words: joinedAdvice(wrong, text, url) };
  const isAgreed = before === url && soFar['allowPlainHttp'] === true;
  if (isUnencrypted && !isAgreed && !(await agreesToUnencrypted(url))) {
    return {
      kind: 'refused',
      words: l10n.t('Nothing was sent. Without encryption, you can’t sign in here.'),
    };
  }
  return { kind: 'taken', value: described };
}

/** Why it is no site of that type, in words; null: it is one. */
async function problemThere(
  extension: Uses<'log' | 'services'>,
  profile: ServiceProfile,
  type: ServiceType,
  { isOne }: Site,
  signal: AbortSignal,
): Promise<string | null> {
  const client = extension.services.clientWith(profile, null);
  const answer = await orFailure(client.then((it) => it.ask(isOne, signal)));
  if (answer === true) return null;
  if (answer instanceof ServiceFailed) return failureWords(extension, profile, answer, 'credentials');
  return l10n.t(
    'No {0} site found at {1}. Check the URL.',
    typeWords(type).label,
    sanitizeForUi(profile.baseUrl, 100),
  );
}

/** Many schools have a site without https, and type its address without a scheme. */
function joinedAdvice(words: string, text: string, url: string): string {
  if (text.includes('://') || !isInPrivateNetwork(new URL(url))) return words;
  return `${words} ${l10n.t('If the site has no https, enter the URL with http://')}`;
}

function agreesToUnencrypted(url: string): Promise<boolean> {
  return confirms(
    l10n.t('Send credentials unencrypted to {0}?', sanitizeForUi(url, 100)),
    l10n.t('Send Unencrypted'),
    l10n.t('Everyone on this network can read your password.'),
  );
}
