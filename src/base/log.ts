/** What is written to the log. */
export interface Log {
  readonly error: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  readonly show: () => void;
}

/** The log without any secret that this window knows, whoever writes and whatever: a stack, a service's words. */
export function redactedLog(channel: Log, redact: (text: string) => string): Log {
  return {
    error: (text) => channel.error(redact(text)),
    warn: (text) => channel.warn(redact(text)),
    info: (text) => channel.info(redact(text)),
    debug: (text) => channel.debug(redact(text)),
    show: () => channel.show(),
  };
}

/** What was thrown, in one line. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What was thrown and where: for a log, where the error was not expected. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
