// Packages the extension, installs the package, and uses it in a real workbench. `npm test` has already packaged it, and
// runs several of these processes, which share the files.
//   TEST_FILTER=words npm run test:ui -- [test/ui/one.test.ts …] [--update-pictures]
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Mocha from 'mocha';
import { headlessHost, installVsix } from '../../tools/host/index';
import { root } from '../../tools/root';
import { Recording } from '../run/recording';
import { concludeSuite, filterVariable, isTestFile, reportVariable } from '../run/report';
import Reporter from '../run/reporter';
import { linkBuiltins } from '../support/builtins';
import { installCompanion } from '../support/companion';
import { packageExtension } from '../../tools/package/vsix';
import { screenshots, updateVariable } from '../../tools/workbench/pictures';
import { closeBrowser } from './harness/one-browser';
import { longestFirst, take } from './queue';
import { builtinsVariable, extensionsVariable, vsixVariable } from './support/vsix';

const updateFlag = '--update-pictures';

async function main(): Promise<number> {
  const files = await chosenFiles(process.argv.slice(2));
  const report = (process.env[reportVariable] ??= path.join(root, 'out/reports/ui.json'));
  // `npm test` runs several of these processes and has already removed the earlier pictures.
  if (!process.env[vsixVariable]) await fs.rm(screenshots, { recursive: true, force: true });
  const [vsix] = await Promise.all([process.env[vsixVariable] ?? packageExtension(), headlessHost()]);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-extensions-'));
  const extensions = path.join(folder, 'installed');
  process.env[vsixVariable] = vsix;
  process.env[extensionsVariable] = extensions;
  process.env[builtinsVariable] = path.join(folder, 'builtin');
  // Reuses the code that VS Code's Node compiled for an earlier window.
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
  try {
    await linkBuiltins(path.join(folder, 'builtin'));
    await installVsix(vsix, extensions);
    await installCompanion(path.join(root, 'test/ui/companion'), extensions);
    return concludeSuite(report, (await runFiles(files)) > 0 ? 1 : 0);
  } finally {
    await closeBrowser();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Files in the arguments; without any, all files. */
async function chosenFiles(args: readonly string[]): Promise<string[]> {
  const unknown = args.filter((arg) => arg !== updateFlag && !isTestFile(arg));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')}`);
  if (args.includes(updateFlag)) process.env[updateVariable] = '1';
  const named = args.filter(isTestFile);
  if (named.length > 0) return named;
  const all = await fs.readdir(path.join(root, 'test/ui'));
  return longestFirst(
    all.filter(isTestFile).map((name) => `test/ui/${name}`),
    root,
  );
}

/** Runs the files that no other process has taken, one after the other. Returns the number of failed tests. */
async function runFiles(files: readonly string[]): Promise<number> {
  const recording = Recording.wanted();
  let ran = 0;
  let failures = 0;
  for (const file of files) {
    if (!(await take(file))) continue;
    ran += 1;
    failures += await runFile(path.resolve(root, file), recording);
  }
  recording.finish({ nothingLeft: ran === 0 });
  return failures;
}

async function runFile(file: string, recording: Recording): Promise<number> {
  const filter = process.env[filterVariable];
  const mocha = new Mocha({
    timeout: 180_000,
    forbidOnly: true,
    color: process.env['FORCE_COLOR'] !== '0' && process.stdout.isTTY,
    reporter: Reporter,
    reporterOptions: { recording },
    ...(filter ? { fgrep: filter } : {}),
  });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  return new Promise((resolve) => mocha.run(resolve));
}

// A workbench left by a failed test would keep the process alive.
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
