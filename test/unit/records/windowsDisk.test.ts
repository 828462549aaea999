import assert from 'node:assert/strict';
import { join } from 'node:path';
import { recordKey } from '../../../src/records';
import { filesOf } from '../../../src/records/disk/files';
import { FileLeases } from '../../../src/records/disk/fileLeases';
import { sweep } from '../../../src/records/disk/openDisk';
import { readIndex } from '../../../src/records/disk/readIndex';
import { key, newRecord, planAt, progressed, service } from './fixtures';
import { openWindow, type WindowUnderTest } from './folders';
import { WindowsDisk, type Sharing } from './windowsDisk';

describe('Records on a Windows disk', () => {
  const folder = join('/', 'Users', 'me', 'history');
  let disk: WindowsDisk;
  let open: WindowUnderTest[];
  beforeEach(() => {
    disk = new WindowsDisk();
    open = [];
  });
  afterEach(() => Promise.all(open.map(({ store }) => store.close())));

  const files = () => ({ ...filesOf(disk.system), watch: () => ({ dispose: () => undefined }) });

  function window(nonce = 'a'): WindowUnderTest {
    const lockOwner = { nonce, sleep: disk.sleep, elapsed: () => disk.now };
    const made = openWindow(folder, { files: files(), lockOwner });
    open.push(made);
    return made;
  }

  /** Adds, changes, and removes a record, and observes it in another window. */
  async function live(): Promise<void> {
    const [a, b] = [window('a'), window('b')];
    await a.store.add(newRecord());
    await a.store.receive(key, { envelope: progressed(4, 9) }, { via: 'ask', receivedAt: 1 });
    await a.store.flush();
    await b.store.loadAll();
    assert.equal(b.store.get(key)?.summary?.progress.done, 4);
    await b.store.update(key, { label: 'mine' });
    await a.store.receive(key, { envelope: progressed(9, 9, 9, 12) }, { via: 'ask', receivedAt: 2 });
    await a.store.flush();
    await b.store.loadAll();
    const { state, label } = b.store.get(key) ?? {};
    assert.deepEqual([state?.kind, label], ['finished', 'mine']);
    assert.equal((await b.store.loadEnvelope(key))?.data?.judge?.subtasks[0]?.cases.length, 9);
    await b.store.remove([key]);
    await a.store.loadAll();
    assert.equal(a.store.get(key), null);
    await sweep(a.history);
    assert.deepEqual([...a.problems, ...b.problems], []);
  }

  it('can be added, changed, and removed', live);

  for (const sharing of ['everything', 'nothing'] satisfies Sharing[]) {
    it(`can be added, changed, and removed while other programs open each new file and share ${sharing}`, async () => {
      disk.scanner = { sharing, time: 100 };
      await live();
    });
  }

  it('are distinct if their IDs differ only in case', async () => {
    const a = window();
    const ids = ['AbC', 'aBc', 'abc'];
    for (const id of ids) await a.store.add(newRecord(id));
    const b = window('b');
    await b.store.loadAll();
    assert.deepEqual(
      ids.map((id) => b.store.get(recordKey(service, id))?.requestId),
      ids,
    );
  });

  it('stop being tracked in all windows when one ends them, while other programs open each new file', async () => {
    disk.scanner = { sharing: 'everything', time: 100 };
    const [a, b] = [window('a'), window('b')].map(({ store }) => store);
    assert.ok(a && b);
    await a.add(newRecord());
    await a.setPlan(key, planAt(1), { begins: true });
    await b.reread([key]);
    await b.setPlan(key, planAt(2));
    await a.reread([key]);
    assert.equal(a.trackedOne(key)?.plan.dueAt, 2);
    await a.setPlan(key, null);
    await b.setPlan(key, planAt(3));
    assert.equal(b.trackedOne(key), null);
  });

  it('can be leased by one window at a time while other programs open each new file', async () => {
    disk.scanner = { sharing: 'everything', time: 100 };
    const [a, b] = [window('a'), window('b')].map(({ history }) => new FileLeases(history));
    assert.ok(a && b);
    assert.deepEqual([await a.tryAcquire(key, 5000), await b.tryAcquire(key, 5000)], [true, false]);
    assert.equal(await a.tryAcquire(key, 5000), true);
    await a.release(key);
    assert.equal(await b.tryAcquire(key, 5000), true);
  });

  it('are listed at startup while another program reads the index', async () => {
    const a = window();
    await a.store.add(newRecord());
    await a.store.close();
    disk.hold(join(folder, 'index.json'), 'nothing', 100);
    assert.equal((await readIndex(folder, files())).length, 1);
  });

  it('can be locked while the previous lock’s folder is being deleted', async () => {
    const a = window();
    const locks = a.history.layout.locks;
    await a.history.locked('one', () => {
      const [name = ''] = disk.names(locks);
      disk.hold(join(locks, name), 'everything', 100);
      return Promise.resolve();
    });
    assert.equal(disk.names(locks).length, 1);
    assert.equal(await a.history.locked('one', () => Promise.resolve('done')), 'done');
    assert.deepEqual(a.problems, []);
  });

  it('can be unlocked without an error while another program keeps the lock’s folder open', async () => {
    const a = window();
    const locks = a.history.layout.locks;
    await a.history.locked('one', () => {
      const [name = ''] = disk.names(locks);
      disk.hold(join(locks, name), 'nothing', Infinity);
      return Promise.resolve();
    });
    assert.equal(await a.history.locked('one', () => Promise.resolve('done')), 'done');
    assert.deepEqual(a.problems, []);
  });

  it('stay unchanged, with an error, if their file is never released', async () => {
    const a = window();
    await a.store.add(newRecord());
    const [name = ''] = disk.names(a.history.layout.records);
    disk.hold(join(a.history.layout.records, name), 'everything', Infinity);
    await a.store.update(key, { label: 'new' });
    assert.deepEqual(
      a.problems.map(({ kind }) => kind),
      ['readOnly'],
    );
    const b = window('b');
    await b.store.loadAll();
    assert.deepEqual([b.store.get(key)?.label, disk.names(a.history.layout.records)], [null, [name]]);
  });
});
