/** The extension's log channel. */
export interface Log {
  readonly error: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  readonly show: () => void;
}

/** A log that redacts every line, also stacks and texts of a judge. Never throws: a request must not fail by its log. */
export function redactedLog(channel: Log, redact: (text: string) => string): Log {
  const writing =
    (level: 'error' | 'warn' | 'info' | 'debug') =>
    (text: string): void => {
      try {
        channel[level](redact(text));
      } catch {
        // the channel of a window that closes is closed before requests end
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

/** The message of a thrown value, in one line. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Message and stack of a thrown value, for unexpected errors in the log. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
