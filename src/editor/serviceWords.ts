import { env, l10n } from 'vscode';
import { displayAddress, parseUrl, type Authentication, type ServiceProfile } from '../service';
import { sanitizeForUi } from './sanitizeForUi';

/**
 * What people call the service, in the editor's language. A Chinese sentence leaves no blanks around it: a name that is
 * none of its own language stands in quotation marks there.
 */
export function serviceName({ name, chineseName }: Pick<ServiceProfile, 'name' | 'chineseName'>): string {
  const isChinese = env.language.toLowerCase().startsWith('zh');
  return isChinese ? sanitizeForUi(chineseName ?? `“${name}”`, 100) : sanitizeForUi(name, 100);
}

/** What a person has to have before they choose a built-in service. */
export function serviceNeeds({ id }: Pick<ServiceProfile, 'id'>): string {
  switch (id) {
    case 'luogu':
      return l10n.t('Requires a paid Open Platform token. A website account isn’t enough.');
    default:
      return '';
  }
}

/** Below the box that takes the secret: what it is, and where it goes. */
export function secretPrompt(profile: ServiceProfile, scheme: Authentication['scheme']): string {
  const address = addresses(profile);
  if (profile.id === 'luogu') {
    return l10n.t('OpenApp token from the Open Platform console (user:password). Sent only to {0}.', address);
  }
  return scheme === 'basic'
    ? l10n.t('User name and password in the format user:password. Sent only to {0}.', address)
    : l10n.t('Service token. Sent only to {0}.', address);
}

/** Where the credential of a service goes: its address, and the one it is pushed from where that is another. */
function addresses({ baseUrl, webSocket }: ServiceProfile): string {
  const known = displayAddress(baseUrl);
  const push = webSocket && webSocket.authentication.kind !== 'none' ? parseUrl(webSocket.url) : null;
  if (!push || push.host === parseUrl(baseUrl)?.host) return known;
  return `${known}, ${displayAddress(`${push.protocol}//${push.host}`)}`;
}

/** What a judging costs, where that is known; empty where nothing is said. */
export function judgingPrice({ id }: Pick<ServiceProfile, 'id'>): string {
  return id === 'luogu' ? l10n.t('Each submission costs 1–10 points') : '';
}

export function pointsWords(points: number): string {
  return points === 1 ? l10n.t('1 point left') : l10n.t('{0} points left', points);
}
