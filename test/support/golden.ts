// Golden files: texts that a test compares with a file. `npm test -- --update` updates them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/root';

/** True if golden files are written instead of compared. The variable is for `mocha --parallel` and other runners. */
const isUpdating = process.env['UPDATE_GOLDEN'] === '1' || process.argv.includes('--update');

/** Compares a text with a golden file, or writes the file if golden files are updated. */
export function assertGolden(file: string, actual: string): void {
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (known === actual) return;
  if (isUpdating) fs.writeFileSync(file, actual);
  else assert.equal(actual, known, mismatch(file));
}

/** Compares one section of a golden file. Several sections of a file can be updated one after the other. */
export function assertGoldenSection(file: string, known: string, actual: string): void {
  if (known === actual) return;
  if (!isUpdating) assert.equal(actual, known, mismatch(file));
  // `replace` would interpret `$` in the text.
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').split(known).join(actual));
}

function mismatch(file: string): string {
  const name = path.relative(root, file).replaceAll(path.sep, '/');
  return `differs from ${name}. If the new output is correct, run: npm test -- --update`;
}
