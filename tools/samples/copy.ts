import fs from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../host/cache';
import { root } from '../root';

/** The sample programs and problems. */
export const samples = path.join(root, 'test/workspace');

/** The same programs, where their comments are Chinese, with English ones. */
const english = path.join(root, 'tools/samples/english');

/** Copies the samples, so that a test may change them, into a new folder. */
export async function copySamples(folder: string, language: 'zh' | 'en' = 'zh'): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  if (await exists(samples)) await fs.cp(samples, folder, { recursive: true });
  if (language === 'en') await fs.cp(english, folder, { recursive: true });
}
