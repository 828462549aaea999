import type { JudgeCredentials } from '../../shared/judges';
import type { Disposable, SecretStorage } from 'vscode';
import { Emitter } from '../../../base/emitter';
import { KeyedMutex } from '../../../base/async';
import { later } from '../../../base/ports';
import { jsonIn } from '../../../results/withoutDecoder';
import type { Credential, JudgeId, Judge } from '../../../judges';
import { Redaction } from '../../../judges/signIn/redaction';
import { MAX_SECRETS_WAIT_MS } from '../limits';
import { loadJudges } from '../loadJudges';

const prefix = 'credential ';
/** key of the list of judges with saved credentials, because keys of the secret storage can't be listed */
const judgesKey = 'services of credentials';

/**
 * Credentials in VS Code's secret storage, one for each judge. If the storage fails, the credential is kept in memory
 * until the window closes. Credentials are never written to settings or extension state.
 */
export class CredentialStore implements JudgeCredentials, Disposable {
  private readonly session = new Map<string, Credential>();
  /** judges whose credentials this window has saved or read, and which must be in the list */
  private readonly used = new Set<string>();
  /** judges whose credentials the user removed, although deletion from the secret storage failed */
  private readonly refused = new Set<string>();
  readonly redaction = new Redaction({ hideAll: () => this.hideAll() });
  private readonly changed = new Emitter<JudgeId>((error) => this.onError('a listener failed', error));
  readonly onDidChange = this.changed.event;
  private readonly subscription: Disposable;
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix) || key === judgesKey) {
        this.redaction.forgetCompletion();
        void this.redaction.complete();
      }
      if (key.startsWith(prefix)) void this.stored(key.slice(prefix.length));
      // if two windows wrote the list at the same time, the last one may have lost the other's entry
      if (key === judgesKey) this.listUsedAgain();
    });
  }

  async get(judge: Judge): Promise<Credential | null> {
    if (judge.authentication.scheme === 'none') return null;
    const credential = this.session.get(judge.id) ?? (await this.read(judge.id));
    if (!credential) return null;
    const { belongsTo } = await loadJudges();
    return belongsTo(credential, judge) ? credential : null;
  }

  async hide(service: JudgeId, credential: Credential): Promise<void> {
    const { secretsOf } = await loadJudges();
    for (const secret of secretsOf(service, credential)) this.redaction.add(secret);
  }

  async save(service: JudgeId, credential: Credential): Promise<'kept' | 'session'> {
    await this.hide(service, credential);
    try {
      // updates the list before the credential, so that every saved credential is listed
      this.used.add(service);
      await this.listUsed();
      await this.secrets.store(prefix + service, JSON.stringify(credential));
      this.session.delete(service);
      this.refused.delete(service);
      this.changed.fire(service);
      return 'kept';
    } catch (error) {
      this.onError('the credential could not be kept', error);
      // an older credential must not reappear after a restart
      await this.forget(service);
      this.session.set(service, credential);
      this.changed.fire(service);
      return 'session';
    }
  }

  async judges(): Promise<readonly string[]> {
    try {
      const named = (await this.listedJudges()) ?? [];
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

  async remove(service: JudgeId): Promise<boolean> {
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

  /** Handles a change of the storage, maybe by another window. The saved credential replaces the one in memory. */
  private async stored(service: JudgeId): Promise<void> {
    this.refused.delete(service);
    if (this.session.has(service) && (await this.read(service))) this.session.delete(service);
    // removed by another window, so this window must not add it to the list again
    if (!(await this.mayBeKept(service))) this.used.delete(service);
    this.changed.fire(service);
  }

  /** Hides all listed credentials. A storage that doesn't respond delays this for a limited time only. */
  private async hideAll(): Promise<void> {
    const hidden = this.listedJudges()
      .then(async (listed) => {
        await Promise.all((listed ?? []).map((service) => this.hideSaved(service)));
      })
      .catch((error: unknown) => this.onError('the credentials could not be read', error));
    let timer: Disposable | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = later(MAX_SECRETS_WAIT_MS, resolve);
    });
    await Promise.race([hidden, timeout]);
    timer?.dispose();
  }

  private async hideSaved(service: JudgeId): Promise<void> {
    const text = await this.secrets.get(prefix + service);
    const credential = text === undefined ? null : (await loadJudges()).readCredential(jsonIn(text));
    if (credential) await this.hide(service, credential);
  }

  private async mayBeKept(service: JudgeId): Promise<boolean> {
    try {
      return (await this.secrets.get(prefix + service)) !== undefined;
    } catch {
      return true; // unknown, because the storage can't be read
    }
  }

  /** Returns whether a credential is stored, even if it is unreadable, so that users can try to remove it. */
  private async isSaved(service: JudgeId): Promise<boolean> {
    return this.session.has(service) || (await this.secrets.get(prefix + service)) !== undefined;
  }

  /**
   * Adds missing judges to the list. Doesn't change a list that a newer version wrote, because that version maintains
   * it.
   */
  private async listUsed(): Promise<void> {
    await this.mutex.run(judgesKey, async () => {
      const listed = await this.listedJudges();
      const missing = [...this.used].filter((service) => listed?.includes(service) === false);
      if (!listed || missing.length === 0) return;
      await this.secrets.store(judgesKey, JSON.stringify([...listed, ...missing]));
    });
  }

  private listUsedAgain(): void {
    this.listUsed().catch((error: unknown) =>
      this.onError('the list of credentials could not be kept', error),
    );
  }

  /** Resolves to null if a newer version wrote the list. */
  private async listedJudges(): Promise<readonly string[] | null> {
    const text = await this.secrets.get(judgesKey);
    if (text === undefined) return [];
    return (await loadJudges()).readJudgeList(text);
  }

  private async forget(service: JudgeId): Promise<boolean> {
    try {
      await this.secrets.delete(prefix + service);
      return true;
    } catch (error) {
      this.onError('the credential could not be removed', error);
      return false;
    }
  }

  private async read(service: JudgeId): Promise<Credential | null> {
    if (this.refused.has(service)) return null;
    try {
      const text = await this.secrets.get(prefix + service);
      if (text === undefined) return null;
      const credential = (await loadJudges()).readCredential(JSON.parse(text));
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
