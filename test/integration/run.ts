// Builds the extension and the tests in this folder, and runs them in the extension host of a real VS Code.
//   TEST_FILTER=words npm run test:integration -- [test/integration/one.test.ts …]
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { quietSettings, vscodeExecutable, type Executable } from '../../tools/host/index';
import { concludeSuite, reportVariable, testFiles } from '../run/report';
import { linkBuiltins } from '../support/builtins';
import { buildExtension } from '../../tools/package/build';
import { copySamples } from '../../tools/samples/copy';
import { root } from '../../tools/root';

const outdir = path.join(root, 'out/integration');
/** An extension with stand-ins of debuggers. */
const debuggers = path.join(outdir, 'debuggers');

async function main(): Promise<number> {
  const report = process.env[reportVariable] ?? path.join(root, 'out/reports/integration.json');
  const [executable] = await Promise.all([vscodeExecutable(), buildExtension(), bundleTests()]);
  await fs.rm(report, { force: true });
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-'));
  try {
    return concludeSuite(report, await runSuite(executable, scratch, report));
  } finally {
    await fs.rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function bundleTests(): Promise<void> {
  await fs.rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    entryPoints: [
      'test/integration/suite.ts',
      'test/integration/debuggers/extension.ts',
      ...testFiles(process.argv.slice(2), 'test/integration'),
    ],
    absWorkingDir: root,
    outdir,
    outbase: path.join(root, 'test/integration'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    external: ['vscode'], // Bundles Mocha, because the Node of the oldest VS Code can't load its modules directly.
    logLevel: 'warning',
    logOverride: { 'require-resolve-not-external': 'silent' }, // Mocha's parallel mode, not used here.
  });
  await fs.copyFile(
    path.join(root, 'test/integration/debuggers/package.json'),
    path.join(debuggers, 'package.json'),
  );
}

/** Runs the suite on a copy of the sample workspace, which tests may change. Returns its exit code. */
async function runSuite(executable: Executable, scratch: string, report: string): Promise<number> {
  const workspace = path.join(scratch, 'workspace');
  await copySamples(workspace);
  const userData = path.join(scratch, 'u');
  await fs.mkdir(path.join(userData, 'User'), { recursive: true });
  await fs.writeFile(path.join(userData, 'User/settings.json'), JSON.stringify(quietSettings));
  const extensions = path.join(scratch, 'x');
  await fs.cp(debuggers, path.join(extensions, 'judge-results-test.debuggers-1.0.0'), { recursive: true });
  const launchArgs = [workspace, `--user-data-dir=${userData}`, `--extensions-dir=${extensions}`];
  if (executable.kind === 'headless') {
    const builtins = path.join(scratch, 'builtin');
    // debugs a program for real
    await linkBuiltins(builtins, ['ms-vscode.js-debug']);
    launchArgs.push(`--builtin-extensions-dir=${builtins}`);
  }
  try {
    return await runTests({
      vscodeExecutablePath: executable.path,
      extensionDevelopmentPath: root,
      extensionTestsPath: path.join(outdir, 'suite.js'),
      launchArgs,
      extensionTestsEnv: {
        [reportVariable]: report,
        NODE_V8_COVERAGE: process.env['TEST_COVERAGE'],
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
