import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_COMPILE_MS, MAX_RUN_FILES, MAX_SILENT_MS } from '../../../src/local/limits';
import { queuedRun } from '../../../src/local/runCases';
import { NoPrivateFolder } from '../../../src/local/privateFolder';
import { RunFiles } from '../../../src/local/runFiles';
import { stoppedRun } from '../../../src/judges/adapters/local';
import { computerIn, givenFolder, localFolder } from './localFolder';

const folder = localFolder();
/** what was logged in the current test */
let logged: string[] = [];
beforeEach(() => {
  logged = [];
});

function runFiles(): RunFiles {
  return new RunFiles(givenFolder(folder()), { error: (text) => logged.push(text) });
}

function queuedRunOfOneCase(timeLimit: number) {
  return queuedRun({
    program: { file: '/a.c', code: '', language: 'c' },
    languageName: 'C',
    cases: [{ input: '', expected: '' }],
    timeLimit,
  });
}

/** Returns the status of a case in a file that another window wrote some time ago. `age`: ms */
async function statusAfter(age: number, timeLimit: number): Promise<string | undefined> {
  const run = queuedRunOfOneCase(timeLimit);
  await runFiles().write('run-1', run);
  const before = new Date(Date.now() - age);
  await fs.utimes(path.join(folder(), 'runs', 'run-1.json'), before, before);
  return (await runFiles().read('run-1'))?.cases[0]?.status;
}

describe('RunFiles', () => {
  it('reports a run as stopped if its file has not changed for too long', async () => {
    const minute = 60_000;
    const longest = MAX_COMPILE_MS + MAX_SILENT_MS;
    assert.equal(await statusAfter(longest - minute / 2, 1000), 'QUEUED');
    assert.equal(await statusAfter(longest + minute / 2, 1000), 'STOP');
    assert.equal(await statusAfter(longest + minute / 2, 2 * MAX_COMPILE_MS), 'QUEUED');
  });

  it('keeps a run of its own window pending, for example after the computer has slept', async () => {
    const files = runFiles();
    const run = queuedRunOfOneCase(1000);
    await files.write('run-1', run);
    await fs.utimes(path.join(folder(), 'runs', 'run-1.json'), new Date(0), new Date(0));
    assert.deepEqual(await files.read('run-1'), run);
  });

  it('answers only requests for a run, whose file only the user can read', async () => {
    const files = runFiles();
    const run = queuedRunOfOneCase(1000);
    await files.write('run-1', run);
    const file = path.join(folder(), 'runs', 'run-1.json');
    await fs.mkdir(path.join(folder(), 'runs', 'other'));
    await fs.copyFile(file, path.join(folder(), 'runs', 'other', 'run-1.json'));
    await fs.copyFile(file, path.join(folder(), 'runs', 'x.y.json'));
    const get = {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: new AbortController().signal,
    } as const;
    const statusOf = async (path: string) => (await files.fetch(`http://localhost${path}`, get)).status;
    assert.equal(await statusOf('/runs/run-1'), 200);
    for (const other of ['/runs/other/run-1', '/runs/x.y', '/x/runs/run-1', '/runs/run-1/', '/runs/run-2'])
      assert.equal(await statusOf(other), 404, other);
    if (process.platform === 'win32') return;
    assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
  });

  it('keeps a state that cannot be written for its own window, and removes its part', async () => {
    const files = runFiles();
    const run = queuedRunOfOneCase(1000);
    // a folder can't be replaced by a file
    await fs.mkdir(path.join(folder(), 'runs', 'run-1.json', 'blocked'), { recursive: true });
    await files.write('run-1', run);
    assert.equal(logged.length, 1);
    assert.deepEqual(await fs.readdir(path.join(folder(), 'runs')), ['run-1.json']);
    assert.deepEqual(await files.read('run-1'), run);
    await fs.rm(path.join(folder(), 'runs', 'run-1.json'), { recursive: true });
    await files.write('run-1', stoppedRun(run));
    assert.equal(logged.length, 1);
    assert.deepEqual(await runFiles().read('run-1'), stoppedRun(run));
  });

  it('reports a run as missing if no folder is private', async () => {
    const noFolder = { open: () => Promise.reject(new NoPrivateFolder([])) };
    const files = new RunFiles(noFolder, { error: (text) => logged.push(text) });
    const request = { method: 'GET', headers: {}, redirect: 'manual' } as const;
    const { signal } = new AbortController();
    assert.equal((await files.fetch('http://localhost/runs/run-1', { ...request, signal })).status, 404);
  });

  it('removes the files of old runs, even if one of them can’t be removed', async () => {
    const runs = path.join(folder(), 'runs');
    await fs.mkdir(path.join(runs, 'blocked'), { recursive: true });
    await fs.utimes(path.join(runs, 'blocked'), 1, 1);
    for (let id = 0; id <= MAX_RUN_FILES; id += 1) {
      const file = path.join(runs, `${id}.json`);
      await fs.writeFile(file, '');
      await fs.utimes(file, 2 + id, 2 + id);
    }
    await runFiles().removeOld();
    const names = await fs.readdir(runs);
    assert.ok(names.includes('blocked') && !names.includes('0.json') && names.includes('1.json'));
    assert.equal(names.length, MAX_RUN_FILES + 1);
    const program = { file: '/a.c', code: '', language: 'c' };
    const computer = computerIn(folder(), {});
    await computer.prepareRun('new', { program, languageName: 'C', cases: [], timeLimit: 1000 });
    const relative = computer.build({ ...program, file: 'a.c' }, computer.readSettings({}), 'run');
    await assert.rejects(relative, /absolute path/);
    const left = await fs.readdir(runs);
    assert.ok(left.includes('new.json') && !left.includes('1.json') && left.includes('2.json'));
  });
});
