import assert from 'node:assert/strict';
import { reasonToTie } from '../../../../src/editor/sourceFiles/chooseSubmittedFile';
import type { KnownRecord } from '../../../../src/records';
import { standIn } from '../../support/standIn';

const file = 'file:///w/a.cpp';

function record(compiled: boolean | null, hasCompileMessage: boolean, source?: string): KnownRecord {
  return standIn<KnownRecord>({
    source: source === undefined ? null : { uri: source, how: 'tied', textHash: null },
    summary: { compiled, hasCompileMessage },
  });
}

describe('reasonToTie', () => {
  const warned = record(true, true, file);

  it('suggests the open file for compiler output', () => {
    assert.equal(reasonToTie(record(false, true), file, []), 'problems');
  });

  it('suggests the open file for a clean compilation if the file has Problems from an earlier result', () => {
    assert.equal(reasonToTie(record(true, false), file, [warned]), 'clean');
  });

  it('suggests no file for a clean compilation that changes nothing in the file', () => {
    const others = [record(true, true, 'file:///w/b.cpp'), record(true, false, file), record(true, true)];
    assert.equal(reasonToTie(record(true, false), file, others), null);
  });

  it('suggests no file for a result with a file, without a compilation, or without a summary', () => {
    assert.equal(reasonToTie(warned, file, [warned]), null);
    assert.equal(reasonToTie(record(null, false), file, [warned]), null);
    assert.equal(reasonToTie({ ...warned, source: null, summary: null }, file, [warned]), null);
  });
});
