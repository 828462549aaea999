import type { SecretStorage } from 'vscode';

type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>;

/** The secret storage of one machine, as its windows see it. */
export class SecretsOfMachine {
  readonly values = new Map<string, string>();
  /** Whether the storage rejects all calls, as it does without a keyring. */
  refusing = false;
  private readonly listeners = new Set<(event: { key: string }) => void>();

  window(): Secrets {
    const told = async (key: string, change: () => void): Promise<void> => {
      if (this.refusing) throw new Error('no keyring');
      change();
      for (const listener of this.listeners) listener({ key });
    };
    return {
      get: async (key) => {
        if (this.refusing) throw new Error('no keyring');
        return this.values.get(key);
      },
      store: (key, value) => told(key, () => this.values.set(key, value)),
      delete: (key) => told(key, () => this.values.delete(key)),
      onDidChange: (listener) => {
        const call = (event: { key: string }): void => void listener(event);
        this.listeners.add(call);
        return { dispose: () => this.listeners.delete(call) };
      },
    };
  }
}
