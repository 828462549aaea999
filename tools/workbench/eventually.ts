/** How long something may take to show on a slow machine; where it never comes, only a failing test waits this long. */
export const patienceMs = 45_000;

/** What the workbench shows comes when it comes: asks again until the check passes, or throws its last objection. */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = patienceMs): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
