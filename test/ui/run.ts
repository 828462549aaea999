// Packages the extension, installs the package, and drives it in a real workbench as a person does. `npm test` has
// packaged it already, and says where.
//   TEST_FILTER=words npm run test:ui -- [test/ui/one.test.ts …] [--update-pictures] [mocha's options]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { headlessHost, installVsix } from '../../tools/host/index';
import { root } from '../../tools/root';
import { concludeSuite, filterVariable, isTestFile, reportVariable, testFiles } from '../run/report';
import { tool } from '../run/step';
import { installCompanion } from '../support/companion';
import { packageExtension } from '../../tools/package/vsix';
import { screenshots, updateVariable } from '../../tools/workbench/pictures';
import { extensionsVariable, vsixVariable } from './support/vsix';

const updateFlag = '--update-pictures';

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const report = process.env[reportVariable] ?? path.join(root, 'out/reports/ui.json');
  const [vsix] = await Promise.all([process.env[vsixVariable] ?? packageExtension(), headlessHost()]);
  // `npm test` runs several of these at once and has removed the pictures of before
  if (!process.env[vsixVariable]) await fs.rm(screenshots, { recursive: true, force: true });
  const extensions = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-extensions-'));
  try {
    await installVsix(vsix, extensions);
    await installCompanion(path.join(root, 'test/ui/companion'), extensions);
    await fs.rm(report, { force: true });
    const options = [
      ...testFiles(args, 'test/ui'),
      '--timeout',
      '180000',
      '--reporter',
      'test/run/reporter.ts',
      ...(process.env[filterVariable] ? ['--fgrep', process.env[filterVariable]] : []),
    ];
    const child = spawn(
      process.execPath,
      [
        ...tool(
          'mocha',
          'bin/mocha.js',
          '--no-config',
          '--node-option',
          'import=tsx',
          '--forbid-only',
          '--exit',
        ),
        ...[...options, ...args.filter((arg) => arg !== updateFlag && !isTestFile(arg))],
      ],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          [extensionsVariable]: extensions,
          [vsixVariable]: vsix,
          [reportVariable]: report,
          ...(args.includes(updateFlag) ? { [updateVariable]: '1' } : {}),
        },
      },
    );
    const [code] = (await once(child, 'close')) as [number | null];
    return concludeSuite(report, code ?? 1);
  } finally {
    await fs.rm(extensions, { recursive: true, force: true });
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
