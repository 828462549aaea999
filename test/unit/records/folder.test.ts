import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { StorageFailed } from '../../../src/records';
import type { StorageProblem } from '../../../src/records';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import type { LockOwner } from '../../../src/records/disk/fileLocks';
import { nodeFiles } from '../../../src/records/disk/files';
import type { Files } from '../../../src/records/disk/files';
import { HistoryFolder } from '../../../src/records/disk/folder';
import { settle } from '../support/fakeClock';
import { ManualTimer } from './fixtures';
import { faulty, refusal, temporaryFolder, waiting } from './folders';

describe('HistoryFolder', () => {
  const folder = temporaryFolder();
  const until = waiting();
  let elapsed: number;
  let problems: StorageProblem[];
  let timer: ManualTimer;
  beforeEach(() => {
    elapsed = 1_000_000;
    problems = [];
    timer = new ManualTimer();
  });

  /** A window whose `sleep` only advances its clock. */
  function window(nonce: string, files: Files = nodeFiles, more: Partial<LockOwner> = {}): HistoryFolder {
    const lockOwner = {
      ...thisProcess(),
      nonce,
      elapsed: () => elapsed,
      sleep: (ms: number) => Promise.resolve(void (elapsed += ms)),
      random: () => 0.5,
      ...more,
    };
    const onProblem = (problem: StorageProblem) => problems.push(problem);
    const clock = { now: () => 77, after: timer.after };
    return new HistoryFolder({ folder: folder(), lockOwner, files, onProblem, clock });
  }

  describe('when two windows change one record', () => {
    it('makes the second window wait until the first has finished', async () => {
      const log: string[] = [];
      const inside = async (who: string) => {
        log.push(`${who} in`);
        await settle();
        log.push(`${who} out`);
        return who;
      };
      const [a, b] = [window('a'), window('b', nodeFiles, { sleep: () => settle() })];
      const first = a.locked('r', () => inside('a'));
      await until(() => log.length > 0);
      assert.deepEqual(await Promise.all([first, b.locked('r', () => inside('b'))]), ['a', 'b']);
      assert.deepEqual(log, ['a in', 'a out', 'b in', 'b out']);
    });

    it('reports a timeout without changes if the other window takes too long', async () => {
      const waits: number[] = [];
      const sleep = (ms: number) => {
        waits.push(ms);
        return Promise.resolve(void (elapsed += ms));
      };
      const begin = elapsed;
      let ran = false;
      await window('a').locked('r', async () => {
        const other = window('b', nodeFiles, { sleep }).locked('r', async () => (ran = true));
        await assert.rejects(
          other,
          (error) => error instanceof StorageFailed && error.problem.kind === 'busy',
        );
      });
      assert.equal(ran, false);
      const whole = elapsed - begin;
      assert.ok(whole > 10_000 && whole < 11_000, String(whole));
      assert.ok(waits.includes(5) && waits.includes(10) && Math.max(...waits) === 200, waits.join());
    });

    it('lets the second window continue after the first has failed', async () => {
      const a = window('a');
      await assert.rejects(
        a.locked('r', () => Promise.reject(new Error('no'))),
        /no/,
      );
      assert.equal(await window('b').locked('r', () => Promise.resolve(1)), 1);
      assert.deepEqual(problems, []);
    });

    it('completes a change although its lock can’t be removed, and reports the error', async () => {
      let isRefusing = false;
      const files = faulty((method) => {
        if (isRefusing && method === 'remove') throw refusal('EIO');
      });
      const done = await window('a', files).locked('r', async () => (isRefusing = true));
      assert.equal(done, true);
      assert.deepEqual(
        problems.map(({ kind }) => kind),
        ['other'],
      );
    });
  });

  it('generates file names that are unique for each window and each call', () => {
    const [a, b] = [window('a'), window('b')];
    const names = [a.unique(), a.unique(), b.unique(), b.unique()];
    assert.equal(new Set(names).size, 4);
    assert.ok(names.every((name) => /^[\w-]{5,}$/.test(name)));
  });

  describe('with damaged files', () => {
    const path = (name: string) => join(folder(), 'records', `${name}.json`);
    beforeEach(() => {
      fs.mkdirSync(join(folder(), 'records'), { recursive: true });
      for (const name of ['a', 'b']) fs.writeFileSync(path(name), 'rubbish');
    });

    it('moves a damaged file aside, under a name that contains the time and origin', async () => {
      const problem = await window('a').setAside(path('a'), 'why');
      assert.ok(problem.kind === 'broken' && problem.movedTo);
      assert.deepEqual(problem, { kind: 'broken', path: path('a'), movedTo: problem.movedTo, reason: 'why' });
      assert.match(problem.movedTo, /broken[\\/]77-.*-records-a\.json$/);
      assert.equal(fs.readFileSync(problem.movedTo, 'utf8'), 'rubbish');
    });

    it('keeps two files that were moved aside at the same moment', async () => {
      const a = window('a');
      await a.setAside(path('a'), 'why');
      fs.writeFileSync(path('a'), 'rubbish again');
      await a.setAside(path('a'), 'why');
      assert.equal(fs.readdirSync(join(folder(), 'broken')).length, 2);
    });

    it('leaves a file in place if it can’t be moved, and reports the failure', async () => {
      const files = faulty((method) => {
        if (method === 'rename') throw refusal('EROFS');
      });
      assert.deepEqual(await window('a', files).setAside(path('a'), 'why'), {
        kind: 'broken',
        path: path('a'),
        movedTo: null,
        reason: 'why',
      });
      assert.equal(fs.readFileSync(path('a'), 'utf8'), 'rubbish');
    });
  });

  describe('when watched', () => {
    let tell: (name: string | null) => void;
    let fail: (error: unknown) => void;
    let watching: number;
    const watched: Files = {
      ...nodeFiles,
      watch: (_folder, listener, onError) => {
        watching += 1;
        [tell, fail] = [listener, onError];
        return { dispose: () => void (watching -= 1) };
      },
    };
    beforeEach(() => {
      watching = 0;
    });

    async function listening(files = watched) {
      const heard: (string[] | null)[] = [];
      const own = window('a', files);
      const listener = own.watch(join(folder(), 'records'), (names) => heard.push(names && [...names]));
      await until(() => watching > 0 || own.isUnwatched);
      return { heard, own, listener };
    }

    it('reports changes together after a short delay, each name once', async () => {
      const { heard, own } = await listening();
      for (const name of ['a', 'b', 'a']) tell(name);
      assert.deepEqual([heard, timer.size], [[], 1]);
      timer.run();
      assert.deepEqual(heard, [['a', 'b']]);
      tell('c');
      timer.run();
      assert.deepEqual(heard, [['a', 'b'], ['c']]);
      assert.equal(own.isUnwatched, false);
    });

    it('reports that anything may have changed if the event contains no file name', async () => {
      const { heard } = await listening();
      for (const name of ['a', null, 'b']) tell(name);
      timer.run();
      tell('c');
      timer.run();
      assert.deepEqual(heard, [null, ['c']]);
    });

    it('doesn’t notify a disposed listener', async () => {
      const { heard, listener } = await listening();
      tell('a');
      listener.dispose();
      assert.deepEqual([timer.size, watching, heard], [0, 0, []]);
    });

    it('starts no watcher if the listener is disposed first', async () => {
      let begin: () => void = () => undefined;
      const making = new Promise<void>((resolve) => (begin = resolve));
      const own = window('a', { ...watched, makeFolder: () => making });
      own.watch(join(folder(), 'records'), () => assert.fail('nobody listens')).dispose();
      begin();
      await settle();
      assert.equal(watching, 0);
    });

    it('reports a watcher failure once', async () => {
      const { own, listener } = await listening();
      fail(new Error('gone'));
      assert.equal(own.isUnwatched, true);
      assert.deepEqual(problems, [{ kind: 'unwatched', path: join(folder(), 'records'), reason: 'gone' }]);
      listener.dispose();
      assert.equal(watching, 1, 'a watcher that failed is closed already');
    });
  });
});
