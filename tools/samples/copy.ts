import fs from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../host/cache';
import { root } from '../root';
import { inEnglish } from './inEnglish';

/** Folder with the sample programs and problems. */
export const samples = path.join(root, 'test/workspace');

/** Copies the samples to a new folder, so that tests can change them. */
export async function copySamples(folder: string, language: 'zh' | 'en' = 'zh'): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  if (await exists(samples)) await fs.cp(samples, folder, { recursive: true });
  if (language === 'zh') return;
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) await fs.writeFile(file, inEnglish(await fs.readFile(file, 'utf8')));
  }
}
