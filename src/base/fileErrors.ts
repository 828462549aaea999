/** The operating system, and a way to wait. */
interface RetrySystem {
  readonly platform: NodeJS.Platform;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Returns the code of an error of the operating system: `ENOENT`. Any other error is returned as text. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : String(error);
}

/**
 * Retries `action` on Windows, which rejects access to a file, and the creation of a file with the same name, while
 * another program such as a virus scanner has it open.
 */
export async function withRetries<Value>(
  action: () => Promise<Value>,
  { platform, sleep }: RetrySystem,
): Promise<Value> {
  for (let wait = 10; ; wait *= 2) {
    try {
      return await action();
    } catch (error) {
      const mayPass = platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (!mayPass || wait > 500) throw error;
      await sleep(wait);
    }
  }
}
