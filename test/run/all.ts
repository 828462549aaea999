// npm test: all checks of the project, slowest first. To add one, add a line to `checks` or `work`.
import fs from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { headlessHost, headlessRunsHere, prepareMachine } from '../../tools/host/index';
import { packagePath } from '../../tools/package/vsix';
import { printCoverage, rawCoverage } from './coverage';
import { root } from '../../tools/root';
import { screenshots } from '../../tools/workbench/pictures';
import { queueVariable } from '../ui/queue';
import { vsixVariable } from '../ui/support/vsix';
import { checks, quickChecks, releaseTests, toolTests, unitTests } from './checks';
import { runAndSumUp, type Results } from './results';
import { runStep, tool, type Step } from './step';

/** Folder in which processes that share the UI tests mark the files taken. */
const queue = path.join(root, 'out/queue');

/** Creates the package that the UI tests install. */
const packaging: Step = { name: 'Package', command: tool('tsx', 'dist/cli.mjs', 'tools/package/package.ts') };

/** Tests with this tag in their titles also run in the oldest VS Code that the extension supports. */
const coreOnOldest = { TEST_FILTER: '@core', JUDGE_TEST_HOST: 'headless', JUDGE_TEST_VSCODE: 'oldest' };

const integrationTests = tool('tsx', 'dist/cli.mjs', 'test/integration/run.ts');
const uiTests = tool('tsx', 'dist/cli.mjs', 'test/ui/run.ts');

/** Writes the golden files instead of comparing them. Runs no other test. */
const updating: Step = {
  name: 'Golden files',
  command: tool(
    'mocha',
    'bin/mocha.js',
    '--reporter',
    'test/run/quiet-reporter.ts',
    'test/unit/**/golden.test.ts',
  ),
  report: 'out/reports/golden.json',
  env: { UPDATE_GOLDEN: '1' },
};

/** Prints the coverage of src/ by unit and integration tests, which makes them a fifth slower. */
const withCoverage = process.argv.includes('--coverage');

function countingAs(variable: string): Pick<Step, 'env'> {
  return withCoverage ? { env: { [variable]: rawCoverage } } : {};
}

const integration: Step = {
  name: 'Integration tests',
  command: integrationTests,
  report: 'out/reports/integration.json',
  ...countingAs('TEST_COVERAGE'),
};
const integrationOldest: Step = {
  name: 'Integration tests, oldest VS Code',
  command: integrationTests,
  report: 'out/reports/integration-oldest.json',
  env: coreOnOldest,
};
const uiOldest: Step = {
  name: 'UI tests, oldest VS Code',
  command: uiTests,
  report: 'out/reports/ui-oldest.json',
  env: coreOnOldest,
};

/** One of several processes that take the UI tests' files from one queue. */
function uiShare(number: number): Step {
  return {
    name: `UI tests, share ${number}`,
    command: uiTests,
    report: `out/reports/ui-${number}.json`,
    env: { [queueVariable]: queue },
  };
}

/** As many processes as there are cores. With more, a workbench on two cores was slow enough to fail its tests. */
const lanes = Math.max(2, availableParallelism());

async function main(results: Results): Promise<void> {
  if (process.argv.includes('--update')) {
    results.count(await runStep(updating));
    return;
  }
  for (const old of [path.join(root, 'out/reports'), screenshots, rawCoverage, queue])
    await fs.rm(old, { recursive: true, force: true });
  await fs.mkdir(queue, { recursive: true });
  const run = async (...steps: readonly Step[]): Promise<void> => {
    for (const step of steps) results.count(await runStep(step));
  };
  const ready = getReady(results, run);
  const inWorkbench = async (step: Step): Promise<void> => {
    if (await ready) await run(step);
  };
  const { lint, others } = checks('all');
  const work = [
    () => inWorkbench(uiShare(1)),
    () => inWorkbench(uiShare(2)),
    () => run(lint), // Waits for nothing.
    // Both integration suites and the package use one output folder.
    () => ready.then((canRun) => run(integration, ...(canRun ? [integrationOldest] : []))),
    () => inWorkbench(uiOldest),
    () => run(toolTests),
    () => run({ ...unitTests, ...countingAs('NODE_V8_COVERAGE') }),
    () => ready.then(() => run(releaseTests)),
    ...[...others, ...quickChecks('all')].map((check) => () => run(check)),
    ...Array.from({ length: lanes - 2 }, (_, more) => () => inWorkbench(uiShare(3 + more))),
  ];
  const lane = async (): Promise<void> => {
    for (let next = work.shift(); next; next = work.shift()) await next();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (withCoverage) await printCoverage();
}

/** Packages the extension and installs its host. Returns whether the UI tests can run on this machine. */
async function getReady(
  results: Results,
  run: (...steps: readonly Step[]) => Promise<void>,
): Promise<boolean> {
  const [hostProblem] = await Promise.all([prepareHost(), run(packaging)]);
  if (hostProblem) results.countFailure(hostProblem);
  process.env[vsixVariable] = await packagePath();
  return headlessRunsHere();
}

/** Installs the VS Code to run in and its requirements. Returns an error message if that failed. */
async function prepareHost(): Promise<string | undefined> {
  try {
    await prepareMachine();
    if (headlessRunsHere()) await Promise.all([headlessHost('newest'), headlessHost('oldest')]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

runAndSumUp(main);
