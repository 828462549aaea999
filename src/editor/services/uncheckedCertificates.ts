import { mementos } from '../keys';
import { commands, l10n, window, type Memento } from 'vscode';
import { originsOf, ServiceFailed, type ServiceProfile } from '../../service';
import { sanitizeForUi } from '../words/sanitizeForUi';
import { serviceName } from '../words/serviceWords';

const { uncheckedCertificates: key } = mementos;
const asking = new Map<string, Promise<boolean>>();

/**
 * The setting `http.proxyStrictSSL` is off, so nobody knows whom a connection reaches: before the first credential
 * goes out to an address of a service, be it for asking or for being pushed results, the person is asked, and the yes
 * is remembered for these addresses. Rejects with `ServiceFailed` as long as there is none. `onAgreed` is called
 * after a yes that nobody waits for.
 */
export async function agreeToUnchecked(
  state: Memento,
  profile: ServiceProfile,
  by: 'person' | 'background',
  onAgreed: () => void,
): Promise<void> {
  const open = openOrigins(state, profile);
  const [origin] = open;
  if (origin === undefined) return;
  const refusal = new ServiceFailed({ kind: 'insecure', origin, why: 'unchecked' }, { sent: 'no' });
  const known = asking.get(open.join(' '));
  if (by === 'background') {
    if (!known) void question(state, profile, false).then((yes) => (yes ? onAgreed() : undefined));
    throw refusal;
  }
  const answered = known ? await known : false;
  if (!answered && !(await question(state, profile, true))) throw refusal;
}

/** Where a credential of the service would go encrypted, but maybe not to whom it is meant for, and no yes was given. */
function openOrigins(state: Memento, profile: ServiceProfile): readonly string[] {
  const agreed = state.get<readonly string[]>(key, []);
  return originsOf(profile).filter((origin) => /^(?:https|wss):/.test(origin) && !agreed.includes(origin));
}

function question(state: Memento, profile: ServiceProfile, modal: boolean): Promise<boolean> {
  const origins = openOrigins(state, profile);
  const ask = async (): Promise<boolean> => {
    const send = l10n.t('Send Anyway');
    const openSetting = l10n.t('Open Setting');
    const chosen = await window.showWarningMessage(
      l10n.t(
        '“http.proxyStrictSSL” is off, so certificates may not be verified and the credentials for {0} ({1}) could be intercepted. Send them?',
        serviceName(profile),
        sanitizeForUi(origins.join(', '), 300),
      ),
      { modal },
      send,
      openSetting,
    );
    if (chosen === openSetting) {
      await commands.executeCommand('workbench.action.openSettings', 'http.proxyStrictSSL');
    }
    if (chosen !== send) return false;
    await state.update(key, [...new Set([...state.get<readonly string[]>(key, []), ...origins])]);
    return true;
  };
  const answer = ask();
  const name = origins.join(' ');
  asking.set(name, answer);
  const done = (): void => {
    // a background question that was turned down is not put again in this session
    if (modal) asking.delete(name);
  };
  answer.then(done, done);
  return answer;
}
