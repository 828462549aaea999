import type { Disposable, SecretStorage } from 'vscode';
import { Emitter } from '../base/emitter';
import type { Credential, ServiceProfile } from '../service';
import { Redaction } from '../service/redaction';
import { belongsTo } from '../service/credentials';

const prefix = 'credential ';

/**
 * Credentials in VS Code's secret storage, one for each service origin. Where that storage can't keep one, it lives
 * for the session: never in settings, never in state.
 */
export class CredentialStore implements Disposable {
  private readonly session = new Map<string, Credential>();
  /** removed by a person, though the secret storage would not forget them */
  private readonly refused = new Set<string>();
  /** knows every secret that this window has seen, so that none of them is ever printed */
  readonly redaction = new Redaction();
  private readonly changed = new Emitter<void>((error) => this.onError('a listener failed', error));
  /** fires for other windows' changes too */
  readonly onDidChange = this.changed.event;
  private readonly subscription: Disposable;

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) void this.stored(key.slice(prefix.length));
    });
  }

  /** What may be shown to this service now; null: nothing is saved that belongs to its addresses. */
  async get(profile: ServiceProfile): Promise<Credential | null> {
    if (profile.authentication.scheme === 'none') return null;
    const credential = this.session.get(profile.origin) ?? (await this.read(profile.origin));
    if (!credential) return null;
    return belongsTo(credential, profile) ? credential : null;
  }

  /** One that is only tried yet must not be printed either. */
  hide({ secret }: Credential): void {
    this.redaction.add(secret);
  }

  /** `kept`: it survives a restart; `session`: the secret storage refused it, it lives as long as this window. */
  async save(origin: string, credential: Credential): Promise<'kept' | 'session'> {
    this.hide(credential);
    try {
      await this.secrets.store(prefix + origin, JSON.stringify(credential));
      this.session.delete(origin);
      this.refused.delete(origin);
      this.changed.fire();
      return 'kept';
    } catch (error) {
      this.onError('the credential could not be kept', error);
      // an older one must not come back after a restart
      await this.forget(origin);
      this.session.set(origin, credential);
      this.changed.fire();
      return 'session';
    }
  }

  /** False: the secret storage refused to forget it. It is not used any more in this window anyway. */
  async remove(origin: string): Promise<boolean> {
    this.session.delete(origin);
    const forgotten = await this.forget(origin);
    if (forgotten) this.refused.delete(origin);
    else this.refused.add(origin);
    this.changed.fire();
    return forgotten;
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  /** The storage has changed, maybe by another window. What was saved there now replaces what lived in this one. */
  private async stored(origin: string): Promise<void> {
    this.refused.delete(origin);
    if (this.session.has(origin) && (await this.read(origin))) this.session.delete(origin);
    this.changed.fire();
  }

  private async forget(origin: string): Promise<boolean> {
    try {
      await this.secrets.delete(prefix + origin);
      return true;
    } catch (error) {
      this.onError('the credential could not be removed', error);
      return false;
    }
  }

  private async read(origin: string): Promise<Credential | null> {
    if (this.refused.has(origin)) return null;
    try {
      const text = await this.secrets.get(prefix + origin);
      if (text === undefined) return null;
      const parsed: unknown = JSON.parse(text);
      if (!isCredential(parsed)) return null;
      this.redaction.add(parsed.secret);
      return parsed;
    } catch (error) {
      this.onError('the credential could not be read', error);
      return null;
    }
  }
}

function isCredential(value: unknown): value is Credential {
  if (typeof value !== 'object' || value === null) return false;
  const { id, origins, authentication, secret } = value as Partial<Record<keyof Credential, unknown>>;
  return (
    typeof id === 'string' &&
    typeof secret === 'string' &&
    Array.isArray(origins) &&
    origins.every((origin) => typeof origin === 'string') &&
    typeof authentication === 'object' &&
    authentication !== null &&
    'scheme' in authentication
  );
}
