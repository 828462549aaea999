import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/root';

const folder = 'test/unit';

/** Returns all files with unit tests, relative to the project. */
export function unitTestFiles(): readonly string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}

/**
 * Selects the unit tests for a change. Files with property tests (`*.property.test.ts`) try thousands of inputs and
 * take as long as all others together, so they are selected only if a file of the same folder of `src` changed.
 *
 * @param changed changed files, relative to the project; null if unknown: selects all tests
 */
export function testsForChange(tests: readonly string[], changed: readonly string[] | null): string[] {
  const rooms = changed && new Set(changed.map(roomOf));
  return tests.filter((test) => !test.endsWith('.property.test.ts') || !rooms || rooms.has(roomOf(test)));
}

/** Returns the folder below `src`, `test/unit`, `test/fixtures`, or `test` that a file belongs to. */
function roomOf(file: string): string | undefined {
  return /^(?:src|test\/unit|test\/fixtures|test)\/([^/]+)\//.exec(file)?.[1];
}
