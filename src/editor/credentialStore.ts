import * as v from 'valibot';
import type { Disposable, SecretStorage } from 'vscode';
import { Emitter } from '../base/emitter';
import { KeyedMutex } from '../base/keyedMutex';
import type { Credential, ServiceProfile } from '../service';
import { Redaction } from '../service/redaction';
import { belongsTo } from '../service/credentials';

const prefix = 'credential ';
/** the origins that credentials were saved for, as a list: a secret storage cannot be listed itself */
const originsKey = 'origins of credentials';

const savedCredential: v.GenericSchema<unknown, Credential> = v.looseObject({
  id: v.string(),
  origins: v.array(v.string()),
  authentication: v.variant('scheme', [
    v.looseObject({ scheme: v.literal('basic') }),
    v.looseObject({ scheme: v.literal('bearer') }),
    v.looseObject({ scheme: v.literal('header'), headerName: v.string() }),
  ]),
  secret: v.string(),
});

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
  private readonly mutex = new KeyedMutex();

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
      await this.keepOrigin(origin);
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

  /** Every service origin that a credential is saved for, also those that are no longer in the settings. */
  async origins(): Promise<readonly string[]> {
    try {
      const listed = new Set([...(await this.listedOrigins()), ...this.session.keys()]);
      const saved = await Promise.all(
        [...listed].map(async (origin) => ((await this.isSaved(origin)) ? [origin] : [])),
      );
      return saved.flat().sort();
    } catch (error) {
      this.onError('the credentials could not be listed', error);
      return [...this.session.keys()].sort();
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

  /** Also one that cannot be read, or that the storage would not forget: it is there to be removed. */
  private async isSaved(origin: string): Promise<boolean> {
    return this.session.has(origin) || (await this.secrets.get(prefix + origin)) !== undefined;
  }

  /** Before the credential itself, so that none is ever kept that is not listed. */
  private async keepOrigin(origin: string): Promise<void> {
    await this.mutex.run(originsKey, async () => {
      const listed = new Set(await this.listedOrigins());
      if (listed.has(origin)) return;
      await this.secrets.store(originsKey, JSON.stringify([...listed, origin]));
    });
  }

  private async listedOrigins(): Promise<readonly string[]> {
    const text = await this.secrets.get(originsKey);
    if (text === undefined) return [];
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), text);
    return read.success ? read.output : [];
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
      const read = v.safeParse(savedCredential, JSON.parse(text));
      if (!read.success) return null;
      this.redaction.add(read.output.secret);
      return read.output;
    } catch (error) {
      this.onError('the credential could not be read', error);
      return null;
    }
  }
}
