/** The extension's log channel. */
export interface Log {
  readonly error: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  readonly show: () => void;
}

/** Wraps a log so that all its text is redacted. Never throws, because logging must not make a request fail. */
export function redactedLog(channel: Log, redact: (text: string) => string): Log {
  const writing =
    (level: 'error' | 'warn' | 'info' | 'debug') =>
    (text: string): void => {
      try {
        channel[level](redact(text));
      } catch {
        // a closing window's log channel is closed before its requests end
      }
    };
  return {
    error: writing('error'),
    warn: writing('warn'),
    info: writing('info'),
    debug: writing('debug'),
    show: () => channel.show(),
  };
}

/** Returns the message of a thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns message and stack of a thrown value, for unexpected errors in the log. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
