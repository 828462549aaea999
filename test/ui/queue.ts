// The files of the UI tests, for one process or for several that share them.
import fs from 'node:fs/promises';
import path from 'node:path';

/** Contains the folder in which processes that share the files mark those taken; empty: one process runs them all. */
export const queueVariable = 'TEST_QUEUE';

/** Takes longer than its size suggests. */
const longest = 'test/ui/faults.test.ts';

/** Sorts files by size, largest first, as an estimate of duration, so that parallel processes end at about the same time. */
export async function longestFirst(files: readonly string[], root: string): Promise<string[]> {
  const sized = await Promise.all(
    files.map(async (file) => ({
      file,
      size: file === longest ? Infinity : (await fs.stat(path.resolve(root, file))).size,
    })),
  );
  return sized.sort((a, b) => b.size - a.size).map(({ file }) => file);
}

/** Takes a file from the queue and returns whether it was free. Without a queue, all files are free. */
export async function take(file: string, queue = process.env[queueVariable]): Promise<boolean> {
  if (!queue) return true;
  try {
    await fs.mkdir(path.join(queue, path.basename(file)), { recursive: false });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
