import fs from 'node:fs/promises';
import path from 'node:path';

/** Returns the warnings and errors in the logs of the extension, of all starts of the extension host. */
export async function logLines(dataDir: string): Promise<string[]> {
  const names = await fs.readdir(path.join(dataDir, 'data/logs'), { recursive: true }).catch(() => []);
  const own = names.filter((name) => /judge-results\.judge-results[\\/].*\.log$/.test(name));
  const texts = await Promise.all(
    own.map((name) => fs.readFile(path.join(dataDir, 'data/logs', name), 'utf8')),
  );
  return texts.flatMap((text) => text.split('\n')).filter((line) => /\[(warning|error)\]/.test(line));
}
