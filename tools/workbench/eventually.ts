/** How long something may take to show on a slow machine; where it never comes, only a failing test waits this long. */
export const patienceMs = 60_000;

/**
 * What the workbench shows comes when it comes: asks again until the check passes, or throws its last objection. A check
 * that waits for the effect of what it does, and does it again where the effect doesn't come, gets the ms to wait: the
 * longer, the slower the machine has shown itself to be.
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
