/** Numbers of created and active timers. */
export interface WatchedTimers {
  /** Timers created since the start of watching. */
  readonly made: number;
  /** Where each active timer was created. */
  readonly waiting: readonly string[];
  stop(): void;
}

/**
 * Watches the timers created by code below a folder in this process, in which the extension runs next to the tests. The
 * top of the stack identifies the creator, so timers of other code aren't counted.
 */
export function watchTimers(folder: string): WatchedTimers {
  const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
  const { clearTimeout: realClearTimeout, clearInterval: realClearInterval } = globalThis;
  const waiting = new Map<unknown, string>();
  let made = 0;

  const watched =
    <Make extends typeof setTimeout | typeof setInterval>(real: Make, again: boolean) =>
    (action: (...all: unknown[]) => void, delay?: number, ...all: unknown[]): unknown => {
      const [place, ...callers] = makers();
      const timer: unknown = real(
        (...given: unknown[]) => {
          if (!again) waiting.delete(timer);
          action(...given);
        },
        delay,
        ...all,
      );
      if (place?.includes(folder)) {
        made += 1;
        waiting.set(timer, [place, ...callers].join('\n'));
      }
      return timer;
    };
  const cleared =
    (real: (timer: NodeJS.Timeout) => void) =>
    (timer: NodeJS.Timeout): void => {
      waiting.delete(timer);
      real(timer);
    };
  // promisify(setTimeout) reads a property of it.
  const timeout: unknown = Object.assign(watched(realTimeout, false), realTimeout);
  globalThis.setTimeout = timeout as typeof setTimeout;
  globalThis.setInterval = watched(realInterval, true) as typeof setInterval;
  globalThis.clearTimeout = cleared(realClearTimeout) as typeof clearTimeout;
  globalThis.clearInterval = cleared(realClearInterval) as typeof clearInterval;
  return {
    get made() {
      return made;
    },
    get waiting() {
      return [...waiting.values()];
    },
    stop: () =>
      void Object.assign(globalThis, {
        setTimeout: realTimeout,
        setInterval: realInterval,
        clearTimeout: realClearTimeout,
        clearInterval: realClearInterval,
      }),
  };
}

/** Returns the lines of the stack that called `setTimeout`, the innermost first. */
function makers(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 8;
  const lines = new Error().stack?.split('\n') ?? [];
  Error.stackTraceLimit = limit;
  // Skips the message, this function, and the replacement of the original function.
  return lines.slice(3);
}
