import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Limits, Run } from '../../../tools/service/judging/run';
import { runTool } from '../../../tools/service/judging/process';
import { run } from '../../../tools/service/judging/run';
import { delay, isRunning } from './running';
import { findToolchain } from '../../../tools/service/judging/toolchain';

const limits: Limits = { time: 200, memory: 64 * 1024, output: 10_000 };

describe('Running a program with limits', function () {
  this.timeout(180_000);
  let directory: string;
  let runner: string | null;
  before(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'run-test-'));
    ({ runner } = await findToolchain(directory));
  });
  after(() => fs.rm(directory, { recursive: true, force: true }));

  async function javascript(
    code: string,
    alone: boolean,
    input = '',
    within = limits,
    stopping?: AbortSignal,
  ): Promise<Run> {
    const file = path.join(directory, 'src');
    await fs.writeFile(file, code);
    const program = { command: process.execPath, args: [file], needsNode: true };
    return run(program, Buffer.from(input), within, directory, alone ? null : runner, stopping);
  }

  for (const alone of [true, false]) {
    describe(alone ? 'measured by Node' : 'measured by the runner, if it can be built', () => {
      it('passes the input, and returns output, exit code, time, and memory', async () => {
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

      it('returns an exit code other than 0', async () => {
        const ran = await javascript('process.exit(7)', alone);
        assert.deepEqual([ran.exitCode, ran.signal, ran.exceeded], [7, 0, null]);
      });

      it('returns the signal of a crash', async function () {
        if (process.platform === 'win32') return;
        const ran = await javascript('process.abort()', alone);
        assert.deepEqual([ran.signal, ran.exceeded], [6, null]);
      });

      it('stops a program that runs too long', async () => {
        assert.equal((await javascript('for (;;) {}', alone)).exceeded, 'time');
      });

      it('stops a program that uses too much memory', async () => {
        const ran = await javascript('const a = []; for (;;) a.push(Buffer.alloc(1 << 20, 1));', alone);
        if (runner === null && process.platform !== 'linux') return;
        assert.equal(ran.exceeded, 'memory');
        assert.ok(ran.memory > limits.memory, `${ran.memory} KiB`);
      });

      it('stops a program that writes too much', async () => {
        const code = "const fs = require('fs'); for (;;) fs.writeSync(1, 'x'.repeat(1000));";
        assert.equal((await javascript(code, alone)).exceeded, 'output');
      });

      /**
       * A program that starts itself in a new session, which does so again and ends, so that the last one has no parent. That
       * one writes its process ID into the file and keeps running, without the program's environment if the runner ends it.
       */
      const detaching = (file: string, then: string): string => `
        const { spawn } = require('node:child_process');
        const fs = require('node:fs');
        const [left, file] = [Number(process.argv[2] ?? 2), ${JSON.stringify(file)}];
        if (left > 0) {
          const env = ${alone ? 'process.env' : '{}'};
          spawn(process.execPath, [__filename, left - 1], { detached: true, stdio: 'inherit', env }).unref();
        } else {
          fs.writeFileSync(file + '.new', String(process.pid));
          fs.renameSync(file + '.new', file);
          setInterval(() => {}, 1000);
        }
        if (left === 2) setInterval(() => { if (fs.existsSync(file)) { ${then} } }, 5);`;

      for (const end of ['normally', 'because the service stops']) {
        it(`stops a process in another session when the program ends ${end}`, async function () {
          // Other systems don't report whose processes these are.
          if (process.platform !== 'linux') return;
          const file = path.join(await fs.mkdtemp(path.join(directory, 'pid-')), 'pid');
          const stopping = new AbortController();
          const code = detaching(file, end === 'normally' ? 'process.exit(0)' : '');
          const running = javascript(code, alone, '', { ...limits, time: 5000 }, stopping.signal);
          let pid = '';
          while (pid === '') {
            await delay(5);
            pid = await fs.readFile(file, 'utf8').catch(() => '');
          }
          if (end !== 'normally') stopping.abort();
          await running;
          while (isRunning(Number(pid))) await delay(5);
        });
      }

      it('finishes although a process in another session keeps the output open', async function () {
        if (process.platform === 'win32') return;
        const code =
          "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']," +
          " { stdio: 'inherit', detached: true }); c.unref(); console.log(c.pid); process.exit(0);";
        const ran = await javascript(code, alone);
        const pid = Number(ran.output.toString());
        if (isRunning(pid)) process.kill(pid, 'SIGKILL');
        assert.deepEqual([ran.exitCode, ran.exceeded], [0, null]);
      });

      it('stops leftover processes of the program, even if they keep the output open', async function () {
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

describe('A tool of the local service', () => {
  it('is stopped immediately if it starts during the shutdown', async () => {
    const code = 'setInterval(() => {}, 1000)';
    const stopping = AbortSignal.abort();
    const { timedOut } = await runTool(process.execPath, ['-e', code], { timeLimit: 25_000, stopping });
    assert.equal(timedOut, false);
  });
});
