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
 * Selects the unit tests for a change. Property tests (`*.property.test.ts`) try thousands of inputs, and load tests
 * (`*.load.test.ts`) use hundreds of requests, large inputs, or several processes. Both take longer than all other tests
 * together, so they are selected only if a file of the same folder of `src` changed.
 *
 * @param changed changed files, relative to the project; null if unknown: selects all tests
 */
export function testsForChange(tests: readonly string[], changed: readonly string[] | null): string[] {
  const rooms = changed && new Set(changed.map(roomOf));
  return tests.filter((test) => !isSlow(test) || !rooms || rooms.has(roomOf(test)));
}

function isSlow(test: string): boolean {
  return test.endsWith('.property.test.ts') || test.endsWith('.load.test.ts');
}

/** Returns the folder below `src`, `test/unit`, `test/fixtures`, or `test` that a file belongs to. */
function roomOf(file: string): string | undefined {
  return /^(?:src|test\/unit|test\/fixtures|test)\/([^/]+)\//.exec(file)?.[1];
}
