/** Maximum time for something to appear on a slow computer, ms. Only failing tests wait this long. */
export const patienceMs = 60_000;

/**
 * Repeats a check until it passes, because the workbench updates asynchronously. After `timeoutMs`, throws the last
 * error. A check that performs an action and waits for its effect gets the ms to wait before it repeats the action. The
 * wait grows with each failed check, because the computer may be slow.
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
