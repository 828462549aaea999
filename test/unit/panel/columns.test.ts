import '../support/vscodeWords';
import assert from 'node:assert/strict';
import { columnsOf } from '../../../src/editor/panel/model';
import { emptyColumns, indexOfCase, keyOfCase, textAt, withRows } from '../../../src/panel/columns';
import { caseOf } from '../../ui/panel/records';

describe('cases column by column', () => {
  const columns = columnsOf([
    caseOf(3, 12, { description: 'ok' }),
    caseOf(null, 6),
    caseOf(3, 6, { description: 'no' }),
    caseOf(null, 6),
    caseOf(4, 12, { description: 'ok' }),
  ]);

  it('keep every text once', () => {
    assert.deepEqual(columns.texts, ['', 'ok', 'no']);
    assert.equal(textAt(columns, 4), 'ok');
    assert.equal(textAt(columns, 1), '');
  });

  it('find a case by its identity again, repeated and missing IDs too', () => {
    const keys = [0, 1, 2, 3, 4].map((index) => keyOfCase(columns, index));
    assert.deepEqual(keys, ['3', '-', '3~2', '-~2', '4']);
    assert.deepEqual(
      keys.map((key) => indexOfCase(columns, key)),
      [0, 1, 2, 3, 4],
    );
  });

  it('find nothing where there is nothing', () => {
    for (const key of ['5', '3~3', '', 'x', '-~3', '~', '3~0']) assert.equal(indexOfCase(columns, key), -1);
  });

  it('take rows in place of others and behind them', () => {
    const rows = columnsOf([caseOf(3, 12, { description: 'now' }), caseOf(9, 7, { signal: 11 })]);
    const next = withRows(columns, 6, Uint32Array.of(2, 5), rows);
    assert.equal(next.id.length, 6);
    assert.equal(textAt(next, 0), 'ok');
    assert.equal(textAt(next, 2), 'now');
    assert.equal(next.status[2], 12);
    assert.equal(next.signal[5], 11);
    assert.equal(textAt(next, 5), '');
  });

  it('take rows away', () => {
    const next = withRows(columns, 2, new Uint32Array(), emptyColumns(0));
    assert.equal(next.id.length, 2);
    assert.equal(textAt(next, 0), 'ok');
  });
});
