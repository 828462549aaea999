import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { toolEnvironment } from '../../../../src/local/environment';
import { runCommand, type Command, type RunLimits } from '../../../../src/local/processes/runCommand';
import { until } from '../../support/fakeClock';
import { isRunning, localFolder } from '../localFolder';

const ample: RunLimits = { timeMs: 20_000 };
const folder = localFolder();

/** Creates the command of a JavaScript program. */
function node(script: string, ...args: readonly string[]): Command {
  return {
    tool: process.execPath,
    args: ['-e', script, '--', ...args],
    folder: folder(),
    environment: toolEnvironment(process.env),
  };
}

/** A program that starts another one, writes both process IDs to a file, and never ends. */
const endless = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  require('node:fs').writeFileSync('pids.part', process.pid + ' ' + child.pid);
  require('node:fs').renameSync('pids.part', 'pids');
  for (;;);`;

/** Waits until the endless program has written its process IDs. */
async function pidsOfEndless(): Promise<readonly number[]> {
  const file = path.join(folder(), 'pids');
  const read = () => fs.readFile(file, 'utf8').catch(() => '');
  await until(async () => (await read()) !== '');
  return (await read()).split(' ').map(Number);
}

async function haveEnded(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await until(async () => !(await isRunning(pid)));
}

describe('runCommand', () => {
  it('returns output, error output, and exit code', async () => {
    const run = await runCommand(
      node(`process.stdin.on('data', (part) => console.log('read ' + part)); console.error('note');
        process.exitCode = 3;`),
      'input',
      ample,
    );
    const { wallMs, ...rest } = run;
    assert.ok(wallMs > 0);
    assert.deepEqual(rest, {
      output: 'read input\n',
      errorOutput: 'note\n',
      exitCode: 3,
      signal: null,
      ended: 'exit',
      startError: null,
    });
  });

  it('lets a program read the end of the input', async () => {
    const script = `const all = require('node:fs').readFileSync(0, 'utf8');
      const more = require('node:fs').readSync(0, Buffer.alloc(1)); console.log(all.length, more);`;
    const run = await runCommand(node(script), 'abc', ample);
    assert.equal(run.output, '3 0\n');
  });

  it('accepts a program that ends without reading a large input', async () => {
    const run = await runCommand(node(`console.log('done')`), 'x'.repeat(5_000_000), ample);
    assert.deepEqual([run.output, run.exitCode, run.ended], ['done\n', 0, 'exit']);
  });

  it('reports the signal that ended a program', async () => {
    const run = await runCommand(node(`process.kill(process.pid, 'SIGSEGV'); for (;;);`), '', ample);
    assert.deepEqual([run.exitCode, run.signal, run.ended], [null, 'SIGSEGV', 'exit']);
  });

  it('ends a program and its child processes at the time limit', async () => {
    const hasStarted = async () => (await fs.readdir(folder())).includes('pids');
    // on a busy computer, the program may not have started its child yet
    for (let timeMs = 500; !(await hasStarted()); timeMs *= 2) {
      const run = await runCommand(node(endless), '', { timeMs });
      assert.equal(run.ended, 'timeLimit');
      assert.ok(run.wallMs >= timeMs - 1, String(run.wallMs));
    }
    await haveEnded(await pidsOfEndless());
  });

  it('ends a program and its child processes when it is canceled', async () => {
    const cancel = new AbortController();
    const running = runCommand(node(endless), '', ample, cancel.signal);
    const pids = await pidsOfEndless();
    cancel.abort();
    assert.equal((await running).ended, 'canceled');
    await haveEnded(pids);
  });

  it('starts nothing if it is already canceled', async () => {
    const run = await runCommand(node(endless), '', ample, AbortSignal.abort());
    assert.equal(run.ended, 'canceled');
    assert.deepEqual(await fs.readdir(folder()), []);
  });

  it('ends a process that the program leaves behind in its own session', async function () {
    if (process.platform !== 'linux') return; // other systems don't list environments
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
        { stdio: 'inherit', detached: true });
      child.unref();
      console.log(child.pid);`;
    const run = await runCommand(node(script), '', ample);
    assert.deepEqual([run.exitCode, run.ended], [0, 'exit']);
    await haveEnded([Number(run.output)]);
  });

  it('ends a process that the program leaves behind with an empty environment and other files', async function () {
    if (process.platform !== 'linux') return; // other systems don't list the limits of processes
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
        { stdio: 'ignore', detached: true, env: {}, cwd: '/' });
      child.unref();
      console.log(child.pid);`;
    const run = await runCommand(node(script), '', ample);
    assert.deepEqual([run.exitCode, run.ended], [0, 'exit']);
    await haveEnded([Number(run.output)]);
  });

  it('leaves no listener of the cancellation behind', async () => {
    const cancel = new AbortController();
    await runCommand(node(''), '', ample, cancel.signal);
    assert.equal(getEventListeners(cancel.signal, 'abort').length, 0);
  });

  it('discards the rest of a long compiler output', async () => {
    for (const [written, kept] of [
      [1000, 1000],
      [2000, 1000],
    ] as const) {
      const script = `process.stdout.write('x'.repeat(${written}))`;
      const run = await runCommand(node(script), '', { timeMs: 20_000, outputBytes: 1000 });
      assert.deepEqual([run.output.length, run.exitCode, run.ended], [kept, 0, 'exit']);
    }
  });

  it('reports that a program could not be started', async () => {
    const missing = path.join(folder(), 'missing');
    const run = await runCommand({ ...node(''), tool: missing, args: [] }, 'input', ample);
    assert.equal(run.ended, 'notStarted');
    assert.match(run.startError ?? '', /ENOENT/);
  });

  it('reports that the system rejects the arguments of a program', async function () {
    if (process.platform !== 'linux') return; // other systems accept a longer argument
    const run = await runCommand(node('', 'x'.repeat(1024 * 1024)), 'input', ample);
    assert.equal(run.ended, 'notStarted');
    assert.match(run.startError ?? '', /E2BIG/);
  });

  it('passes arguments unchanged, without a shell', async () => {
    const args = ['-x', '$(touch made)', '"; touch made; "', 'a\nb', '`touch made`', '%PATH%', "it's"];
    const run = await runCommand(
      node('console.log(JSON.stringify(process.argv.slice(1)))', ...args),
      '',
      ample,
    );
    assert.deepEqual(JSON.parse(run.output), args);
    assert.deepEqual(await fs.readdir(folder()), []);
  });

  it('leaves no process behind when the window closes', async () => {
    const window = openWindow();
    const pids = await pidsOfEndless();
    window.stdin.write('close');
    await once(window, 'exit');
    await haveEnded(pids);
  });

  // On Windows, such a signal ends a process immediately.
  const signals = process.platform === 'win32' ? [] : (['SIGTERM', 'SIGHUP', 'SIGKILL'] as const);
  for (const signal of signals) {
    it(`leaves no process behind when ${signal} ends the window`, async () => {
      const window = openWindow();
      const pids = await pidsOfEndless();
      window.kill(signal);
      assert.deepEqual(await once(window, 'exit'), [null, signal]);
      await haveEnded(pids);
    });
  }

  it('leaves no process behind that has an empty environment when SIGKILL ends the window', async function () {
    if (process.platform !== 'linux') return; // other systems don't list the limits of processes
    const script = endless.replace(
      "{ stdio: 'inherit' }",
      "{ stdio: 'ignore', detached: true, env: {}, cwd: '/' }",
    );
    assert.notEqual(script, endless);
    const window = openWindow(script);
    const pids = await pidsOfEndless();
    window.kill('SIGKILL');
    await haveEnded(pids);
  });

  /** the windows of the test, which must not run on if it fails */
  const windows: ChildProcess[] = [];
  afterEach(() => {
    for (const window of windows.splice(0)) window.kill('SIGKILL');
  });

  /** Starts a process in place of a window's, which runs an endless program. */
  function openWindow(script = endless) {
    const file = path.resolve('test/unit/local/children/window.ts');
    const window = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(node(script))], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    windows.push(window);
    return window;
  }
});
