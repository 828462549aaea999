// Runs in the extension host: every test beside this file.
import fs from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';
import Reporter from '../run/reporter';

/** Called by VS Code. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true); // a failure names the line of the test as it was written
  const color = process.env['FORCE_COLOR'] !== '0';
  const mocha = new Mocha({ ui: 'bdd', reporter: Reporter, timeout: 60_000, forbidOnly: true, color });
  if (process.env['TEST_FILTER']) mocha.fgrep(process.env['TEST_FILTER']);
  const names = await fs.readdir(__dirname, { recursive: true });
  for (const name of names.sort()) if (name.endsWith('.test.js')) mocha.addFile(path.join(__dirname, name));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
