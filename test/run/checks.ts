import { availableParallelism } from 'node:os';
import { tool, type Step } from './step';

/** Where the tools keep what they have seen: what has not changed since is not looked at again. */
const seen = 'out/seen';

/**
 * The checks that look at the sources without running them; each passes or fails as one. `again` looks only at what has
 * changed since the last such run, where a check takes longer for everything.
 */
export function checks(which: 'all' | 'again'): readonly Step[] {
  const again = (...options: readonly string[]) => (which === 'again' ? options : []);
  return [
    // both in one: the linter knows the types of everything anyway
    { name: 'Lint and types', command: tool('oxlint', 'bin/oxlint', '--type-check') },
    // nothing of Node in the browser's build
    { name: 'Build', command: ['esbuild.js', '--check'] },
    // no file, export or package that nothing uses
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

/** The tests in a folder of test/ that run on plain Node: as many files at once as there are cores. */
export function mochaSuite(name: string, folder: string): Step {
  const cores = ['--parallel', '--jobs', String(availableParallelism())];
  const options = [...cores, '--reporter', 'test/run/quiet-reporter.ts', `test/${folder}/**/*.test.ts`];
  return { name, command: tool('mocha', 'bin/mocha.js', ...options), report: `out/reports/${folder}.json` };
}
