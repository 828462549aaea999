import fs from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../host/cache';
import { root } from '../root';

/** The sample programs and problems. */
export const samples = path.join(root, 'test/workspace');

/** Copies the samples, so that a test may change them, into a new folder. */
export async function copySamples(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  if (await exists(samples)) await fs.cp(samples, folder, { recursive: true });
}
