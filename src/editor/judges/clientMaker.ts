import { type Memento, commands, env, l10n, window } from 'vscode';
import {
  JudgeClient,
  RequestFailed,
  SharedRateLimit,
  type Credential,
  type Fetch,
  type JudgeId,
  type Judge,
  originsOf,
} from '../../judges';
import type { NetworkOf } from '../../judges/http/network';
import type { Redaction } from '../../judges/signIn/redaction';
import { systemClock, type Leases } from '../../base/ports';
import { checksCertificates } from '../shared/settings/settingsOfOthers';
import type { AskedBy } from '../shared/judges';
import { mementos } from '../shared/storage/storageKeys';
import { sanitizeForUi } from '../labels/sanitizeText';
import { nameOfJudge } from '../labels/judgeLabels';

export interface ClientContext {
  readonly fetch: Fetch;
  /** looks up hosts; null in a browser */
  readonly networkOf: NetworkOf | null;
  readonly userAgent: string;
  readonly state: Memento;
  /** removes credentials from logs and failures */
  readonly redaction: Redaction;
  /** whether this is a browser, which sends no requests to judges that reject web pages */
  readonly isBrowser: boolean;
  /** shared with the other windows of this computer */
  readonly leases: () => Promise<Leases>;
  /** logs deviations from the specification */
  readonly onOddity: (text: string) => void;
  /** logs a request and its outcome */
  readonly onRequest: (text: string, isFailure: boolean) => void;
  /** called after the user agreed to send credentials of a judge with unverified certificates */
  readonly onAgreed: (service: JudgeId) => void;
}

/** Creates clients with their dependencies. Loaded when the first request is sent. */
export class ClientMaker {
  private readonly turns: SharedRateLimit;

  constructor(private readonly context: ClientContext) {
    this.turns = new SharedRateLimit(context.leases, systemClock);
  }

  /**
   * Rejects with `RequestFailed` if no request may be sent to the judge. If `http.proxyStrictSSL` is off, credentials
   * could be intercepted, so the first request waits for the user's consent.
   */
  async agreed(judge: Judge, by: AskedBy): Promise<void> {
    const { isBrowser, state, onAgreed } = this.context;
    if (isBrowser && judge.worksInBrowser === false) {
      throw new RequestFailed({ kind: 'browser' }, { sent: 'no' });
    }
    if (checksCertificates() || judge.authentication.scheme === 'none') return;
    await agreeToUnchecked(state, judge, by, () => onAgreed(judge.id));
  }

  make(judge: Judge, credential: () => Promise<Credential | null>): JudgeClient {
    const { fetch, networkOf, userAgent, redaction, onOddity, onRequest } = this.context;
    return new JudgeClient(judge, {
      fetch,
      networkOf,
      userAgent,
      language: env.language,
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
 * Requests consent before the first credential is sent to an origin of a judge, for requests or for push, while
 * `http.proxyStrictSSL` is off, because the identity of servers isn't verified then. Remembers the consent for that
 * origin. Rejects with `RequestFailed` without consent. `onAgreed`: called if the user agrees to a question that appeared
 * in the background.
 */
export async function agreeToUnchecked(
  state: Memento,
  judge: Judge,
  by: AskedBy,
  onAgreed: () => void,
): Promise<void> {
  const open = openOrigins(state, judge);
  const [origin] = open;
  if (origin === undefined) return;
  const refusal = new RequestFailed({ kind: 'insecure', origin, why: 'unchecked' }, { sent: 'no' });
  const known = asking.get(open.join(' '));
  if (by === 'background') {
    if (!known) void askConsent(state, judge, by).then((agrees) => (agrees ? onAgreed() : undefined));
    throw refusal;
  }
  const answered = known ? await known : false;
  if (!answered && !(await askConsent(state, judge, by))) throw refusal;
}

/**
 * Returns the judge's TLS origins to which the user has not yet agreed to send credentials without certificate
 * verification.
 */
function openOrigins(state: Memento, judge: Judge): readonly string[] {
  const agreed = state.get<readonly string[]>(key, []);
  return originsOf(judge).filter((origin) => /^(?:https|wss):/.test(origin) && !agreed.includes(origin));
}

/** Requests consent, in a modal dialog if the user is waiting for the request. */
function askConsent(state: Memento, judge: Judge, by: AskedBy): Promise<boolean> {
  const modal = by === 'person';
  const origins = openOrigins(state, judge);
  const ask = async (): Promise<boolean> => {
    const send = l10n.t('Send Anyway');
    const openSetting = l10n.t('Open Setting');
    const chosen = await window.showWarningMessage(
      l10n.t(
        '“http.proxyStrictSSL” is off, so certificates may not be verified and the credentials for {0} ({1}) could be intercepted. Send them?',
        nameOfJudge(judge),
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
    // a background question that was declined isn't repeated in this session
    if (modal) asking.delete(name);
  };
  answer.then(done, done);
  return answer;
}
