import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { openRunner } from '../../../../src/local/processes/openRunner';
import { readMeasurements } from '../../../../src/local/processes/measurements';
import { PlainRunner } from '../../../../src/local/processes/plainRunner';
import {
  readStart,
  type CaseLimits,
  type MeasuredRun,
  type ProgramRunner,
} from '../../../../src/local/processes/programRunner';
import { until } from '../../support/fakeClock';
import { isRunning, localFolder } from '../localFolder';

const folder = localFolder();
const ample: CaseLimits = { timeMs: 20_000, memoryKib: null, outputBytes: 1024 * 1024 };

interface Given {
  /** script of the shell */
  readonly script: string;
  readonly input?: string;
  readonly limits?: Partial<CaseLimits>;
  readonly signal?: AbortSignal;
}

/** Runs a script in the test's folder. */
async function run(
  runner: ProgramRunner,
  { script, input = '', limits = {}, signal }: Given,
): Promise<MeasuredRun & { readonly output: string; readonly errorOutput: string }> {
  const file = (name: string): string => path.join(folder(), name);
  const files = { input: file('input'), output: file('output'), errorOutput: file('error-output') };
  await fs.writeFile(files.input, input);
  const command = { tool: '/bin/sh', args: ['-c', script], folder: folder(), environment: process.env };
  const measured = await runner.run(command, files, { ...ample, ...limits }, signal);
  return {
    ...measured,
    output: readStart(files.output, 2 ** 20).toString(),
    errorOutput: readStart(files.errorOutput, 2 ** 20).toString(),
  };
}

/** Uses the CPU until it is ended. */
const busy = 'while :; do :; done';

const kinds: readonly { readonly name: string; readonly open: () => Promise<ProgramRunner> }[] = [
  { name: 'The runner of this system', open: () => openRunner(process.env) },
  { name: 'The runner without a supervising process', open: async () => new PlainRunner() },
];

