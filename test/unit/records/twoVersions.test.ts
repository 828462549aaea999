import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { recordKey, type KnownRecord, type RecordKey } from '../../../src/records';
import { currentFormat } from '../../../src/records/disk/document';
import { safeName } from '../../../src/records/disk/layout';
import { readIndex } from '../../../src/records/disk/readIndex';
import { sweep } from '../../../src/records/disk/openDisk';
import { otherBuild, type Build, type Edit } from './builds';
import { meaning, newRecord, planAt, progressed, rules, service } from './fixtures';
import { openWindow, temporaryFolder, waiting, watchable, type WindowUnderTest } from './folders';

const today: Build = { openWindow, readIndex, sweep };

const [mine, theirs] = [recordKey(service, 'mine'), recordKey(service, 'theirs')];
const day = 24 * 3_600_000;

const formats = 'src/records/disk/format.ts';
const changes = 'src/records/recordUpdates.ts';
const files = 'src/records/disk/recordFiles.ts';

interface Tomorrow {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Stores something in a record that only that version supports. */
  readonly say: (window: WindowUnderTest, key: RecordKey) => Promise<unknown>;
  /** Returns that value from a record. */
  readonly said: (record: KnownRecord) => unknown;
  readonly word: unknown;
}

// values of a newer version, which the types of this version don't contain
const pasted: object = { how: 'pasted' };
const presentationError: object = { style: 'presentationError' };
const thirdAttempt: object = { attempt: 3 };
const attempt = (record: object) => ('attempt' in record ? record.attempt : undefined);

const versions: readonly Tomorrow[] = [
  {
    name: 'with an additional enum value',
    edits: [[formats, `'submitted', 'tied'`, `'submitted', 'tied', 'pasted'`]],
    say: ({ store }, key) => {
      const textHash = store.get(key)?.source?.textHash ?? null;
      return store.update(key, { source: { uri: 'file:///a.cpp', how: 'submitted', textHash, ...pasted } });
    },
    said: ({ source }) => source?.how,
    word: 'pasted',
  },
  {
    name: 'with an additional kind of verdict',
    edits: [['src/results/status.ts', `  'serviceError',`, `  'serviceError', 'presentationError',`]],
    say: ({ store }, key) => {
      const newStatus = { ...meaning(16, 'failed'), ...presentationError };
      return store.applyRules(key, { ...rules, statuses: { ...rules.statuses, '16': newStatus } });
    },
    said: (record) => record.rules.statuses['16']?.style,
    word: 'presentationError',
  },
  {
    name: 'with an additional field',
    edits: [
      [formats, `  judgedHash: v`, `  attempt: v.optional(v.nullable(count), null),\n  judgedHash: v`],
      [changes, `  'judgedHash',\n] as`, `  'judgedHash', 'attempt',\n] as`],
    ],
    say: ({ store }, key) => store.update(key, thirdAttempt),
    said: attempt,
    word: 3,
  },
  {
    name: 'with the next format and a migration',
    edits: [
      [
        'src/records/disk/document.ts',
        `currentFormat = ${currentFormat}`,
        `currentFormat = ${currentFormat + 1}`,
      ],
      [
        formats,
        'const recordMigrations: Migrations = {',
        `const recordMigrations: Migrations = { ${currentFormat}: (old: any) => ({ ...old, record: { ...old.record, attempt: 1 } }),`,
      ],
      [formats, `  judgedHash: v`, `  attempt: count,\n  judgedHash: v`],
      [changes, `  'judgedHash',\n] as`, `  'judgedHash', 'attempt',\n] as`],
      [changes, `    changedAt: null,`, `    changedAt: null, attempt: 1,`],
    ],
    say: ({ store }, key) => store.update(key, thirdAttempt),
    said: attempt,
    word: 3,
  },
  {
    name: 'with another form of stored results',
    edits: [
      [formats, `['received', 'own']`, `['received', 'own', 'wrapped']`],
      [
        files,
        '= { record, result, plan, revision }',
        '= { record, result: result && { ...result, form: "wrapped" }, plan, revision }',
      ],
      [
        files,
        'body ? (body.raw ?? encodeEnvelope(body.envelope)) : null',
        'body ? JSON.stringify({ wrapped: body.envelope }) : null',
      ],
      [files, 'decodeEnvelope(JSON.parse(raw)', 'decodeEnvelope(JSON.parse(raw).wrapped ?? JSON.parse(raw)'],
    ],
    say: async ({ store }, key) => {
      await store.receive(key, { envelope: progressed(3, 9) }, { via: 'push', receivedAt: 2 });
      await store.flush();
      await store.update(key, { label: 'wrapped' });
    },
    said: ({ label }) => label,
    word: 'wrapped',
  },
];

