// The files of the UI tests, for one process or for several that share them.
import fs from 'node:fs/promises';
import path from 'node:path';

/** Names the folder in which processes that share the files note which ones they have taken; empty: one runs them all. */
export const queueVariable = 'TEST_QUEUE';

/** It waits for judgings more than it has lines. */
const longest = 'test/ui/faults.test.ts';

/** What takes long comes first, so that those who share the files end together: the longer a file, the longer it takes. */
export async function longestFirst(files: readonly string[], root: string): Promise<string[]> {
  const sized = await Promise.all(
    files.map(async (file) => ({
      file,
      size: file === longest ? Infinity : (await fs.stat(path.resolve(root, file))).size,
    })),
  );
  return sized.sort((a, b) => b.size - a.size).map(({ file }) => file);
}

/** Takes a file out of the queue, unless somebody else has taken it; without a queue it is there for the asker. */
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
