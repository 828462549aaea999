/**
 * Writes all generated files that are checked in:
 *   npm run docs   the list of ready descriptions, the schema of judges in package.json from the judges, the names of
 *                  the commands, the values of the settings, and docs/reference.md from package.json, the tables and lists of
 *                  judges in documents from judges.ts, and the messages in docs/troubleshooting.md from the code
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { manifestWithSchema } from '../manifest/servicesSchema';
import { COMMAND_NAMES, currentCommandNames } from './commandNames';
import { currentReference } from './currentReference';
import { currentJudgeDocument, JUDGE_DOCUMENTS } from './judgeTables';
import { currentReadyFiles, READY_FILES } from './readyFiles';
import { currentSettingValues, SETTING_VALUES } from './settingValues';

const messages = 'test/unit/editor/labels/requestErrors.test.ts';

async function main(): Promise<number> {
  await fs.writeFile(path.join(root, READY_FILES), await currentReadyFiles());
  await fs.writeFile(path.join(root, 'package.json'), await manifestWithSchema());
  await fs.writeFile(path.join(root, COMMAND_NAMES), await currentCommandNames());
  await fs.writeFile(path.join(root, SETTING_VALUES), await currentSettingValues());
  await fs.writeFile(path.join(root, 'docs/reference.md'), await currentReference());
  for (const file of JUDGE_DOCUMENTS)
    await fs.writeFile(path.join(root, file), await currentJudgeDocument(file));
  return run(path.join(root, 'node_modules/mocha/bin/mocha.js'), ['--reporter', 'dot', messages]);
}

/** Resolves to the exit code; 1 if a signal ended the process. */
async function run(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...process.env, UPDATE_DOCS: '1' },
    stdio: 'inherit',
  });
  // rejects if the process can't be started
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode ?? 1;
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
