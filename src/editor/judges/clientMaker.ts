import { type Memento, commands, l10n, window } from 'vscode';
import {
  ServiceClient,
  ServiceFailed,
  Turns,
  type Credential,
  type Fetch,
  type ServiceId,
  type Judge,
  originsOf,
} from '../../service';
import type { Redaction } from '../../service/redaction';
import { systemClock, type Leases } from '../../base/ports';
import { checksCertificates } from '../shared/settings';
import type { AskedBy } from '../shared/judges';
import { mementos } from '../shared/keys';
import { sanitizeForUi } from '../labels/text';
import { serviceName } from '../labels/serviceLabels';

/** What clients have to do with the rest. */
export interface ClientContext {
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly state: Memento;
  /** hides credentials in the log and in traces */
  readonly redaction: Redaction;
  /** a service that refuses web pages is not asked at all */
  readonly isBrowser: boolean;
  /** shared with the other windows of this machine */
  readonly leases: () => Promise<Leases>;
  /** for the log: a service sends something otherwise than the specification has it */
  readonly onOddity: (text: string) => void;
  /** for the log: a request, and what came of it */
  readonly onRequest: (text: string, isFailure: boolean) => void;
  /** the person has agreed to certificates of a service that nobody checks */
  readonly onAgreed: (service: ServiceId) => void;
}

/** Makes clients with everything around them: loaded when a service is asked for the first time. */
export class ClientMaker {
  private readonly turns: Turns;

  constructor(private readonly context: ClientContext) {
    this.turns = new Turns(context.leases, systemClock);
  }

  /** With `http.proxyStrictSSL` off anybody on the way may read a credential, so the first one waits for a yes. */
  async agreed(profile: Judge, by: AskedBy): Promise<void> {
    const { isBrowser, state, onAgreed } = this.context;
    if (isBrowser && profile.worksInBrowser === false) {
      throw new ServiceFailed({ kind: 'browser' }, { sent: 'no' });
    }
    if (checksCertificates() || profile.authentication.scheme === 'none') return;
    await agreeToUnchecked(state, profile, by, () => onAgreed(profile.id));
  }

  make(profile: Judge, credential: () => Promise<Credential | null>): ServiceClient {
    const { fetch, userAgent, redaction, onOddity, onRequest } = this.context;
    return new ServiceClient(profile, {
      fetch,
      userAgent,
      credential,
      redact: (json) => redaction.json(json),
      hide: (secret) => redaction.add(secret),
      onOddity,
      onRequest,
      inTurn: (name, interval, ask) => this.turns.run(name, interval, ask),
    });
  }
}

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
  profile: Judge,
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
function openOrigins(state: Memento, profile: Judge): readonly string[] {
  const agreed = state.get<readonly string[]>(key, []);
  return originsOf(profile).filter((origin) => /^(?:https|wss):/.test(origin) && !agreed.includes(origin));
}

function question(state: Memento, profile: Judge, modal: boolean): Promise<boolean> {
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
