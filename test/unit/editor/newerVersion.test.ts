import { answerNotices, commandsRun, speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { TreeItemCollapsibleState } from 'vscode';
import fs from 'node:fs';
import path from 'node:path';
import { clearFinished, remove } from '../../../src/editor/list/removeResults';
import { openAtFirstFailed } from '../../../src/editor/resultPanel/openPages';
import { refresh } from '../../../src/editor/fetch/refresh';
import { setSourceFile } from '../../../src/editor/sourceFiles/setSourceFile';
import type { Extension } from '../../../src/editor/extension';
import { currentFolder } from '../../../src/editor/shared/files/files';
import { showingProblems } from '../../../src/editor/openHistory';
import { makeTracker } from '../../../src/editor/pending/makeTracker';
import { CompletionNotices } from '../../../src/editor/pending/verdictNotices';
import { explainNothing } from '../../../src/editor/labels/recordLabels';
import { Tracking } from '../../../src/editor/pending/tracking';
import { nodeOf } from '../../../src/editor/list/treeNodes';
import { TreeRows } from '../../../src/editor/list/rows';
import { recordTooltip } from '../../../src/editor/list/tooltips';
import {
  recordKey,
  StorageFailed,
  type KnownRecord,
  type RecordKey,
  type RecordStore,
  type StoredRecord,
} from '../../../src/records';
import { currentFormat } from '../../../src/records/disk/document';
import { decodeListed, encodeRecord } from '../../../src/records/disk/format';
import { MemoryStorage } from '../../../src/records/storage';
import type { ResultAnswer } from '../../../src/judges/adapters/shared/makeResult';
import { specifiedJudge, luogu } from '../../support/profiles';
import { makeStore, newRecord, progressed, service, type StoreUnderTest } from '../records/fixtures';
import { settle, until } from '../support/fakeClock';
import { World } from '../tracking/world';
import { standIn } from '../support/standIn';
import type { Judges } from '../../../src/editor/shared/judges';

const words =
  'Some results were saved by a newer version of Judge Results. Reload the window or update the extension to use them.';

/** A storage to which a newer version also writes. */
class SharedStorage extends MemoryStorage {
  readonly newer = new Set<RecordKey>();

  override async update(...all: Parameters<MemoryStorage['update']>): Promise<StoredRecord | null> {
    const [key] = all;
    if (this.newer.has(key)) throw new StorageFailed({ kind: 'newer', path: key, reason: 'format 2' });
    return super.update(...all);
  }

  override async read(key: RecordKey): Promise<StoredRecord | null> {
    const stored = await super.read(key);
    if (!stored || !this.newer.has(key)) return stored;
    const document = JSON.parse(encodeRecord(stored)) as object;
    const read = decodeListed(JSON.stringify({ ...document, format: currentFormat + 1 }));
    assert.ok(read.kind === 'ok');
    return read.value;
  }

  /** Whether that version tracks the record. */
  async isTracked(key: RecordKey): Promise<boolean> {
    return ((await super.read(key))?.plan ?? null) !== null;
  }
}

describe('A record saved by a newer version', () => {
  let storage: SharedStorage;
  let under: StoreUnderTest;
  let store: RecordStore;
  beforeEach(() => {
    speak('en');
    commandsRun.length = 0;
    storage = new SharedStorage();
    under = makeStore({ storage });
    store = under.store;
  });

  async function takenOver(id = 'r1', status = 6): Promise<KnownRecord> {
    const key = recordKey(service, id);
    const add = newRecord(id);
    await store.receive(
      key,
      { envelope: progressed(3, 3, 3, status) },
      { via: 'refresh', receivedAt: 1, add },
    );
    storage.newer.add(key);
    await store.reread([key]);
    const record = store.get(key);
    assert.ok(record?.state.kind === 'newer');
    return record;
  }

  async function rowOf(record: KnownRecord) {
    const rows = new TreeRows(store, {
      intern: (node) => node,
      recordsIn: () => [record.key],
      groupOf: () => null,
      hasSeveralJudges: false,
      hasSeveralContests: false,
      judgeOf: async () => specifiedJudge({ url: service }),
      arranger: null,
      positionsOf: async () => new Map(),
      troubleOf: () => '',
      rowChanged: () => undefined,
    });
    return rows.item(nodeOf.record(record.key));
  }

  it('shows its name, why content is missing, and how to see it', async () => {
    const record = await takenOver();
    const row = await rowOf(record);
    assert.equal(row.label, 'Saved by a newer version · r1');
    assert.equal(row.description, undefined);
    assert.equal(row.collapsibleState, TreeItemCollapsibleState.None);
    assert.match(
      recordTooltip(record, null),
      /Saved by a newer version of Judge Results\. Reload the window or update/,
    );
    assert.match(explainNothing(record), /^Saved by a newer version/);
  });

  it('offers only “Reload Window” and “Copy ID” in its menu', async () => {
    const { contextValue = '' } = await rowOf(await takenOver('r1', 99));
    const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../../../package.json'), 'utf8')) as {
      contributes: { menus: Record<string, { command: string; when: string }[]> };
    };
    const offered = (manifest.contributes.menus['view/item/context'] ?? []).filter(({ when }) => {
      if (when.endsWith(`viewItem == ${contextValue}`)) return true;
      const pattern = /viewItem =~ \/(.*?)\/(?: |$)/.exec(when)?.[1];
      return pattern !== undefined && new RegExp(pattern).test(contextValue);
    });
    const names = new Set(offered.map(({ command }) => command.replace('judgeResults.', '')));
    assert.deepEqual([...names].sort(), ['copyRequestId', 'reloadWindow']);
  });

  it('is never opened or changed by a command, which offers to reload the window instead', async () => {
    const record = await takenOver();
    const view = { visible: false };
    const tree = { neighborOf: () => null };
    const extension = standIn<Extension>({ store, view, tree, selectedRows: { current: [] } });
    const args = [{ key: record.key }];
    const open = () => openAtFirstFailed(extension, record.key);
    for (const run of [remove, refresh, setSourceFile, open]) {
      const shown = answerNotices('Reload Window');
      await run(extension, args);
      await settle();
      assert.deepEqual(shown, [{ message: words, buttons: ['Reload Window'] }]);
      assert.equal(commandsRun.pop(), 'workbench.action.reloadWindow');
      assert.equal(store.get(record.key), record);
    }
    await clearFinished(extension);
    assert.equal(store.get(record.key), record);
  });

  it('is reported once, however many there are and however often they are read', async () => {
    const shown = answerNotices();
    const logged: string[] = [];
    const tell = showingProblems({ error: (line: string) => void logged.push(line) });
    for (const path of ['a', 'b', 'a', 'b', 'a']) tell({ kind: 'newer', path, reason: 'format 2' });
    await until(() => shown.length > 0);
    await settle();
    assert.equal(shown.length, 1);
    assert.equal(logged.length, 2);
  });

  it('triggers no notification of its end if it was pending before', async () => {
    const shown = answerNotices();
    const folder = currentFolder();
    await store.add(newRecord('r1', { folder }));
    const key = recordKey(service, 'r1');
    const other = recordKey(service, 'r2');
    const log = { error: assert.fail, warn: assert.fail };
    const notices = new CompletionNotices(
      standIn<Extension>({
        store,
        log,
        tracking: { requestedHere: new Set([other]) },
        view: { visible: false },
      }),
      {
        tryAcquire: async () => true,
        release: () => Promise.resolve(),
      },
    );
    storage.newer.add(key);
    await store.reread([key]);
    assert.equal(store.get(key)?.state.kind, 'newer');
    await store.add(newRecord('r2', { folder }));
    await store.receive(other, { envelope: progressed(3, 3, 3, 12) }, { via: 'ask', receivedAt: 1 });
    await until(() => shown.length > 0);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['S12 0 · r2: 3 of 3 passed.'],
    );
    notices.dispose();
  });

  describe('while it is tracked here', () => {
    const key = recordKey(luogu.id, 'one');
    const final: ResultAnswer = { kind: 'result', envelope: progressed(3, 3, 3, 12), raw: '{}', notices: [] };
    let world: World;
    let tracking: Tracking;
    let answers: ((answer: ResultAnswer) => void)[];
    beforeEach(() => {
      world = new World();
      answers = [];
      const ask = () => new Promise<ResultAnswer>((resolve) => void answers.push(resolve));
      const judges = standIn<Judges>({
        onDidChange: () => ({ dispose: () => undefined }),
        judgeOf: async () => luogu,
        result: ask,
        poll: ask,
        notBefore: () => -Infinity,
      });
      const leases = world.leases.of('A');
      const onError = (what: string, error: unknown): never => assert.fail(`${what}: ${String(error)}`);
      tracking = new Tracking(
        store,
        judges,
        {
          makeTracker: async (events) => makeTracker({ store, judges, leases, events }, []),
          showPending: () => Promise.resolve(),
        },
        onError,
      );
    });
    afterEach(() => tracking.close());

    it('is dropped with the next response, and stays pending for the newer version', async () => {
      await tracking.track(luogu, 'one');
      await until(() => answers.length === 1);
      storage.newer.add(key);
      answers[0]?.(final);
      await until(() => tracking.pending(true).length === 0);
      assert.equal(store.get(key)?.state.kind, 'newer');
      assert.equal(await storage.isTracked(key), true);
      await settle();
      assert.equal(await world.leases.of('B').tryAcquire(key, 1_000), true);
    });

    it('can be fetched by the user, although the result can’t be saved, and isn’t tracked', async () => {
      await store.add({ ...newRecord('one'), service: luogu.id });
      storage.newer.add(key);
      const fetching = tracking.fetch(luogu, 'one');
      await until(() => answers.length === 1);
      answers[0]?.(final);
      const fetched = await fetching;
      assert.equal(fetched.record?.state.kind, 'newer');
      assert.deepEqual(tracking.pending(true), []);
      assert.ok(under.problems.some(({ kind }) => kind === 'newer'));
    });
  });
});
