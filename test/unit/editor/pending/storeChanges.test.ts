import assert from 'node:assert/strict';
import { forwardStoredResults } from '../../../../src/editor/pending/storedPendingRequests';
import type { StoredOutcome } from '../../../../src/tracking';
import { envelope, key, newRecord, service, progressed } from '../../records/fixtures';
import { openWindow, temporaryFolder, watchable, type WindowUnderTest } from '../../records/folders';
import { World } from '../../tracking/world';

describe('Store changes from elsewhere', () => {
  const folder = temporaryFolder();
  let files = watchable();
  let open: WindowUnderTest[];

  const openOne = async (nonce: string): Promise<WindowUnderTest> => {
    const made = openWindow(folder(), { files, lockOwner: { nonce } });
    open.push(made);
    await made.store.loadAll();
    return made;
  };

  /** Delivers all file-system events to a window. */
  const hear = async (listening: WindowUnderTest): Promise<void> => {
    const told = new Promise<void>((resolve) => listening.store.onDidChange(() => resolve()));
    listening.folderTimer.run();
    await told;
  };

  beforeEach(() => {
    files = watchable();
    open = [];
  });
  afterEach(() => Promise.all(open.map(({ store }) => store.close())));

  it('end the polling in this window after a push in another window', async () => {
    const world = new World();
    const [pushed, asking] = [await openOne('pushed'), await openOne('asking')];
    const { tracker, states } = world.open('A');
    const news = forwardStoredResults(asking.store, tracker);
    await asking.store.add(newRecord());
    await tracker.track({
      key,
      service,
      requestId: 'r1',
      folder: null,
      lifetime: null,
      pace: null,
      batchInterval: null,
      known: false,
    });
    await world.clock.advance(10_000);
    await hear(pushed);

    const partial = progressed(2, 5);
    await pushed.store.receive(key, { envelope: partial }, { via: 'push', receivedAt: 1 });
    await pushed.store.flush();
    await hear(asking);
    assert.equal(tracker.pending[0]?.request.phase, 'judging');
    assert.equal(tracker.pending[0]?.request.readings.at(-1)?.done, 2);
    const asked = world.service.log.length;
    await pushed.store.receive(key, { envelope: envelope(12, []) }, { via: 'push', receivedAt: 2 });
    await hear(asking);
    assert.equal(tracker.pending.length, 0);
    await world.clock.advance(600_000);
    assert.equal(world.service.log.length, asked);
    assert.equal(states.at(-1)?.state.kind, 'finished');
    news.dispose();
  });

  it('are ignored if there is no result or only label, source, or state changed', async () => {
    const { store } = await openOne('one');
    const learned: [string, boolean][] = [];
    const tell = (of: string, { changed }: StoredOutcome): void => void learned.push([of, changed]);
    const news = forwardStoredResults(store, { onRecordUpdated: tell });
    await store.add(newRecord());
    await store.update(key, { label: 'mine' });
    await store.setState(key, { kind: 'judging' });
    assert.deepEqual(learned, []);
    await store.receive(key, { envelope: progressed(1, 3) }, { via: 'refresh', receivedAt: 1 });
    assert.deepEqual(learned, [[key, true]]);
    await store.update(key, { label: 'other' });
    assert.equal(learned.length, 1);
    news.dispose();
    await store.receive(key, { envelope: progressed(2, 3) }, { via: 'refresh', receivedAt: 2 });
    assert.equal(learned.length, 1);
  });
});
