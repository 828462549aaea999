/**
 * npm run bench -- local: CPU time of a case on this computer, of this process and its children, beyond that of starting the
 * program alone. Once with the process that supervises programs (Linux with Python), once without. Also the bytes that a
 * run of 100 samples of 40 kB writes, with its result.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../../tools/workbench/eventually';
import { systemClock } from '../../src/base/ports';
import { thisComputer } from '../../src/judges';
import { LocalComputer } from '../../src/local';
import { localResult } from '../../src/local/localResult';
import type { LocalRun } from '../../src/local/localRun';
import { openRunner } from '../../src/local/processes/openRunner';
import { PlainRunner } from '../../src/local/processes/plainRunner';
import type { ProgramRunner } from '../../src/local/processes/programRunner';
import { queuedRun, runCases, type CasesToRun, type ProgramStart } from '../../src/local/runCases';
import { recordKey, RecordStore } from '../../src/records';
import { openDisk } from '../../src/records/disk/openDisk';
import { median, ms, runAlone } from './row';
import type { Row } from './row';

const cases = 100;
const rounds = 5;
const code = `#include <stdio.h>\nint main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); return 0; }\n`;

export async function measure(): Promise<readonly Row[]> {
  if (process.platform !== 'linux') return [];
  const folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-')));
  try {
    return await new Bench(folder).rows();
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

class Bench {
  private readonly program: string;
  private readonly disk;

  constructor(private readonly folder: string) {
    this.program = path.join(folder, 'work', 'echo.c');
    const options = { folder: path.join(folder, 'history'), clock: systemClock, onProblem: fail };
    this.disk = openDisk({ ...options, containsCredential: () => Promise.resolve(false) }, []);
  }

  async rows(): Promise<readonly Row[]> {
    await fs.mkdir(path.dirname(this.program));
    await fs.writeFile(this.program, code);
    // a program that was changed just now is compiled again
    await fs.utimes(this.program, 1, 1);
    const computer = this.computer();
    const settings = computer.readSettings(undefined);
    const build = await computer.build(this.toRun('x\n').program, settings, 'run');
    if (build.kind !== 'built') throw new Error(build.kind);
    const alone: number[] = [];
    const supervised: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await cpuOf(() => this.startAlone(build.command.tool)));
      supervised.push(await cpuOf(() => this.runWith(build, () => openRunner(process.env))));
      plain.push(await cpuOf(() => this.runWith(build, async () => new PlainRunner())));
    }
    return [
      this.row('with the supervising process', 5, supervised, alone),
      this.row('without it', 1, plain, alone),
      await this.writtenRow(),
    ];
  }

  private row(name: string, budget: number, own: readonly number[], alone: readonly number[]): Row {
    const [ours, bare] = [median(own) / cases, median(alone) / cases];
    return {
      measure: `CPU time of a case on this computer ${name}, beyond its program`,
      headline: `CPU time of a sample on this computer ${name}, beyond its program`,
      ours: ms(ours - bare),
      peer: `the program ${ms(bare)}`,
      budget: `≤ ${budget} ms`,
      met: ours - bare <= budget,
      ifMissed: 'Most of it is the shell that measures the program. Each sample takes this much longer.',
    };
  }

  private async writtenRow(): Promise<Row> {
    const input = `${'x'.repeat(39_999)}\n`;
    const store = new RecordStore({
      openStorage: () => Promise.resolve(this.disk.records),
      limit: 500,
      clock: systemClock,
      uniqueId: () => crypto.randomUUID(),
      onProblem: fail,
      onError: fail,
    });
    const { id, rules } = thisComputer;
    await store.add({ service: id, requestId: 'run-1', rules, folder: null });
    const before = writtenBytes();
    const computer = this.computer();
    for await (const state of computer.start('run-1', this.toRun(input), computer.readSettings(undefined))) {
      const options = { via: 'push', receivedAt: Date.now() } as const;
      await store.receive(recordKey(id, 'run-1'), localResult(state, 'run-1'), options);
    }
    await store.close();
    const written = writtenBytes() - before;
    const size = cases * 3 * input.length;
    return {
      measure: `bytes that a run of ${cases} samples of 40 kB writes`,
      headline: `bytes that ${cases} samples of 40 kB write`,
      ours: `${(written / 1e6).toFixed(1)} MB`,
      peer: `its texts ${(size / 1e6).toFixed(1)} MB`,
      ratio: written / size,
      budget: '≤ 4',
      met: written / size <= 4,
      ifMissed: 'The disk is busy during a run.',
    };
  }

  private async runWith(build: ProgramStart['build'], open: () => Promise<ProgramRunner>): Promise<void> {
    const before = childrenOfThisProcess();
    const runner = await open();
    const toRun = this.toRun('x\n');
    const start = { build, runner, folder: this.privateFolder, helpers: { checker: null, interactor: null } };
    let last: LocalRun = queuedRun(toRun);
    for await (const state of runCases(last, toRun, start)) last = state;
    runner.close();
    if (!last.cases.every(({ status }) => status === 'AC')) throw new Error(JSON.stringify(last.cases[0]));
    // the CPU time of the supervising process is known after its end
    await eventually(async () => {
      if (childrenOfThisProcess() !== before) throw new Error('the supervising process is still running');
    });
  }

  /** Runs the program with files as its input and output, once for each case. */
  private async startAlone(executable: string): Promise<void> {
    const input = path.join(this.folder, 'input');
    await fs.writeFile(input, 'x\n');
    for (let count = 0; count < cases; count += 1) {
      const files = [openSync(input, 'r'), openSync(path.join(this.folder, 'output'), 'w')];
      const child = spawn(executable, { stdio: [...files, 'ignore'] });
      files.forEach(closeSync);
      await once(child, 'exit');
    }
  }

  private computer(): LocalComputer {
    const folder = this.privateFolder;
    const open = () => fs.mkdir(folder, { recursive: true }).then(() => folder);
    const leases = { openLeases: () => Promise.resolve(this.disk.leases) };
    return new LocalComputer(process.env, { open }, leases, { error: fail });
  }

  private toRun(input: string): CasesToRun {
    return {
      program: { file: this.program, code, language: 'c' },
      languageName: 'C',
      cases: Array.from({ length: cases }, () => ({ input, expected: input })),
      timeLimit: 20_000,
    };
  }

  private get privateFolder(): string {
    return path.join(this.folder, 'private');
  }
}

/** Returns the CPU time of this process and of its children that ended during an action, ms. */
async function cpuOf(action: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  const ofChildren = cpuOfChildren();
  await action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 + cpuOfChildren() - ofChildren;
}

/** Returns the CPU time of all children that have ended, ms. */
function cpuOfChildren(): number {
  // cutime and cstime, in hundredths of a second
  const [cutime, cstime] =
    readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ').slice(13) ?? [];
  return (Number(cutime) + Number(cstime)) * 10;
}

/** Returns the process IDs of the children that are running. */
function childrenOfThisProcess(): string {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1');
}

/** Returns the number of bytes that this process has written. */
function writtenBytes(): number {
  return Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
}

function fail(error: unknown): never {
  throw error instanceof Error ? error : new Error(JSON.stringify(error));
}

runAlone(import.meta.filename, measure);
