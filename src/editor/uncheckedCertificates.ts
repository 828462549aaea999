import { commands, l10n, window, type Memento } from 'vscode';
import { ServiceFailed, type ServiceProfile } from '../service';

const key = 'uncheckedCertificates';
const asking = new Map<string, Promise<boolean>>();

/**
 * The setting `http.proxyStrictSSL` is off, so nobody knows whom a connection reaches: before the first credential
 * goes out to a service the person is asked, and the yes is remembered for this service. Rejects with
 * `ServiceFailed` as long as there is none. `onAgreed` is called after a yes that nobody waits for.
 */
export async function agreeToUnchecked(
  state: Memento,
  profile: ServiceProfile,
  by: 'person' | 'background',
  onAgreed: () => void,
): Promise<void> {
  const { origin } = profile;
  const agreed = (): readonly string[] => state.get<readonly string[]>(key, []);
  if (agreed().includes(origin)) return;
  const refusal = new ServiceFailed({ kind: 'insecure', origin, why: 'unchecked' }, { sent: 'no' });
  const known = asking.get(origin);
  if (by === 'background') {
    if (!known) void question(state, profile, false).then((yes) => (yes ? onAgreed() : undefined));
    throw refusal;
  }
  const answered = known ? await known : false;
  if (!answered && !(await question(state, profile, true))) throw refusal;
}

function question(state: Memento, { name, origin }: ServiceProfile, modal: boolean): Promise<boolean> {
  const ask = async (): Promise<boolean> => {
    const send = l10n.t('Send Anyway');
    const openSetting = l10n.t('Open Setting');
    const chosen = await window.showWarningMessage(
      l10n.t(
        'The setting “http.proxyStrictSSL” is off, so VS Code doesn’t check certificates: anybody on the way could read the credentials for {0} ({1}). Send them?',
        name,
        origin,
      ),
      { modal },
      send,
      openSetting,
    );
    if (chosen === openSetting) {
      await commands.executeCommand('workbench.action.openSettings', 'http.proxyStrictSSL');
    }
    if (chosen !== send) return false;
    await state.update(key, [...new Set([...state.get<readonly string[]>(key, []), origin])]);
    return true;
  };
  const answer = ask();
  asking.set(origin, answer);
  const done = (): void => {
    // a background question that was turned down is not put again in this session
    if (modal) asking.delete(origin);
  };
  answer.then(done, done);
  return answer;
}
