// npm test: all checks of the project, in the order of their cost. To add one, add a line to `checks`, or a suite that `main`
// runs.
import fs from 'node:fs/promises';
import path from 'node:path';
import { headlessHost, headlessRunsHere, prepareMachine } from '../../tools/host/index';
import { packagePath } from '../../tools/package/vsix';
import { printCoverage, rawCoverage } from './coverage';
import { root } from '../../tools/root';
import { screenshots } from '../../tools/workbench/pictures';
import { vsixVariable } from '../ui/support/vsix';
import { checks, mochaSuite } from './checks';
import { runAndSumUp, type Results } from './results';
import { runStep, tool, type Step } from './step';

/** Makes the package that the UI tests install. */
const packaging: Step = { name: 'Package', command: tool('tsx', 'dist/cli.mjs', 'tools/package/package.ts') };

/** Tests with this tag in their titles also run in the oldest VS Code that the extension supports. */
const coreOnOldest = { TEST_FILTER: '@core', JUDGE_TEST_HOST: 'headless', JUDGE_TEST_VSCODE: 'oldest' };

const integrationTests = tool('tsx', 'dist/cli.mjs', 'test/integration/run.ts');
const uiTests = tool('tsx', 'dist/cli.mjs', 'test/ui/run.ts');

/** Prints how much of src/ the unit and integration tests run, which takes them a fifth longer. */
const withCoverage = process.argv.includes('--coverage');

function countingAs(variable: string): Pick<Step, 'env'> {
  return withCoverage ? { env: { [variable]: rawCoverage } } : {};
}

/** Each counts its tests. */
const suites = {
  unit: { ...mochaSuite('Unit tests', 'unit'), ...countingAs('NODE_V8_COVERAGE') },
  tools: mochaSuite('Tests of the tools', 'tools'),
  integration: {
    name: 'Integration tests',
    command: integrationTests,
    report: 'out/reports/integration.json',
    ...countingAs('TEST_COVERAGE'),
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

async function main(results: Results): Promise<void> {
  await fs.rm(path.join(root, 'out/reports'), { recursive: true, force: true });
  await fs.rm(screenshots, { recursive: true, force: true });
  await fs.rm(rawCoverage, { recursive: true, force: true });
  const { unit, tools, integration, integrationOldest, ui, uiWaiting, uiOldest } = suites;
  const run = async (...steps: readonly Step[]): Promise<void> => {
    for (const step of steps) results.count(await runStep(step));
  };
  const ready = getReady(results, run);
  // two rows of what runs in the newest VS Code, one of which waits for services more than it clicks, and a third of all
  // else, which goes on with the oldest one
  const integrated = ready.then(() => run(integration));
  await Promise.all([
    run(...checks('all'), unit, tools).then(async () => {
      await integrated; // both are built into one folder
      if (await ready) await run(integrationOldest, uiOldest);
    }),
    ready.then((canRun) => run(...(canRun ? [ui] : []))),
    Promise.all([ready, integrated]).then(([canRun]) => run(...(canRun ? [uiWaiting] : []))),
  ]);
  if (withCoverage) await printCoverage();
}

/** Packages the extension, and installs what it runs in; the answer is whether the UI tests can run on this machine. */
async function getReady(
  results: Results,
  run: (...steps: readonly Step[]) => Promise<void>,
): Promise<boolean> {
  const [hostProblem] = await Promise.all([prepareHost(), run(packaging)]);
  if (hostProblem) results.countFailure(hostProblem);
  process.env[vsixVariable] = await packagePath();
  return headlessRunsHere();
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

runAndSumUp(main);
