import type { Disposable, SecretStorage } from 'vscode';
import { Emitter } from '../../../base/emitter';
import { newCallbackSecret } from '../../../judges';

const key = 'callback path';

/**
 * The secret part of the callback URL's path. Created when the user enables callbacks, and kept in VS Code's secret
 * storage. Nothing listens before that. If the storage fails, the secret is kept in memory until the window closes.
 */
export class CallbackSecret implements Disposable {
  private session: string | null = null;
  private readonly changed = new Emitter<void>((error) => this.onError('a listener failed', error));
  /** also fires for changes in other windows */
  readonly onDidChange = this.changed.event;
  private readonly subscription: Disposable;

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'onDidChange'>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.subscription = secrets.onDidChange((change) => {
      if (change.key === key) this.changed.fire();
    });
  }

  /** Resolves to null if the user never enabled callbacks on this computer. */
  async get(): Promise<string | null> {
    try {
      const text = await this.secrets.get(key);
      if (text !== undefined && /^[0-9a-f]{32}$/.test(text)) return text;
    } catch (error) {
      this.onError('the callback address could not be read', error);
    }
    return this.session;
  }

  /** Returns the existing secret, or creates one. */
  async make(): Promise<string> {
    const known = await this.get();
    if (known !== null) return known;
    const made = newCallbackSecret();
    this.session = made;
    try {
      await this.secrets.store(key, made);
    } catch (error) {
      this.onError('the callback address could not be kept', error);
    }
    this.changed.fire();
    return made;
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }
}
