import type { Memento } from 'vscode';
import {
  isUnreachable,
  ServiceClient,
  ServiceFailed,
  Turns,
  type Credential,
  type Fetch,
  type RequestName,
  type ResultAnswer,
  type ServiceId,
  type ServiceProfile,
  type Sighting,
} from '../service';
import { isPending, type KnownRecord, type RecordStore } from '../records';
import type { Leases } from '../tracking';
import type { CredentialStore } from './credentialStore';
import { systemClock } from './later';
import { checksCertificates } from './settings';
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
  readonly store: () => Pick<RecordStore, 'records'>;
  /** shared with the other windows of this machine */
  readonly leases: () => Promise<Leases>;
  /** for the log: a service sends something otherwise than the specification has it */
  readonly onOddity: (text: string) => void;
  /** one request has told how several pending results of a service are doing */
  readonly onSightings: (service: ServiceId, seen: ReadonlyMap<string, Sighting>) => void;
  /** the person has agreed to certificates that nobody checks */
  readonly onAgreed: () => void;
  readonly onReached: (isReached: boolean) => void;
}

/** The clients of the user's services: loaded when a service is asked for the first time. */
export class ServiceClients {
  private readonly clients = new Map<string, { readonly profile: string; readonly client: ServiceClient }>();
  private readonly turns: Turns;

  constructor(private readonly context: ClientContext) {
    this.turns = new Turns(context.leases, systemClock);
  }

  /** One client a service, so that two asks for one ID join. */
  async of(profile: ServiceProfile, by: AskedBy): Promise<ServiceClient> {
    await this.agreed(profile, by);
    const fingerprint = JSON.stringify(profile);
    const known = this.clients.get(profile.id);
    if (known?.profile === fingerprint) return known.client;
    const client = this.newClient(profile, () => this.context.credentials.get(profile));
    this.clients.set(profile.id, { profile: fingerprint, client });
    return client;
  }

  async with(profile: ServiceProfile, credential: Credential | null): Promise<ServiceClient> {
    await this.agreed(profile, 'person');
    if (credential) this.context.credentials.hide(credential);
    return this.newClient(profile, () => Promise.resolve(credential));
  }

  async result(
    profile: ServiceProfile,
    request: RequestName,
    signal: AbortSignal | undefined,
    by: AskedBy,
  ): Promise<ResultAnswer> {
    const { onReached } = this.context;
    const client = await this.of(profile, by);
    try {
      const answer = await (by === 'person'
        ? client.result(request, signal)
        : client.poll(request, () => this.pendingAt(profile.id), signal));
      onReached(true);
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error;
      if (error.failure.kind !== 'cancelled') onReached(!isUnreachable(error.failure));
      if (!(await this.isOutdated(error, profile))) throw error;
      return client.result(request, signal);
    }
  }

  /** With `http.proxyStrictSSL` off anybody on the way may read a credential, so the first one waits for a yes. */
  async agreed(profile: ServiceProfile, by: AskedBy): Promise<void> {
    const { isBrowser, state, onAgreed } = this.context;
    if (isBrowser && profile.worksInBrowser === false) {
      throw new ServiceFailed({ kind: 'browser' }, { sent: 'no' });
    }
    if (checksCertificates() || profile.authentication.scheme === 'none') return;
    await agreeToUnchecked(state, profile, by, onAgreed);
  }

  private newClient(profile: ServiceProfile, credential: () => Promise<Credential | null>): ServiceClient {
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

  private pendingAt(service: ServiceId): readonly KnownRecord[] {
    const records = this.context.store().records();
    return records.filter((record) => record.service === service && isPending(record));
  }

  /** A 401 of a credential that has been replaced meanwhile. */
  private async isOutdated(
    { failure, credentialId }: ServiceFailed,
    profile: ServiceProfile,
  ): Promise<boolean> {
    if (failure.kind !== 'status' || failure.status !== 401) return false;
    const present = await this.context.credentials.get(profile);
    return present !== null && present.id !== credentialId;
  }
}
