import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { diskOnDemand } from '../../../src/records/disk/onDemand';
import { readStart } from '../../../src/records/disk/start';
import { ManualTimer, key, makeStore, newRecord } from './fixtures';
import { temporaryFolder } from './folders';

interface Request {
  readonly key: string;
}

describe('the disk on demand', () => {
  const folder = temporaryFolder();

  function open() {
    const timer = new ManualTimer();
    const problems: unknown[] = [];
    const onProblem = (problem: unknown) => problems.push(problem);
    const options = { folder: folder(), now: Date.now, later: timer.later, onProblem };
    const isRequest = (json: unknown): json is Request => typeof json === 'object';
    return { disk: diskOnDemand(options, [], isRequest), timer, problems };
  }

  it('is not touched by a window that is only started', async () => {
    const { disk } = open();
    const { store } = makeStore({ storage: disk.records });
    const listening = disk.pending.onDidChange(() => undefined);
    assert.deepEqual(await readStart(folder()), { pending: 0, newest: [] });
    assert.equal(fs.existsSync(folder()), false);
    listening.dispose();
    await store.close();
    assert.equal(fs.existsSync(folder()), false);
  });

  it('serves records, pending requests and leases once something is asked of it', async () => {
    const [first, second] = [open(), open()];
    const { store } = makeStore({ storage: first.disk.records });
    const other = makeStore({ storage: second.disk.records });
    await store.add(newRecord());
    const textHash = await store.keepSource(key, 'text');
    await store.update(key, { source: { uri: 'file:///a', how: 'tied', textHash } });
    await other.store.loadAll();
    assert.equal(await other.store.sourceText(key), 'text');

    await first.disk.pending.add({ key });
    assert.deepEqual(await second.disk.pending.load(), [{ key }]);
    assert.equal(await second.disk.pending.save({ key }), true);
    assert.deepEqual(await second.disk.pending.read(key), { key });
    await second.disk.pending.remove(key);
    assert.deepEqual(await first.disk.pending.load(), []);

    assert.equal(await first.disk.leases.tryAcquire(key, 60_000), true);
    assert.equal(await second.disk.leases.tryAcquire(key, 60_000), false);
    assert.equal(await first.disk.leases.renew(key, 60_000), true);
    await first.disk.leases.release(key);
    await first.disk.sweep();
    await Promise.all([store.close(), other.store.close()]);
    assert.deepEqual([first.problems, second.problems], [[], []]);
  });

  it('tells what other windows change from its first use on', async () => {
    const [first, second] = [open(), open()];
    const { store } = makeStore({ storage: first.disk.records });
    let heard: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (heard = resolve));
    const listening = second.disk.pending.onDidChange(heard);
    await second.disk.pending.load();
    const looking = setInterval(() => {
      void first.disk.pending.add({ key }); // a watcher that starts late misses the first ones
      second.timer.run();
    }, 20);
    await told;
    clearInterval(looking);
    listening.dispose();
    await store.close();
  });
});
