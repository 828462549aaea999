import { answerNotices, quickPicks, recordQuickPicks, speak, vscodeDebug } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Uri, window, workspace } from 'vscode';
import { caseInput, debugCase } from '../../../../src/editor/localRuns/debugCase';
import { runCase } from '../../../../src/editor/localRuns/runCase';
import { runInputHere, runSamples } from '../../../../src/editor/submit/runSamples';
import type { LocalComputer } from '../../../../src/local';
import { subtasksOf, type Case } from '../../../../src/results';
import { until } from '../../support/fakeClock';
import { computerIn } from '../../local/localFolder';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import { localExtension, type LocalExtension } from './localExtension';
import { programs, type SmallProgram } from './smallPrograms';

const debuggers = ['vadimcn.vscode-lldb', 'ms-python.debugpy', 'ms-vscode.js-debug'];

/** The attributes of the launch configurations of these debuggers. */
const launched = v.variant('type', [
  v.object({
    type: v.literal('lldb'),
    program: v.string(),
    args: v.array(v.string()),
    cwd: v.string(),
    stdio: v.tuple([v.string(), v.null(), v.null()]),
  }),
  v.object({
    type: v.literal('debugpy'),
    python: v.string(),
    pythonArgs: v.array(v.string()),
    program: v.string(),
    args: v.array(v.string()),
    cwd: v.string(),
    env: v.record(v.string(), v.string()),
  }),
  v.object({
    type: v.literal('node'),
    runtimeExecutable: v.string(),
    runtimeArgs: v.array(v.string()),
    program: v.string(),
    cwd: v.string(),
    env: v.record(v.string(), v.string()),
  }),
]);

/** A process as a debugger starts it. */
interface Debuggee {
  readonly tool: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** file that becomes the standard input; null: none */
  readonly input: string | null;
}

/** Returns the process that a debugger starts with a launch configuration. */
function debuggeeOf(configuration: unknown): Debuggee {
  const read = v.parse(launched, configuration);
  switch (read.type) {
    case 'lldb':
      return {
        tool: read.program,
        args: read.args,
        folder: read.cwd,
        environment: process.env,
        input: read.stdio[0],
      };
    case 'debugpy':
      return {
        tool: read.python,
        args: [...read.pythonArgs, read.program, ...read.args],
        folder: read.cwd,
        environment: { ...process.env, ...read.env },
        input: null,
      };
    case 'node':
      return {
        tool: read.runtimeExecutable,
        args: [...read.runtimeArgs, read.program],
        folder: read.cwd,
        environment: { ...process.env, ...read.env },
        input: null,
      };
  }
}

/** Runs a process to its end. Returns the file that it wrote instead of its output, or else the output. */
async function outputOf({ tool, args, folder, environment, input }: Debuggee): Promise<string> {
  const given = input === null ? null : fs.openSync(input, 'r');
  const child = spawn(tool, args, {
    cwd: folder,
    env: environment,
    stdio: [given ?? 'ignore', 'pipe', 'ignore'],
  });
  if (given !== null) fs.closeSync(given);
  const parts: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => parts.push(part));
  await once(child, 'close');
  assert.equal(child.exitCode, 0);
  const text = Buffer.concat(parts).toString('utf8');
  const [file] =
    text === '' ? fs.readdirSync(folder).filter((name) => /(?:\.out|^output\.txt)$/.test(name)) : [];
  return file === undefined ? text : fs.readFileSync(path.join(folder, file), 'utf8');
}