describe('Two versions sharing one history', () => {
  const folder = temporaryFolder();
  const file = (...parts: string[]) => join(folder(), ...parts);

  /** Fetches a record with result, source file, and judged text. */
  async function bring({ store }: WindowUnderTest, key: RecordKey, status = 12): Promise<void> {
    const [, requestId = ''] = key.split('\n');
    const how = { via: 'refresh', receivedAt: 7, add: newRecord(requestId) } as const;
    await store.receive(key, { envelope: progressed(3, 3, 3, status) }, how);
    const textHash = await store.keepSource(key, `text of ${requestId}`);
    await store.update(key, { source: { uri: 'file:///a.cpp', how: 'submitted', textHash } });
  }

  /** Content of each file of a record, or of all records. Locks are excluded: they change all the time. */
  function contents(key?: RecordKey): ReadonlyMap<string, string> {
    const folders = ['records', 'results', 'sources'].filter((name) => fs.existsSync(file(name)));
    const paths = folders.flatMap((name) => fs.readdirSync(file(name)).map((one) => `${name}/${one}`));
    const own = key === undefined ? paths : paths.filter((path) => path.includes(safeName(key)));
    return new Map(own.map((path) => [path, fs.readFileSync(file(path), 'latin1')]));
  }

  function age(by: number): void {
    const when = new Date(Date.now() - by);
    for (const path of contents().keys()) fs.utimesSync(file(path), when, when);
  }

  async function textOf({ store }: WindowUnderTest, key: RecordKey) {
    return [(await store.loadEnvelope(key))?.data?.judge?.status, await store.sourceText(key)];
  }

  const until = waiting();
  for (const version of versions) {
    describe(`with the newer version ${version.name}`, () => {
      let tomorrow: Build;
      before(async () => {
        tomorrow = await otherBuild(version.edits);
      });

      /** Tomorrow's record is the older of the two, so that a limit removes it first. */
      async function both(): Promise<void> {
        const window = tomorrow.openWindow(folder());
        window.time = 500;
        await bring(window, theirs);
        await version.say(window, theirs);
        await window.store.close();
        const other = today.openWindow(folder());
        await bring(other, mine);
        await other.store.close();
      }

      it('list all records, the older version showing only the newer version’s names', async () => {
        await both();
        const [here, there] = [today.openWindow(folder()), tomorrow.openWindow(folder())];
        await Promise.all([here.store.loadAll(), there.store.loadAll()]);
        for (const window of [here, there]) {
          assert.deepEqual(
            window.store.records().map(({ key }) => key),
            [mine, theirs],
          );
          assert.deepEqual(await textOf(window, mine), [12, 'text of mine']);
          assert.deepEqual(window.problems, []);
        }
        assert.deepEqual(here.store.get(theirs)?.state, { kind: 'newer' });
        assert.deepEqual(await textOf(here, theirs), [undefined, null]);
        assert.equal(there.store.get(theirs)?.summary?.status, 12);
        assert.deepEqual(await textOf(there, theirs), [12, 'text of theirs']);
        await Promise.all([here.store.close(), there.store.close()]);
      });

      it('leave the newer version’s records unchanged, whatever the older version does', async () => {
        await both();
        age(40 * day);
        const before = contents(theirs);
        const here = today.openWindow(folder());
        const { store } = here;
        await store.loadAll();
        const partial = { envelope: progressed(9, 9), raw: null };
        const final = { envelope: progressed(4, 4, 4, 6), raw: null };
        const asked = { receivedAt: Date.now(), add: newRecord('theirs', { label: 'x', hint: 'y' }) };
        const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
          fetch: () => store.receive(theirs, final, { via: 'refresh', ...asked }),
          push: () => store.receive(theirs, partial, { via: 'push', receivedAt: Date.now() }),
          track: () => store.add(newRecord('theirs')),
          label: () => store.update(theirs, { label: 'other' }),
          untie: () => store.update(theirs, { source: null }),
          stop: () => store.setState(theirs, { kind: 'stopped' }),
          rules: () => store.applyRules(theirs, { ...rules, profile: 'other' }),
          rename: () => store.move(theirs, 'another service'),
          remove: () => store.remove([theirs]),
          undo: async () => (await store.removeUndoably([theirs]))(),
          limit: () => store.setLimit(1),
          flush: () => store.flush(),
          focus: () => store.loadAll(),
        };
        for (const [name, attempt] of Object.entries(attempts)) {
          await attempt();
          assert.deepEqual(contents(theirs), before, name);
          assert.deepEqual(store.get(theirs)?.state, { kind: 'newer' }, name);
          assert.equal(store.records().length, 2, name);
        }
        await store.close();
        await today.sweep(here.history);
        assert.deepEqual(contents(theirs), before, 'cleared away');
        assert.equal(fs.existsSync(file('broken')), false);
        assert.ok(here.problems.every(({ kind }) => kind === 'newer'));

        const there = tomorrow.openWindow(folder());
        await there.store.loadAll();
        const found = there.store.get(theirs);
        assert.ok(found);
        assert.equal(version.said(found), version.word);
        assert.deepEqual(await textOf(there, theirs), [12, 'text of theirs']);
        assert.deepEqual(there.problems, []);
        await there.store.close();
      });

      it('let the newer version take a record over, dropping the older version’s unsaved updates', async () => {
        const watching = watchable();
        const [here, there] = [
          today.openWindow(folder(), { files: watching }),
          tomorrow.openWindow(folder(), { files: watching }),
        ];
        await here.store.add(newRecord('mine'));
        await there.store.loadAll();
        await here.store.receive(mine, { envelope: progressed(1, 9) }, { via: 'push', receivedAt: 1 });
        await version.say(there, mine);
        const taken = contents(mine);
        // Half a second later, before or after the change event arrives.
        here.timer.run();
        await until(() => here.store.get(mine)?.state.kind === 'newer');
        await here.store.receive(mine, { envelope: progressed(2, 9) }, { via: 'push', receivedAt: 2 });
        await here.store.close();
        assert.deepEqual(contents(mine), taken);
        assert.ok(here.store.get(mine)?.state.kind === 'newer');
        const final = { envelope: progressed(9, 9, 9, 12) };
        await there.store.receive(mine, final, { via: 'ask', receivedAt: 3 });
        assert.equal(there.store.get(mine)?.state.kind, 'finished');
        await there.store.close();
      });

      it('continue the older version’s records in the newer version without loss', async () => {
        const here = today.openWindow(folder());
        await bring(here, mine);
        const before = here.store.get(mine);
        await here.store.close();
        assert.deepEqual(
          (await tomorrow.readIndex(folder())).map(({ record }) => record.key),
          [mine],
        );
        const there = tomorrow.openWindow(folder());
        await there.store.loadAll();
        const after = there.store.get(mine);
        assert.deepEqual({ ...after, ...before }, after);
        await version.say(there, mine);
        assert.equal(there.store.get(mine) && version.said(there.store.get(mine)!), version.word);
        assert.deepEqual(await textOf(there, mine), [12, 'text of mine']);
        assert.deepEqual(there.problems, []);
        await there.store.close();
      });

      it('keep the newer version’s index when the older version closes', async () => {
        await both();
        const index = fs.readFileSync(file('index.json'), 'utf8');
        const here = today.openWindow(folder());
        await bring(here, recordKey(service, 'another'));
        await here.store.close();
        assert.equal(fs.readFileSync(file('index.json'), 'utf8'), index);
        assert.deepEqual(await today.readIndex(folder()), []);
        const newest = await tomorrow.readIndex(folder());
        assert.ok(
          newest.some(({ record }) => record.key === theirs && version.said(record) === version.word),
        );
      });
    });
  }

  describe('with an additional field in the newer version’s plans', () => {
    it('continue the newer version’s plan, which the older version leaves unchanged', async () => {
      const tomorrow = await otherBuild([
        [formats, '    hurriedAt: count,', '    hurriedAt: count, place: v.optional(count),'],
      ]);
      const [here, there] = [today.openWindow(folder()), tomorrow.openWindow(folder())];
      await here.store.add(newRecord('mine'));
      await here.store.setPlan(mine, planAt(5), { begins: true });
      await there.store.add(newRecord('theirs'));
      const plan = { ...planAt(5), place: 7 };
      await there.store.setPlan(theirs, plan, { begins: true });
      age(40 * day);
      const before = contents(theirs);
      await Promise.all([here.store.loadAll(), there.store.loadAll()]);
      assert.deepEqual(
        here.store.tracked().map(({ record }) => record.key),
        [mine],
      );
      await here.store.setPlan(theirs, planAt(9), { begins: true });
      await here.store.setPlan(theirs, null);
      await today.sweep(here.history);
      assert.deepEqual([contents(theirs), here.store.trackedOne(theirs)], [before, null]);
      assert.deepEqual(there.store.trackedOne(theirs)?.plan, plan);
      assert.deepEqual(there.store.trackedOne(mine)?.plan, planAt(5));
      await Promise.all([here.store.close(), there.store.close()]);
    });
  });
});
