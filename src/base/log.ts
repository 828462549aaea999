export interface Log {
  readonly error: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  readonly show: () => void;
}

/** The secrets that are removed from a log. */
export interface LoggedSecrets {
  /** Whether all secrets are known. */
  readonly isComplete: boolean;
  /** Resolves when all secrets are known. Never rejects. */
  complete(): Promise<void>;
}

const allKnown: LoggedSecrets = { isComplete: true, complete: () => Promise.resolve() };

/**
 * Wraps a log so that all its text is redacted. Lines wait, in their order, until all secrets are known. Never throws,
 * because logging must not make a request fail.
 */
export function redactedLog(
  channel: Log,
  redact: (text: string) => string,
  secrets: LoggedSecrets = allKnown,
): Log {
  let waiting: (() => void)[] = [];
  const writeWaiting = (): void => {
    const lines = waiting;
    waiting = [];
    for (const write of lines) write();
  };
  const writing =
    (level: 'error' | 'warn' | 'info' | 'debug') =>
    (text: string): void => {
      const write = (): void => {
        try {
          channel[level](redact(text));
        } catch {
          // a closing window's log channel is closed before its requests end
        }
      };
      if (secrets.isComplete && waiting.length === 0) {
        write();
        return;
      }
      waiting.push(write);
      if (waiting.length === 1) void secrets.complete().then(writeWaiting);
    };
  return {
    error: writing('error'),
    warn: writing('warn'),
    info: writing('info'),
    debug: writing('debug'),
    show: () => channel.show(),
  };
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns message and stack of a thrown value, for unexpected errors in the log. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
