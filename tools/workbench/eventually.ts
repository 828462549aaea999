/** Maximum time for something to appear, ms, for slow computers. Only failing tests wait this long. */
export const patienceMs = 60_000;

/**
 * Repeats a check until it passes, because the workbench updates asynchronously. After `timeoutMs`, throws the last
 * error. `check` receives a time, ms: a check that performs an action and waits for its effect should wait this long
 * before it fails and is repeated. The time grows with each failure, because the computer may be slow.
 */
export async function eventually<T>(
  check: (wait: number) => Promise<T> | T,
  timeoutMs = patienceMs,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (let wait = 1000; ; wait = Math.min(2 * wait, 15_000)) {
    try {
      return await check(wait);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