for (const { name, open } of kinds) {
  describe(name, () => {
    let runner: ProgramRunner;
    before(async function () {
      if (process.platform === 'win32') this.skip(); // no shell
      runner = await open();
    });
    after(() => runner.close());

    it('returns output, error output, and exit code', async () => {
      const ran = await run(runner, { script: 'cat; echo note >&2; exit 3', input: 'text' });
      assert.deepEqual([ran.output, ran.errorOutput, ran.exitCode], ['text', 'note\n', 3]);
      assert.deepEqual([ran.ended, ran.signal, ran.startError], ['exit', null, null]);
    });

    it('passes arguments unchanged, and sets the working folder and the environment', async () => {
      const words = ["it's", 'two\nlines', '$HOME "`\\', ''];
      const file = (name: string): string => path.join(folder(), name);
      const files = { input: '/dev/null', output: file('output'), errorOutput: file('error-output') };
      const script = 'pwd; echo "$GREETING"; printf "<%s>" "$@"';
      for (const greeting of ['hello', 'good morning']) {
        const environment = { ...process.env, GREETING: greeting };
        const command = {
          tool: '/bin/sh',
          args: ['-c', script, 'sh', ...words],
          folder: folder(),
          environment,
        };
        await fs.rm(files.output, { force: true });
        await runner.run(command, files, ample);
        const expected = `${folder()}\n${greeting}\n${words.map((word) => `<${word}>`).join('')}`;
        assert.equal(readStart(files.output, 2 ** 20).toString(), expected);
      }
    });

    it('gives the program files, which it can open by their names', async () => {
      const script = '[ -f /dev/stdin ] && [ ! -S /dev/stdout ] && cat /dev/stdin > /dev/stdout';
      assert.equal((await run(runner, { script, input: 'text' })).output, 'text');
    });

    it('reports the signal that ended the program', async () => {
      const ran = await run(runner, { script: 'kill -SEGV $$' });
      assert.deepEqual([ran.ended, ran.exitCode, ran.signal], ['exit', null, 11]);
    });

    it('ends a program at its time limit, and measures its CPU time', async () => {
      const ran = await run(runner, { script: busy, limits: { timeMs: 200 } });
      assert.equal(ran.ended, 'timeLimit');
      // on a busy computer, the limit of the elapsed time may be reached first
      assert.ok((ran.cpuMs ?? ran.elapsedMs) >= 200 || ran.elapsedMs >= 1400);
    });

    it('measures each program alone', async () => {
      const used = await run(runner, { script: 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done' });
      const next = await run(runner, { script: 'true' });
      assert.ok(used.cpuMs !== null && next.cpuMs !== null);
      assert.ok(next.cpuMs < used.cpuMs, `${next.cpuMs} ms after ${used.cpuMs} ms`);
    });

    it('does not count the time that a program waits, up to a limit', async () => {
      const waits = await run(runner, { script: 'sleep 0.4', limits: { timeMs: 300 } });
      assert.equal(waits.ended, 'exit');
      assert.ok(waits.cpuMs !== null && waits.cpuMs < 300);
      const sleeps = await run(runner, { script: 'sleep 100', limits: { timeMs: 10 } });
      assert.equal(sleeps.ended, 'timeLimit');
    });

    it('ignores that this process is busy when the program ends', async () => {
      const ran = run(runner, { script: 'touch started; sleep 0.05', limits: { timeMs: 100 } });
      await until(async () => (await fs.readdir(folder())).includes('started'));
      // as another extension may do, for longer than the limit of the elapsed time
      const end = Date.now() + 1500;
      while (Date.now() < end);
      assert.equal((await ran).ended, 'exit');
    });

    it('cuts a long error output, and ends a program with a long output', async () => {
      const long = 'head -c 1500000 /dev/zero >&2';
      assert.equal((await run(runner, { script: long })).ended, 'exit');
      const tooLong = await run(runner, { script: 'yes', limits: { outputBytes: 50_000 } });
      assert.equal(tooLong.ended, 'outputLimit');
    });

    it('ends a program and its child processes when it is canceled', async () => {
      const cancel = new AbortController();
      const running = run(runner, { script: `sleep 100 & echo $! > child; wait`, signal: cancel.signal });
      const child = (): Promise<string> => fs.readFile(path.join(folder(), 'child'), 'utf8').catch(() => '');
      await until(async () => (await child()) !== '');
      cancel.abort();
      assert.equal((await running).ended, 'canceled');
      const pid = Number(await child());
      await until(async () => !(await isRunning(pid)));
    });

    it('starts nothing if it is already canceled', async () => {
      const ran = await run(runner, { script: 'touch made', signal: AbortSignal.abort() });
      assert.equal(ran.ended, 'canceled');
      assert.ok(!(await fs.readdir(folder())).includes('made'));
    });

    it('ends a process that the program leaves behind', async () => {
      await run(runner, { script: 'sleep 100 & echo $! > child' });
      const pid = Number(await fs.readFile(path.join(folder(), 'child'), 'utf8'));
      await until(async () => !(await isRunning(pid)));
    });

    it('reports that a program can’t be started', async () => {
      const files = {
        input: '/dev/null',
        output: path.join(folder(), 'o'),
        errorOutput: path.join(folder(), 'e'),
      };
      const tool = path.join(folder(), 'missing');
      const command = { tool, args: [], folder: folder(), environment: process.env };
      const ran = await runner.run(command, files, ample);
      assert.equal(ran.ended, 'notStarted');
      assert.match(ran.startError ?? '', /missing/);
    });
  });
}

describe('The runner with the tool of macOS that measures memory', () => {
  before(function () {
    if (process.platform === 'win32') this.skip(); // no shell
  });

  /** Returns a runner with a stand-in for the tool, which runs the program and then writes its report. */
  async function withTool(): Promise<ProgramRunner> {
    const tool = path.join(folder(), 'time');
    const report =
      '        0.01 real         0.00 user         0.00 sys\\n   52428800  maximum resident set size\\n';
    const script = `#!/bin/sh\n[ "$1" = -l ] && shift\n"$@"\ncode=$?\nprintf '${report}' >&2\nexit $code\n`;
    await fs.writeFile(tool, script, { mode: 0o755 });
    return new PlainRunner(tool);
  }

  it('measures memory and CPU time, and keeps the outputs apart', async () => {
    const ran = await run(await withTool(), { script: 'cat; echo note >&2; exit 3', input: 'text' });
    assert.deepEqual([ran.output, ran.errorOutput, ran.exitCode], ['text', 'note\n', 3]);
    assert.deepEqual([ran.memoryKib, ran.ended], [51_200, 'exit']);
    assert.ok(ran.cpuMs !== null);
  });

  it('applies the memory limit, and reports signals', async () => {
    const limits = { memoryKib: 51_199 };
    assert.equal((await run(await withTool(), { script: 'true', limits })).ended, 'memoryLimit');
    assert.equal((await run(await withTool(), { script: 'kill -SEGV $$' })).signal, 11);
  });
});

describe('readStart', () => {
  it('doesn’t wait for a pipe that a program left in place of its output', async function () {
    if (process.platform === 'win32') this.skip(); // no such pipes
    const pipe = path.join(folder(), 'output');
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
    assert.equal(readStart(pipe, 100).length, 0);
    await fs.writeFile(path.join(folder(), 'file'), 'text');
    assert.equal(readStart(path.join(folder(), 'file'), 3).toString(), 'tex');
    assert.equal(readStart(path.join(folder(), 'missing'), 3).length, 0);
  });
});

describe('readMeasurements', () => {
  const times = '0m0.001s 0m0.002s\n0m1.250s 0m0.010s\n';
  const report = [
    '        0.42 real         0.31 user         0.05 sys',
    '            52428801  maximum resident set size',
    '                   0  average shared memory size',
    '                3201  page reclaims',
    '            41025920  peak memory footprint',
  ].join('\n');

  it('reads what a shell and the tool of macOS write', () => {
    assert.deepEqual(readMeasurements(times), { cpuMs: 1260, memoryKib: null });
    assert.deepEqual(readMeasurements(`${report}\n${times}`), { cpuMs: 1260, memoryKib: 51_201 });
    assert.deepEqual(readMeasurements(times.replaceAll('.', ',')), { cpuMs: 1260, memoryKib: null });
    const killed = `sh: line 1: 77 Segmentation fault: 11  "$@" 2>&3\n${report}\n${times}`;
    assert.deepEqual(readMeasurements(killed), { cpuMs: 1260, memoryKib: 51_201 });
  });

  it('reads nothing if the program was ended before', () => {
    assert.deepEqual(readMeasurements(''), { cpuMs: null, memoryKib: null });
    assert.deepEqual(readMeasurements('0m0.001s 0m0.002s\n'), { cpuMs: null, memoryKib: null });
  });
});

describe('The runner of Linux', () => {
  let runner: ProgramRunner;
  before(async function () {
    if (process.platform !== 'linux') this.skip(); // no such measurements
    runner = await openRunner(process.env);
  });
  after(() => runner.close());

  const fill = (bytes: number): string => `exec /usr/bin/python3 -c "x = b'1' * ${bytes}; print(len(x))"`;

  it('measures the memory of the program alone', async () => {
    const small = await run(runner, { script: 'exec true' });
    assert.ok((small.memoryKib ?? Infinity) < 5000, String(small.memoryKib));
    const large = await run(runner, { script: fill(100_000_000) });
    assert.ok((large.memoryKib ?? 0) > 95_000, String(large.memoryKib));
  });

  it('ends a program at its memory limit', async () => {
    const ran = await run(runner, { script: fill(200_000_000), limits: { memoryKib: 100_000 } });
    assert.equal(ran.ended, 'memoryLimit');
  });

  it('ends a process that has left the program with an empty environment', async () => {
    const left = 'env -i setsid sleep 100 < /dev/null > /dev/null 2>&1 & echo $! > child';
    await run(runner, { script: left });
    const pid = Number(await fs.readFile(path.join(folder(), 'child'), 'utf8'));
    await until(async () => !(await isRunning(pid)));
  });
});
