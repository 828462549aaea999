/** What timers a program has made and how many of them are still to fire. */
export interface WatchedTimers {
  /** made since the watching began */
  readonly made: number;
  /** where each timer that is still to fire was made */
  readonly waiting: readonly string[];
  stop(): void;
}

/**
 * Watches the timers that code below a folder makes in this process, where the extension runs beside the tests. What
 * makes a timer stands first in its stack, so nobody else's are counted.
 */
export function watchTimers(folder: string): WatchedTimers {
  const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
  const { clearTimeout: realClearTimeout, clearInterval: realClearInterval } = globalThis;
  const waiting = new Map<unknown, string>();
  let made = 0;

  const watched =
    <Make extends typeof setTimeout | typeof setInterval>(real: Make, again: boolean) =>
    (action: (...all: unknown[]) => void, delay?: number, ...all: unknown[]): unknown => {
      const place = maker();
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
        waiting.set(timer, place);
      }
      return timer;
    };
  const cleared =
    (real: (timer: NodeJS.Timeout) => void) =>
    (timer: NodeJS.Timeout): void => {
      waiting.delete(timer);
      real(timer);
    };
  // promisify(setTimeout) reads a property of it
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

/** The line of the stack that called `setTimeout`. */
function maker(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 4;
  const lines = new Error().stack?.split('\n') ?? [];
  Error.stackTraceLimit = limit;
  // the message, this function, the one that stands in for the real one
  return lines[3];
}
