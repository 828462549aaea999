import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { HistoryFolder } from '../../../src/records/disk/folder';
import { thisProcess } from '../../../src/records/disk/fileLocks';
import { safeName } from '../../../src/records/disk/layout';
import { sweep } from '../../../src/records/disk/openDisk';
import { RecordFiles } from '../../../src/records/disk/recordFiles';
import { addRecord } from '../../../src/records/recordUpdates';
import { key, newRecord } from './fixtures';
import { temporaryFolder } from './folders';

describe('A record that contains a credential', () => {
  const folder = temporaryFolder();
  const clock = { now: Date.now, after: () => ({ dispose: () => undefined }) };
  let history: HistoryFolder;
  let files: RecordFiles;

  beforeEach(() => {
    history = new HistoryFolder({
      folder: folder(),
      lockOwner: thisProcess(),
      clock,
      onProblem: (problem) => assert.fail(JSON.stringify(problem)),
      containsCredential: async (text) => text.includes('s3cret'),
    });
    files = new RecordFiles(history);
  });

  const marks = (): readonly string[] => fs.readdirSync(join(folder(), 'withheld'));

  it('gets a mark, even if only its code contains it', async () => {
    await files.update(key, addRecord(newRecord(), 1));
    assert.deepEqual([...(await files.withheld())], []);
    await files.writeSource(key, 'a'.repeat(64), '// s3cret');
    assert.deepEqual([...(await files.withheld())], [safeName(key)]);
  });

  it('keeps its mark until it is removed', async () => {
    await files.update(key, addRecord(newRecord('r1', { label: 's3cret' }), 1));
    await files.update(
      key,
      (current) => current && { ...current, record: { ...current.record, label: null } },
    );
    assert.deepEqual(marks(), [`${safeName(key)}.mark`]);
    await files.update(key, () => null);
    await files.removeRest([key]);
    assert.deepEqual(marks(), []);
  });

  it('leaves no mark behind if another window has removed it', async () => {
    await files.writeSource(key, 'a'.repeat(64), '// s3cret');
    await sweep(history);
    assert.equal(marks().length, 1);
    const old = new Date(Date.now() - 8 * 24 * 3_600_000);
    fs.utimesSync(join(folder(), 'withheld', marks()[0] ?? ''), old, old);
    await sweep(history);
    assert.deepEqual(marks(), []);
  });

  it('keeps an old mark while it exists', async () => {
    await files.update(key, addRecord(newRecord('r1', { label: 's3cret' }), 1));
    const old = new Date(Date.now() - 8 * 24 * 3_600_000);
    fs.utimesSync(join(folder(), 'withheld', marks()[0] ?? ''), old, old);
    await sweep(history);
    assert.equal(marks().length, 1);
  });
});
