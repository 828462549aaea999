import type { Memento } from 'vscode';
import type { Leases } from '../../base/ports';
import {
  ServiceClient,
  ServiceFailed,
  Turns,
  type Credential,
  type Fetch,
  type ServiceId,
  type ServiceProfile,
  type Sighting,
} from '../../service';
import type { CredentialStore } from './credentialStore';
import { systemClock } from '../later';
import { checksCertificates } from '../settings';
import { agreeToUnchecked } from './uncheckedCertificates';

/** Who asks: a person is asked back at once, the background only tells. */
export type AskedBy = 'person' | 'background';

/** What clients have to do with the rest. */
export interface ClientContext {
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly state: Memento;
  readonly credentials: CredentialStore;
  /** a service that refuses web pages is not asked at all */
  readonly isBrowser: boolean;
  /** shared with the other windows of this machine */
  readonly leases: () => Promise<Leases>;
  /** for the log: a service sends something otherwise than the specification has it */
  readonly onOddity: (text: string) => void;
  /** one request has told how several pending results of a service are doing */
  readonly onSightings: (service: ServiceId, seen: ReadonlyMap<string, Sighting>) => void;
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
  async agreed(profile: ServiceProfile, by: AskedBy): Promise<void> {
    const { isBrowser, state, onAgreed } = this.context;
    if (isBrowser && profile.worksInBrowser === false) {
      throw new ServiceFailed({ kind: 'browser' }, { sent: 'no' });
    }
    if (checksCertificates() || profile.authentication.scheme === 'none') return;
    await agreeToUnchecked(state, profile, by, () => onAgreed(profile.id));
  }

  make(profile: ServiceProfile, credential: () => Promise<Credential | null>): ServiceClient {
    const { fetch, userAgent, credentials, onOddity, onSightings } = this.context;
    return new ServiceClient(profile, {
      fetch,
      userAgent,
      credential,
      redact: (json) => credentials.redaction.json(json),
      onOddity,
      onSightings: (seen) => onSightings(profile.id, seen),
      inTurn: (name, interval, ask) => this.turns.run(name, interval, ask),
    });
  }
}
