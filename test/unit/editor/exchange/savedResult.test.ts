import { answerNotices, picks, speak, written } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { luogu } from '../../../support/profiles';
import { importJson } from '../../../../src/editor/exchange/importResults';
import type { Extension } from '../../../../src/editor/extension';
import { makeStore } from '../../records/fixtures';
import { exportName } from '../../../../src/editor/exchange/exportName';
import { readSaved, toSave } from '../../../../src/editor/exchange/savedResult';
import { standIn } from '../../support/standIn';
import { nodeOf } from '../../../../src/editor/list/treeNodes';

const saved = (more: object): string => JSON.stringify({ type: 'judge', data: null, ...more });

describe('A saved result', () => {
  it('is read with its own request ID and its unchanged text', () => {
    const text = saved({ requestId: 'abc', unknown: [1] });
    const read = readSaved(`\ufeff${text}`, 'x.json');
    assert.equal(read.kind, 'result');
    if (read.kind !== 'result') return;
    assert.equal(read.requestId, 'abc');
    assert.equal(read.raw, text);
  });

  it('is read without the name and note that were saved with it', () => {
    const about = { type: null, label: 'greedy', note: 'off by "one"' };
    const raw = saved({ requestId: 'abc', more: [1] });
    const read = readSaved(toSave(` ${raw}`, about), 'x.json');
    assert.ok(read.kind === 'result');
    assert.deepEqual([read.about, read.raw], [about, raw]);
    assert.equal(toSave('{ }', about), '{"recordName":"greedy","recordNote":"off by \\"one\\"" }');
  });

  it('has no name and note if the stored values are empty or not text', () => {
    const read = readSaved(saved({ recordName: '', recordNote: 7 }), 'x.json');
    assert.deepEqual(read.kind === 'result' && [read.about.label, read.about.note], [null, null]);
  });

  for (const requestId of [null, '', '../../etc', 'a'.repeat(129), 'a\nb']) {
    it(`is named after its file if its request ID is ${JSON.stringify(requestId)?.slice(0, 20)}`, () => {
      const read = readSaved(saved({ requestId }), 'My result (2).json');
      assert.equal(read.kind === 'result' && read.requestId, 'My_result_2_');
    });
  }

  it('that isn’t JSON is rejected', () => {
    assert.deepEqual(readSaved('<html>', 'x.json'), { kind: 'notJson' });
  });

  it('reports the path of the first invalid field', () => {
    const wrong = readSaved(saved({ data: { judge: { subtasks: 7 } } }), 'x.json');
    assert.deepEqual(wrong, { kind: 'shape', path: 'data.judge.subtasks' });
  });
});

describe('The name of an exported file', () => {
  for (const [id, name] of [
    ['1BwHdxEa4LTFnL619bxRwC', '1BwHdxEa4LTFnL619bxRwC.json'],
    ['../../x', '_x.json'],
    ['..', 'record.json'],
    ['a/b\\c:d', 'a_b_c_d.json'],
    ['', 'record.json'],
  ] as const) {
    it(`is ${name} for ${JSON.stringify(id)}`, () => {
      assert.equal(exportName(id), name);
    });
  }
});

describe('Importing a file', () => {
  const { store } = makeStore();
  const extension = standIn<Extension>({
    judges: { all: async () => [luogu] },
    store,
    tree: { isListed: async () => true, record: nodeOf.record },
    view: { reveal: async () => undefined },
  });

  beforeEach(() => {
    speak('en');
    picks.length = 0;
    written.clear();
  });

  it('asks the user which judge the result is from', async () => {
    written.set('/chosen', saved({ requestId: 'abc' }));
    await importJson(extension);
    assert.deepEqual(picks, ['Select the judge of this result']);
  });

  it('keeps the name and note of the record', async () => {
    const own = { serviceType: 'hydro', recordName: 'greedy', recordNote: 'off by one' };
    written.set('/chosen', saved({ requestId: 'abc', ...own }));
    await importJson(extension);
    assert.deepEqual(
      store.records().map(({ requestId, label, note }) => [requestId, label, note]),
      [['abc', 'greedy', 'off by one']],
    );
  });

  it('shows an error without asking for the judge if the file isn’t a result', async () => {
    const shown = answerNotices();
    for (const text of ['<html>', '[]']) {
      written.set('/chosen', text);
      await importJson(extension);
    }
    assert.deepEqual(picks, []);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['chosen isn’t JSON.', 'chosen isn’t a result.'],
    );
  });
});