describe('The same output in four ways has a program that', function () {
  // a compiler may be slow
  this.timeout(120_000);
  before(function () {
    if (process.platform === 'win32') this.skip(); // the programs use files of Unix
  });
  const current = workspaceOnDisk();
  const windowBefore = { ...window };
  let extension: LocalExtension['extension'];
  let store: LocalExtension['store'];
  let computer: LocalComputer;
  let uri: Uri;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    vscodeDebug.installed = debuggers;
    vscodeDebug.started.length = 0;
    const bin = path.join(current().outside, 'bin');
    fs.mkdirSync(bin);
    fs.symlinkSync(path.resolve('node_modules', '.bin', 'tsc'), path.join(bin, 'tsc'));
    const PATH = `${bin}${path.delimiter}${process.env['PATH']}`;
    computer = computerIn(path.join(current().outside, 'private'), { ...process.env, PATH });
    ({ extension, store } = localExtension(
      computer,
      () => uri,
      () => null,
    ));
  });
  afterEach(() => {
    Object.assign(window, windowBefore, { activeTextEditor: undefined });
  });

  /** Writes a program with a sample, and opens it. */
  function open({ fileName, code, input, output, others = {} }: SmallProgram): void {
    uri = Uri.file(current().write(fileName, code));
    current().write('1.in', input);
    current().write('1.ans', output);
    for (const [name, text] of Object.entries(others)) current().write(name, text);
    const before = new Date(Date.now() - 60_000);
    for (const name of fs.readdirSync(current().folder))
      fs.utimesSync(path.join(current().folder, name), before, before);
    const documentAt = (file: Uri) => ({
      uri: file,
      languageId: 'plaintext',
      isDirty: false,
      isUntitled: false,
      getText: () => fs.readFileSync(file.fsPath, 'utf8'),
    });
    Object.assign(window, {
      activeTextEditor: { document: documentAt(uri) },
      showOpenDialog: async () => [Uri.file(path.join(current().folder, '1.in'))],
    });
    Object.assign(workspace, {
      openTextDocument: async (file: Uri) => documentAt(file),
      getWorkspaceFolder: () => undefined,
    });
  }

  /** Runs a command that adds a record, and returns its only case. */
  async function caseAfter(run: () => Promise<void>): Promise<Case & { readonly key: string }> {
    const known = new Set(store.records().map(({ key }) => key));
    await run();
    const [record, ...others] = store.records().filter(({ key }) => !known.has(key));
    assert.ok(record && others.length === 0);
    const envelope = await store.loadEnvelope(record.key);
    const [testCase] = subtasksOf(envelope).flatMap(({ cases }) => cases);
    assert.ok(testCase, envelope?.data?.compile?.message ?? 'no case');
    return { ...testCase, key: record.key };
  }

  /** Chooses the input in a dialog. */
  async function runCustomInput(): Promise<void> {
    const before = quickPicks.length;
    const running = runInputHere(extension, undefined);
    await until(() => quickPicks.length > before);
    quickPicks.at(-1)?.mark('Select Files…');
    quickPicks.at(-1)?.accept();
    await running;
  }

  /** Debugs a case, and returns the output of the process that the debugger starts. */
  async function debugged(key: string, { fileName, code }: SmallProgram): Promise<string> {
    await debugCase(extension, { key, subtask: '-', case: '1' });
    const [configuration] = vscodeDebug.started;
    if (configuration !== undefined) return outputOf(debuggeeOf(configuration));
    // the person's own launch configuration gets the file with the input
    const settings = computer.readSettings(undefined);
    const language = computer.languageOf(uri.fsPath, 'plaintext', settings);
    assert.ok(language === 'java' || language === 'haskell', fileName);
    const built = await computer.build({ file: uri.fsPath, code, language }, settings, 'debug');
    assert.ok(built.kind === 'built');
    const input = await caseInput();
    assert.ok(input !== undefined);
    return outputOf({ ...built.command, environment: { ...built.command.environment }, input });
  }

  for (const program of programs) {
    it(`${program.what}: ${program.fileName}`, async () => {
      open(program);
      answerNotices('Run');
      const own = fs.readdirSync(current().folder).sort();
      const sample = await caseAfter(() => runSamples(extension, undefined));
      const again = await caseAfter(() => runCase(extension, { key: sample.key, subtask: '-', case: '1' }));
      const custom = await caseAfter(runCustomInput);
      const expected = Buffer.from(program.output).toString('utf8');
      assert.deepEqual(
        [sample, again, custom].map(({ status, extra }) => [status, extra?.['stdout']]),
        [
          ['AC', expected],
          ['AC', expected],
          ['DONE', expected],
        ],
      );
      assert.equal(await debugged(sample.key, program), expected);
      assert.deepEqual(fs.readdirSync(current().folder).sort(), own);
    });
  }
});
