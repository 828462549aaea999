import { availableParallelism } from 'node:os';
import { root } from '../../tools/root';
import { changedFiles } from './changedFiles';
import { tool, type Step } from './step';
import { testsForChange, unitTestFiles } from './unitTests';

/** Cache folder of the tools: unchanged files aren't checked again. */
const seen = 'out/seen';

/** A tool of the project in TypeScript. */
function script(file: string, ...args: readonly string[]): readonly string[] {
  return tool('tsx', 'dist/cli.mjs', file, ...args);
}

/** Fast checks. Each prints the command that fixes its findings. `files`: the files whose format is checked. */
export function quickChecks(files: 'all' | 'changed'): readonly Step[] {
  return [
    { name: 'Format', command: script('test/run/format.ts', ...(files === 'all' ? ['--all'] : [])) },
    { name: 'Texts and translations', command: script('tools/l10n/check.ts') },
  ];
}

/** The checks of the sources that don't run them. Each counts as one. */
interface SourceChecks {
  /** One step for lint and types, because the linter loads the types anyway. */
  readonly lint: Step;
  readonly others: readonly Step[];
}

/** Returns the checks of the sources. `again` checks only changed files if checking everything takes longer. */
export function checks(which: 'all' | 'again'): SourceChecks {
  const again = (...options: readonly string[]) => (which === 'again' ? options : []);
  const lint = { name: 'Lint and types', command: tool('oxlint', 'bin/oxlint', '--type-check') };
  const others: readonly Step[] = [
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
  ];
  return { lint, others };
}

/** All unit tests. */
export const unitTests = mochaStep('Unit tests', 'unit', ['test/unit/**/*.test.ts']);

/** Tests of the package, the release, and `npm start`. They require an installed host. */
const releaseTestFiles = ['package', 'release', 'start'].map((name) => `test/tools/${name}/**/*.test.ts`);
export const releaseTests = mochaStep('Package, release, and npm start', 'release', releaseTestFiles);

/** Tests of what is written in documents and in the manifest, and of what the start loads. They take a few seconds. */
const documentTestFiles = [
  ...['documents', 'promises', 'reference', 'servicesSchema', 'benchmarksPage'],
  'package/startFiles',
];
export const documentTests = mochaStep(
  'Documents, and files of the start',
  'documents',
  documentTestFiles.map((name) => `test/tools/${name}.test.ts`),
);

/** Tests of all other tools of the project. */
export const toolTests = mochaStep('Tests of the tools', 'tools', [
  'test/tools/**/*.test.ts',
  ...releaseTestFiles.flatMap((files) => ['--ignore', files]),
]);

/** Runs the unit tests that a change requires, see `testsForChange`. */
export function unitTestsForChange(): Step {
  return mochaStep('Unit tests', 'unit', testsForChange(unitTestFiles(), changedFiles(root)));
}

/** Runs as many files at a time as there are cores. `report`: name of the report without its extension. */
function mochaStep(name: string, report: string, files: readonly string[]): Step {
  const cores = ['--parallel', '--jobs', String(availableParallelism())];
  const options = [...cores, '--reporter', 'test/run/quiet-reporter.ts', ...files];
  return { name, command: tool('mocha', 'bin/mocha.js', ...options), report: `out/reports/${report}.json` };
}
