// npm run mutation [-- results tracking records judges/adapters compiler resultPage assistant]: makes small changes (mutants) to the
// code of a folder, one at a time, and checks whether the folder's tests fail. Ends with 1 if the score is too low. The first
// run is slow. Later runs skip unchanged code (delete out/mutation/*.incremental.json after a change of a fixture or helper).
// `local` isn't covered: a mutant of the code that ends processes would end those of other programs.
//   npm run mutation -- results --mutate src/results/formatFigures.ts     only these files
//   npm run mutation -- records --tests mergePolicy,store      only these tests of the folder
//   npm run mutation -- compiler --sample 1500 --seed 7        only a random sample, with that seed (default: 1)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cached, fingerprint } from '../../tools/host/cache';
import { progress } from '../../tools/host/progress';
import { installPackages } from '../../tools/npm.mjs';
import { root } from '../../tools/root';

/** Percentage of the mutants that the tests must detect. */
const leastScore = 90;
const rooms = ['results', 'tracking', 'records', 'judges/adapters', 'compiler', 'resultPage', 'assistant'];
/** Tests of a folder that are in its parent folder. */
const testsAbove: Readonly<Record<string, readonly string[]>> = {
  'judges/adapters': ['profiles', 'pastedAddresses', 'requestIdInput', 'submission'],
};
/** Code that runs only in a browser. UI tests test it. */
const browserOnly = ['page.ts', 'recordPage.tsx', 'verdictColors.ts'].map((file) => `src/resultPage/${file}`);
/** Code that runs only in the MCP server. A test of the built server tests it. */
const serverOnly = ['src/assistant/server/**', 'src/assistant/definitions.ts'];
/**
 * Tests that are too slow for mutation testing: they try thousands of inputs, use a real service, start processes (whose
 * code isn't mutated), or read all compiler output. Other tests detect the same mutants.
 */
const leftOut = [
  ...['*.load', '*.property', 'withLocalService', 'mixedVersions', 'hydroSite', 'dmojSite', 'judge0Samples'],
  // They read source text, which Stryker changes.
  ...['alone', 'noState', 'ready', 'twoVersions'],
  // It compares durations, which Stryker's code distorts.
  'hydroSamples',
];
const atOnce = Math.max(1, Math.floor(os.availableParallelism() / 2));
const manifests = path.join(import.meta.dirname, 'tools');

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      mutate: { type: 'string' },
      tests: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const draw = values.sample === undefined ? null : { count: Number(values.sample), seed: values.seed };
  if (draw && !(draw.count > 0)) throw new Error(`--sample takes a number, not ${values.sample}`);
  const unknown = positionals.filter((room) => !rooms.includes(room));
  if (unknown.length > 0) throw new Error(`no tests are checked for ${unknown.join(', ')}`);
  const tools = await installedTools();
  for (const room of positionals.length > 0 ? positionals : rooms) {
    const files = values.mutate ?? `src/${room}/**/*.{ts,tsx}`;
    if (!(await mutate(tools, room, files, testsOf(room, values.tests), draw))) process.exitCode = 1;
  }
}

/** Patterns below `test/unit`. `chosen`: a comma-separated selection of the folder's tests. */
function testsOf(room: string, chosen: string | undefined): readonly string[] {
  if (chosen !== undefined) return chosen.split(',').map((name) => `${room}/${name}`);
  const above = (testsAbove[room] ?? []).map((name) => path.posix.join(room, '..', name));
  return [`${room}/**/*`, ...above];
}

/**
 * Installs Stryker in a separate folder with its own lockfile, next to its test runner: it is ten times as large as all
 * other tools of the project, and requires an older Mocha.
 */
async function installedTools(): Promise<string> {
  const names = ['package.json', 'package-lock.json', 'reloading.mjs', 'drawing.mjs'];
  const texts = await Promise.all(names.map((name) => fs.readFile(path.join(manifests, name), 'utf8')));
  const folder = await cached(`mutation-${fingerprint(...texts)}`, async (draft) => {
    progress('installing Stryker');
    for (const name of names) await fs.copyFile(path.join(manifests, name), path.join(draft, name));
    await installPackages(draft, 'Stryker', progress);
  });
  return folder;
}

/** A random sample of all mutants. */
interface Draw {
  readonly count: number;
  readonly seed: string;
}

/** Tests the mutants. Stryker prints those that survive, and the scores. Returns whether the score is high enough. */
async function mutate(
  tools: string,
  room: string,
  files: string,
  tests: readonly string[],
  draw: Draw | null,
): Promise<boolean> {
  const folder = path.join(root, 'out/mutation');
  await fs.mkdir(folder, { recursive: true });
  const name = room.replaceAll('/', '.') + (draw ? '.sample' : '');
  const config = {
    mutate: [files, ...[...browserOnly, ...serverOnly].map((file) => `!${file}`)],
    plugins: ['reloading.mjs', 'drawing.mjs'].map((file) => path.join(tools, file)),
    testRunner: 'reloading',
    // Without the project's own configuration, which includes all tests.
    mochaOptions: {
      'no-config': true,
      spec: tests.map((name) => `test/unit/${name}.test.ts`),
      ignore: leftOut.map((name) => `test/unit/${room}/${name}.test.ts`),
    },
    testRunnerNodeArgs: ['--import', 'tsx'],
    coverageAnalysis: 'perTest',
    concurrency: atOnce,
    // Reloading repeatedly leaks memory.
    maxTestRunnerReuse: 500,
    // Added to the duration of the tests for a mutant, as measured during the slower initial run.
    timeoutMS: 4_000,
    timeoutFactor: 1,
    incremental: true,
    incrementalFile: path.join(folder, `${name}.incremental.json`),
    reporters: [...(draw ? ['drawing'] : []), 'clear-text', 'progress-append-only'],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    thresholds: { high: 100, low: leastScore, break: leastScore },
    ...(draw ? { draw } : {}),
    tempDirName: 'out/mutation/sandbox',
    ignorePatterns: ['/out', '/dist', '/media', '/coverage'],
    // Disables rewriting: no tsconfig refers to another project.
    tsconfigFile: 'none',
    allowConsoleColors: false,
    disableTypeChecks: false,
    warnings: { unknownOptions: false },
  };
  const file = path.join(folder, `${name}.config.json`);
  await fs.writeFile(file, JSON.stringify(config, null, 2));
  const stryker = path.join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  return run([stryker, 'run', file]);
}

/** Returns whether the script ended with the exit code 0. Throws if a signal ended it. */
async function run(command: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal) throw new Error(`Stryker ended with ${signal}`);
  return code === 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
