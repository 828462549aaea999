import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Limits, Run } from '../../../../tools/service/judging/run';
import { runTool } from '../../../../tools/service/judging/process';
import { run } from '../../../../tools/service/judging/run';
import { delay, isRunning } from './running';
import { findToolchain } from '../../../../tools/service/judging/toolchain';

const limits: Limits = { time: 200, memory: 64 * 1024, output: 10_000 };

describe('running a program under limits', function () {
  this.timeout(180_000);
  let directory: string;
  let runner: string | null;
  before(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'run-test-'));
    ({ runner } = await findToolchain(directory));
  });
  after(() => fs.rm(directory, { recursive: true, force: true }));

  async function javascript(code: string, alone: boolean, input = ''): Promise<Run> {
    const file = path.join(directory, 'src');
    await fs.writeFile(file, code);
    const program = { command: process.execPath, args: [file], needsNode: true };
    return run(program, Buffer.from(input), limits, directory, alone ? null : runner);
  }

  for (const alone of [true, false]) {
    describe(alone ? 'measured by Node' : 'measured by the runner, where it can be built', () => {
      it('hands the input over and keeps the output, the exit code, time and memory', async () => {
        const ran = await javascript(
          "process.stdin.on('data', (d) => console.log('<' + d + '>'));",
          alone,
          'in',
        );
        assert.equal(ran.output.toString(), '<in>\n');
        assert.deepEqual([ran.exitCode, ran.signal, ran.exceeded], [0, 0, null]);
        assert.ok(ran.time > 0);
        assert.ok(ran.memory > 10_000 && ran.memory < 500_000, `${ran.memory} KiB`);
      });

      it('keeps another exit code', async () => {
        const ran = await javascript('process.exit(7)', alone);
        assert.deepEqual([ran.exitCode, ran.signal, ran.exceeded], [7, 0, null]);
      });

      it('tells the signal of a crash', async function () {
        if (process.platform === 'win32') return;
        const ran = await javascript('process.abort()', alone);
        assert.deepEqual([ran.signal, ran.exceeded], [6, null]);
      });

      it('ends what takes too long', async () => {
        assert.equal((await javascript('for (;;) {}', alone)).exceeded, 'time');
      });

      it('ends what takes too much memory', async () => {
        const ran = await javascript('const a = []; for (;;) a.push(Buffer.alloc(1 << 20, 1));', alone);
        if (runner === null && process.platform !== 'linux') return;
        assert.equal(ran.exceeded, 'memory');
        assert.ok(ran.memory > limits.memory, `${ran.memory} KiB`);
      });

      it('ends what writes too much', async () => {
        const code = "const fs = require('fs'); for (;;) fs.writeSync(1, 'x'.repeat(1000));";
        assert.equal((await javascript(code, alone)).exceeded, 'output');
      });

      it('comes to an end where a process in a session of its own holds the output open', async function () {
        if (process.platform === 'win32') return;
        const code =
          "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']," +
          " { stdio: 'inherit', detached: true }); c.unref(); console.log(c.pid); process.exit(0);";
        const ran = await javascript(code, alone);
        const pid = Number(ran.output.toString());
        process.kill(pid, 'SIGKILL');
        assert.deepEqual([ran.exitCode, ran.exceeded], [0, null]);
      });

      it('ends what the program left behind, even where it holds the output open', async function () {
        if (process.platform === 'win32') return;
        const code =
          "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']," +
          " { stdio: 'inherit' }); c.unref(); console.log(c.pid); process.exit(0);";
        const { output, exceeded } = await javascript(code, alone);
        const pid = Number(output.toString());
        assert.ok(pid > 1);
        assert.equal(exceeded, null);
        while (isRunning(pid)) await delay(5);
      });
    });
  }
});

describe('a tool', () => {
  it('is ended at once where it is started while everything ends', async () => {
    const code = 'setInterval(() => {}, 1000)';
    const stopping = AbortSignal.abort();
    const { timedOut } = await runTool(process.execPath, ['-e', code], { timeLimit: 25_000, stopping });
    assert.equal(timedOut, false);
  });
});
