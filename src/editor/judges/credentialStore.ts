import type { Disposable, SecretStorage } from 'vscode';
import { Emitter } from '../../base/emitter';
import { KeyedMutex } from '../../base/async';
import type { Credential, ServiceId, Judge } from '../../service';
import { Redaction } from '../../service/redaction';
import { loadService } from './loadService';

const prefix = 'credential ';
/** the services that credentials were saved for, as a list: a secret storage cannot be listed itself */
const servicesKey = 'services of credentials';

/**
 * Credentials in VS Code's secret storage, one for each service. Where that storage can't keep one, it lives
 * for the session: never in settings, never in state.
 */
export class CredentialStore implements Disposable {
  private readonly session = new Map<string, Credential>();
  /** whose credentials this window has saved or read: it sees to it that the list names them */
  private readonly used = new Set<string>();
  /** removed by a person, though the secret storage would not forget them */
  private readonly refused = new Set<string>();
  /** knows every secret that this window has seen, so that none of them is ever printed */
  readonly redaction = new Redaction();
  private readonly changed = new Emitter<ServiceId>((error) => this.onError('a listener failed', error));
  /** tells whose credential it is; fires for other windows' changes too */
  readonly onDidChange = this.changed.event;
  private readonly subscription: Disposable;
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) void this.stored(key.slice(prefix.length));
      // two windows may have written the list at once, and the last one has left out what the other one added
      if (key === servicesKey) this.listUsedAgain();
    });
  }

  /** What may be shown to this service now; null: nothing is saved that belongs to its addresses. */
  async get(profile: Judge): Promise<Credential | null> {
    if (profile.authentication.scheme === 'none') return null;
    const credential = this.session.get(profile.id) ?? (await this.read(profile.id));
    if (!credential) return null;
    const { belongsTo } = await loadService();
    return belongsTo(credential, profile) ? credential : null;
  }

  /** One that is only tried yet must not be printed either. */
  async hide(service: ServiceId, credential: Credential): Promise<void> {
    const { secretsOf } = await loadService();
    for (const secret of secretsOf(service, credential)) this.redaction.add(secret);
  }

  /** `kept`: it survives a restart; `session`: the secret storage refused it, it lives as long as this window. */
  async save(service: ServiceId, credential: Credential): Promise<'kept' | 'session'> {
    await this.hide(service, credential);
    try {
      // before the credential itself, so that none is ever kept that is not listed
      this.used.add(service);
      await this.listUsed();
      await this.secrets.store(prefix + service, JSON.stringify(credential));
      this.session.delete(service);
      this.refused.delete(service);
      this.changed.fire(service);
      return 'kept';
    } catch (error) {
      this.onError('the credential could not be kept', error);
      // an older one must not come back after a restart
      await this.forget(service);
      this.session.set(service, credential);
      this.changed.fire(service);
      return 'session';
    }
  }

  /** Every service that a credential is saved for, also those that are no longer in the settings. */
  async services(): Promise<readonly string[]> {
    try {
      const named = (await this.listedServices()) ?? [];
      const listed = new Set([...named, ...this.used, ...this.session.keys()]);
      const saved = await Promise.all(
        [...listed].map(async (service) => ((await this.isSaved(service)) ? [service] : [])),
      );
      return saved.flat().sort();
    } catch (error) {
      this.onError('the credentials could not be listed', error);
      return [...this.session.keys()].sort();
    }
  }

  /** False: the secret storage refused to forget it. It is not used any more in this window anyway. */
  async remove(service: ServiceId): Promise<boolean> {
    this.session.delete(service);
    this.used.delete(service);
    const forgotten = await this.forget(service);
    if (forgotten) this.refused.delete(service);
    else this.refused.add(service);
    this.changed.fire(service);
    return forgotten;
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  /** The storage has changed, maybe by another window. What was saved there now replaces what lived in this one. */
  private async stored(service: ServiceId): Promise<void> {
    this.refused.delete(service);
    if (this.session.has(service) && (await this.read(service))) this.session.delete(service);
    // removed by another window: this one would name it in the list again
    if (!(await this.mayBeKept(service))) this.used.delete(service);
    this.changed.fire(service);
  }

  private async mayBeKept(service: ServiceId): Promise<boolean> {
    try {
      return (await this.secrets.get(prefix + service)) !== undefined;
    } catch {
      return true; // which the storage doesn't tell
    }
  }

  /** Also one that cannot be read, or that the storage would not forget: it is there to be removed. */
  private async isSaved(service: ServiceId): Promise<boolean> {
    return this.session.has(service) || (await this.secrets.get(prefix + service)) !== undefined;
  }

  /** A list of a newer version stays as it is: that one knows how to add to it. */
  private async listUsed(): Promise<void> {
    await this.mutex.run(servicesKey, async () => {
      const listed = await this.listedServices();
      const missing = [...this.used].filter((service) => listed?.includes(service) === false);
      if (!listed || missing.length === 0) return;
      await this.secrets.store(servicesKey, JSON.stringify([...listed, ...missing]));
    });
  }

  private listUsedAgain(): void {
    this.listUsed().catch((error: unknown) =>
      this.onError('the list of credentials could not be kept', error),
    );
  }

  /** Null: a newer version has written it. */
  private async listedServices(): Promise<readonly string[] | null> {
    const text = await this.secrets.get(servicesKey);
    if (text === undefined) return [];
    return (await loadService()).readServiceList(text);
  }

  private async forget(service: ServiceId): Promise<boolean> {
    try {
      await this.secrets.delete(prefix + service);
      return true;
    } catch (error) {
      this.onError('the credential could not be removed', error);
      return false;
    }
  }

  private async read(service: ServiceId): Promise<Credential | null> {
    if (this.refused.has(service)) return null;
    try {
      const text = await this.secrets.get(prefix + service);
      if (text === undefined) return null;
      const credential = (await loadService()).readCredential(JSON.parse(text));
      if (!credential) return null;
      await this.hide(service, credential);
      if (!this.used.has(service)) {
        this.used.add(service);
        this.listUsedAgain();
      }
      return credential;
    } catch (error) {
      this.onError('the credential could not be read', error);
      return null;
    }
  }
}
