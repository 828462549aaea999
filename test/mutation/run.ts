// npm run mutation [-- judge tracking records service/profiles compiler]: changes the code of a room in one small way after the
// other and looks whether the tests of that room notice. Ends with 1 under the least score. Slow at first; what has not changed
// since the last run is not tried again (out/mutation/*.incremental.json: to be removed where a fixture or a helper has changed).
//   npm run mutation -- judge --mutate src/judge/format.ts     only these files
//   npm run mutation -- records --tests mergePolicy,store      only these tests of the room
//   npm run mutation -- compiler --sample 1500 --seed 7        only so many changes, drawn with that seed (1 if none is given)
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
import { print, read } from './report';

/** Percent of the mutants that the tests notice. */
const leastScore = 90;
const rooms = ['judge', 'tracking', 'records', 'service/profiles', 'compiler'];
/** Tests of a room that are in a folder above it. */
const testsAbove: Readonly<Record<string, readonly string[]>> = {
  'service/profiles': ['profiles', 'pastedAddresses', 'requestIdInput', 'submission'],
};
/**
 * Tests that judge ten thousand programs, talk to a real service, start processes of their own (whose code is not changed) or
 * read every compile message or source file: most of the time for mutants that the others notice as well.
 */
const leftOut = [
  ...['polling', 'withService', 'tracker.property', 'processes', 'madeUp', 'toolchains'],
  ...['hydroSite', 'dmojSite', 'judge0Samples', 'alone'],
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
    const files = values.mutate ?? `src/${room}/**/*.ts`;
    const report = await mutate(tools, room, files, testsOf(room, values.tests), draw);
    const score = print(room, await read(report));
    if (score < leastScore) process.exitCode = 1;
  }
}

/** Patterns below `test/unit`. `chosen`: some of the room's, with commas between them. */
function testsOf(room: string, chosen: string | undefined): readonly string[] {
  if (chosen !== undefined) return chosen.split(',').map((name) => `${room}/${name}`);
  const above = (testsAbove[room] ?? []).map((name) => path.posix.join(room, '..', name));
  return [`${room}/**/*`, ...above];
}

/**
 * Stryker is ten times what the other tools of the project are together, and it drives an older Mocha than ours: so it has a
 * lockfile and a folder of its own, where its runner is also put.
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

/** So many of all changes, chosen by that seed. */
interface Draw {
  readonly count: number;
  readonly seed: string;
}

/** The path of the report. */
async function mutate(
  tools: string,
  room: string,
  files: string,
  tests: readonly string[],
  draw: Draw | null,
): Promise<string> {
  const folder = path.join(root, 'out/mutation');
  await fs.mkdir(folder, { recursive: true });
  const name = room.replaceAll('/', '.') + (draw ? '.sample' : '');
  const report = path.join(folder, `${name}.json`);
  await fs.rm(report, { force: true });
  const config = {
    mutate: [files],
    plugins: ['reloading.mjs', 'drawing.mjs'].map((file) => path.join(tools, file)),
    testRunner: 'reloading',
    // without our own file: it names all the tests
    mochaOptions: {
      'no-config': true,
      spec: tests.map((name) => `test/unit/${name}.test.ts`),
      ignore: leftOut.map((name) => `test/unit/${room}/${name}.test.ts`),
    },
    testRunnerNodeArgs: ['--import', 'tsx'],
    coverageAnalysis: 'perTest',
    concurrency: atOnce,
    // what is loaded anew so often leaves something behind
    maxTestRunnerReuse: 500,
    // on top of the time that the tests which reach a change took while it was found out which they are, which slows them down
    timeoutMS: 4_000,
    timeoutFactor: 1,
    incremental: true,
    incrementalFile: path.join(folder, `${name}.incremental.json`),
    reporters: [...(draw ? ['drawing'] : []), 'json', 'progress-append-only'],
    ...(draw ? { draw } : {}),
    jsonReporter: { fileName: report },
    tempDirName: 'out/mutation/sandbox',
    ignorePatterns: ['/out', '/dist', '/media', '/coverage'],
    // nothing to rewrite: no tsconfig refers to another project
    tsconfigFile: 'none',
    allowConsoleColors: false,
    disableTypeChecks: false,
    warnings: { unknownOptions: false },
  };
  const file = path.join(folder, `${name}.config.json`);
  await fs.writeFile(file, JSON.stringify(config, null, 2));
  const stryker = path.join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  await run(process.execPath, [stryker, 'run', file], root);
  return report;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`${path.basename(args[0] ?? command)} ended with ${signal ?? code}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
