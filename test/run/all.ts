// All checks of the project, in the order of their cost. To add one, add a line to `checks`, or a suite that `main` runs.
import fs from 'node:fs/promises';
import path from 'node:path';
import { headlessHost, headlessRunsHere, prepareMachine } from '../../tools/host/index';
import { packagePath } from '../../tools/package/vsix';
import { printCoverage, rawCoverage } from './coverage';
import { root } from '../../tools/root';
import { screenshots } from '../../tools/workbench/pictures';
import { vsixVariable } from '../ui/support/vsix';
import { endSteps, runStep, tool, type Outcome, type Step } from './step';
import { add, summary, type Counts } from './report';

/** Each passes or fails as one; they run side by side. */
const checks: readonly Step[] = [
  { name: 'Types', command: tool('typescript', 'bin/tsc', '-p', '.') },
  { name: 'Types of the panel', command: tool('typescript', 'bin/tsc', '-p', 'src/panel') },
  { name: 'Lint', command: tool('eslint', 'bin/eslint.js', '.') },
  {
    name: 'Circles',
    command: tool('dependency-cruiser', 'bin/dependency-cruise.mjs', 'src', 'test', 'tools'),
  },
  { name: 'Format', command: tool('prettier', 'bin/prettier.cjs', '--check', '.', '--log-level', 'warn') },
  { name: 'Words', command: tool('tsx', 'dist/cli.mjs', 'tools/l10n/check.ts') },
  // the package that the UI tests install
  { name: 'Package', command: tool('tsx', 'dist/cli.mjs', 'tools/package/package.ts') },
  // no file, export or package that nothing uses
  {
    name: 'Unused code',
    command: tool('knip', 'bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  },
];

/** Tests with this tag in their titles also run in the oldest VS Code that the extension supports. */
const coreOnOldest = { TEST_FILTER: '@core', JUDGE_TEST_HOST: 'headless', JUDGE_TEST_VSCODE: 'oldest' };

const integrationTests = tool('tsx', 'dist/cli.mjs', 'test/integration/run.ts');
const uiTests = tool('tsx', 'dist/cli.mjs', 'test/ui/run.ts');

/** Each counts its tests. */
const suites = {
  unit: {
    name: 'Unit tests',
    command: tool(
      'mocha',
      'bin/mocha.js',
      '--reporter',
      'test/run/quiet-reporter.ts',
      'test/unit/**/*.test.ts',
    ),
    report: 'out/reports/unit.json',
    env: { NODE_V8_COVERAGE: rawCoverage },
  },
  integration: {
    name: 'Integration tests',
    command: integrationTests,
    report: 'out/reports/integration.json',
    env: { TEST_COVERAGE: rawCoverage },
  },
  integrationOldest: {
    name: 'Integration tests, oldest VS Code',
    command: integrationTests,
    report: 'out/reports/integration-oldest.json',
    env: coreOnOldest,
  },
  // these wait for services more than they click, so they run beside the others
  uiWaiting: {
    name: 'UI tests that wait',
    command: uiTests,
    report: 'out/reports/ui-waiting.json',
    env: { TEST_FILTER: '@waits' },
  },
  ui: {
    name: 'UI tests',
    command: [...uiTests, '--fgrep', '@waits', '--invert'],
    report: 'out/reports/ui.json',
  },
  uiOldest: {
    name: 'UI tests, oldest VS Code',
    command: uiTests,
    report: 'out/reports/ui-oldest.json',
    env: coreOnOldest,
  },
} satisfies Record<string, Step>;

let total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

async function main(): Promise<void> {
  await fs.rm(path.join(root, 'out/reports'), { recursive: true, force: true });
  await fs.rm(screenshots, { recursive: true, force: true });
  await fs.rm(rawCoverage, { recursive: true, force: true });
  // most of it is waiting for the network: meanwhile the checks run
  const host = prepareHost();
  for (const outcome of await Promise.all(checks.map((step) => runStep(step, 'when done')))) count(outcome);
  const hostProblem = await host;
  if (hostProblem) countFailure(hostProblem);
  process.env[vsixVariable] = await packagePath();
  const { unit, integration, integrationOldest, ui, uiWaiting, uiOldest } = suites;
  // in two rows: who waits leaves the processor to the other
  const headless = headlessRunsHere();
  await Promise.all([
    runSuites('at once', unit, ...(headless ? [ui] : [])),
    runSuites('when done', integration, ...(headless ? [integrationOldest, uiWaiting, uiOldest] : [])),
  ]);
  await printCoverage();
}

async function runSuites(show: 'at once' | 'when done', ...steps: readonly Step[]): Promise<void> {
  for (const step of steps) count(await runStep(step, show));
}

/** Installs the VS Code to run in and what it needs of the machine; the answer is what went wrong. */
async function prepareHost(): Promise<string | undefined> {
  try {
    await prepareMachine();
    if (headlessRunsHere()) await Promise.all([headlessHost('newest'), headlessHost('oldest')]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function count({ counts, failures: failed }: Outcome): void {
  total = add(total, counts);
  failures.push(...failed);
}

function countFailure(problem: unknown): void {
  console.error(problem);
  count({
    counts: { passed: 0, failed: 1, skipped: 0 },
    failures: [problem instanceof Error ? problem.message : String(problem)],
  });
}

/** What failed is said again at the end, where it is looked for: a long log may have been cut. */
function end(problem?: unknown): never {
  if (problem !== undefined) countFailure(problem);
  const said = failures.map((failure) => `✘ ${failure}\n`).join('');
  process.stdout.write(`\n${said ? `${said}\n` : ''}${summary(total)}\n`);
  process.exit(total.failed > 0 ? 1 : 0);
}

process.on('exit', endSteps);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => end(`ended by ${signal}`));
process.on('uncaughtException', end);
process.on('unhandledRejection', end);
main().then(() => end(), end);
