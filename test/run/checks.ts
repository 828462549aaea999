import { availableParallelism } from 'node:os';
import { tool, type Step } from './step';

/** Cache folder of the tools: unchanged files aren't checked again. */
const seen = 'out/seen';

/**
 * The checks of the sources that don't run them. Each counts as one. `again` checks only changed files if checking
 * everything takes longer.
 */
export function checks(which: 'all' | 'again'): readonly Step[] {
  const again = (...options: readonly string[]) => (which === 'again' ? options : []);
  return [
    // One step for both, because the linter loads the types anyway.
    { name: 'Lint and types', command: tool('oxlint', 'bin/oxlint', '--type-check') },
    // The browser's build may use no Node modules.
    { name: 'Build', command: ['esbuild.js', '--check'] },
    // Finds unused files, exports, and packages.
    {
      name: 'Unused code',
      command: tool(
        ...(['knip', 'bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'] as const),
        ...again('--cache', '--cache-location', `${seen}/knip`),
      ),
    },
    {
      name: 'Circular imports',
      command: tool(
        ...(['dependency-cruiser', 'bin/dependency-cruise.mjs', 'src', 'test', 'tools'] as const),
        ...again('--cache', `${seen}/circles`, '--cache-strategy', 'content'),
      ),
    },
    {
      name: 'Format',
      command: tool(
        ...(['prettier', 'bin/prettier.cjs', '--check', '.', '--log-level', 'warn'] as const),
        ...again('--cache', '--cache-strategy', 'content', '--cache-location', `${seen}/prettier`),
      ),
    },
    { name: 'Texts and translations', command: tool('tsx', 'dist/cli.mjs', 'tools/l10n/check.ts') },
  ];
}

/** Runs the tests in a folder of test/ in plain Node, as many files at a time as there are cores. */
export function mochaSuite(name: string, folder: string): Step {
  const cores = ['--parallel', '--jobs', String(availableParallelism())];
  const options = [...cores, '--reporter', 'test/run/quiet-reporter.ts', `test/${folder}/**/*.test.ts`];
  return { name, command: tool('mocha', 'bin/mocha.js', ...options), report: `out/reports/${folder}.json` };
}
