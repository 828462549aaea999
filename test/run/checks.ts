import { tool, type Step } from './step';

/** Where the tools keep what they have seen: what has not changed since is not looked at again. */
const seen = 'out/seen';

/**
 * The checks that look at the sources without running them; each passes or fails as one. `again` looks only at what has
 * changed since the last such run, and at what depends on it. Rules of the linter that know types may then overlook a line
 * that another file has made wrong: without it, everything is looked at.
 */
export function checks(which: 'all' | 'again'): readonly Step[] {
  const again = (...options: readonly string[]) => (which === 'again' ? options : []);
  return [
    {
      name: 'Lint',
      command: tool(
        ...(['eslint', 'bin/eslint.js', '.'] as const),
        ...again('--cache', '--cache-strategy', 'content', '--cache-location', `${seen}/eslint/`),
      ),
    },
    // the extension and the panel; what has not changed since is known from the last time
    { name: 'Types', command: tool('typescript', 'bin/tsc', '-b', '.', 'src/panel') },
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
      name: 'Circles',
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
    { name: 'Words', command: tool('tsx', 'dist/cli.mjs', 'tools/l10n/check.ts') },
  ];
}

/** The tests in a folder of test/ that run on plain Node. */
export function mochaSuite(name: string, folder: string): Step {
  const options = ['--reporter', 'test/run/quiet-reporter.ts', `test/${folder}/**/*.test.ts`];
  return { name, command: tool('mocha', 'bin/mocha.js', ...options), report: `out/reports/${folder}.json` };
}
