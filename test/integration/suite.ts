// Runs every test of this folder in the extension host.
import fs from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';
import { filterVariable } from '../run/report';
import Reporter from '../run/reporter';
import { inSources } from './support/sourcePlaces';

/** Called by VS Code. */
export async function run(): Promise<void> {
  const color = process.env['FORCE_COLOR'] !== '0';
  const mocha = new Mocha({ ui: 'bdd', reporter: Reporter, timeout: 60_000, forbidOnly: true, color });
  const filter = process.env[filterVariable];
  if (filter) mocha.fgrep(filter);
  const names = await fs.readdir(__dirname, { recursive: true });
  for (const name of names.sort()) if (name.endsWith('.test.js')) mocha.addFile(path.join(__dirname, name));
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve).on(Mocha.Runner.constants.EVENT_TEST_FAIL, (_, error: unknown) => {
      // Shows the source lines of a failed test.
      if (error instanceof Error && error.stack) error.stack = inSources(error.stack, process.cwd());
    });
  });
  if (failures > 0) throw new Error(`${failures} failed`);
}
