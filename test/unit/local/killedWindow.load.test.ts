import '../support/vscodeWords';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { LocalResults } from '../../../src/editor/judges/pollLocalRuns';
import { recordKey } from '../../../src/records';
import { FileLeases } from '../../../src/records/disk/fileLeases';
import { thisComputer } from '../../../src/judges';
import { subtasksOf } from '../../../src/results';
import type { CasesToRun } from '../../../src/local/runCases';
import { openWindow } from '../records/folders';
import { until } from '../support/fakeClock';
import { computerIn, localFolder, writeOld } from './localFolder';

describe('A run of another window', () => {
  const folder = localFolder();
  let window: ChildProcess;
  afterEach(() => window.kill('SIGKILL'));

  /** Starts a window in a process of its own, which runs a program that waits forever if its input is `b`. */
  async function openOtherWindow(): Promise<void> {
    const file = path.join(folder(), 'work', 'a.js');
    const code = `if (require('node:fs').readFileSync(0, 'utf8') === 'b') setInterval(() => {}, 1000);\nelse console.log(1);\n`;
    await writeOld(file, code);
    const toRun: CasesToRun = {
      program: { file, code, language: 'javascript' },
      languageName: 'JavaScript',
      cases: ['a', 'b', 'a'].map((input) => ({ input, expected: '1' })),
      timeLimit: 60_000,
    };
    const child = path.resolve('test/unit/local/children/windowWithRun.ts');
    window = spawn(process.execPath, ['--import', 'tsx', child, folder(), JSON.stringify(toRun)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  it('is shown while it is in progress, and stopped after its window was killed', async () => {
    await openOtherWindow();
    const { history, store } = openWindow(path.join(folder(), 'history'));
    const leases = new FileLeases(history);
    const computer = computerIn(path.join(folder(), 'private'), {}, { openLeases: async () => leases });
    const results = new LocalResults(
      () => store,
      async () => computer,
    );
    const key = recordKey(thisComputer.id, 'run-1');
    const statuses = async (): Promise<readonly unknown[]> => {
      const result = await results.result(thisComputer, 'run-1');
      assert.ok(result.kind === 'result');
      const cases = subtasksOf(result.envelope).flatMap((subtask) => subtask.cases);
      return [result.envelope.data?.judge?.status, ...cases.map(({ status }) => status)];
    };
    await until(async () => {
      await store.reread([key]);
      return store.get(key)?.summary?.progress.done === 1;
    });
    assert.deepEqual(await statuses(), ['RUN', 'AC', 'RUN', 'QUEUED']);
    window.kill('SIGKILL');
    await once(window, 'exit');
    assert.deepEqual(await statuses(), ['STOP', 'AC', 'STOP', 'STOP']);
    await store.close();
  });
});
