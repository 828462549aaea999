import { answerNotices, picks, speak, written } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { luogu } from '../../../support/profiles';
import { importJson } from '../../../../src/editor/commands/exchange';
import type { ExtensionServices } from '../../../../src/editor/extensionServices';
import { exportName, readSaved } from '../../../../src/editor/exchange/importing';

const saved = (more: object): string => JSON.stringify({ type: 'judge', data: null, ...more });

describe('a saved result', () => {
  it('is read with its own request ID, text as it is', () => {
    const text = saved({ requestId: 'abc', unknown: [1] });
    const read = readSaved(`\ufeff${text}`, 'x.json');
    assert.equal(read.kind, 'result');
    if (read.kind !== 'result') return;
    assert.equal(read.requestId, 'abc');
    assert.equal(read.raw, text);
  });

  for (const requestId of [null, '', '../../etc', 'a'.repeat(129), 'a\nb']) {
    it(`is named by its file where its request ID is ${JSON.stringify(requestId)?.slice(0, 20)}`, () => {
      const read = readSaved(saved({ requestId }), 'My result (2).json');
      assert.equal(read.kind === 'result' && read.requestId, 'My_result_2_');
    });
  }

  it('is refused where it is not JSON', () => {
    assert.deepEqual(readSaved('<html>', 'x.json'), { kind: 'notJson' });
  });

  it('is refused where it is no envelope, and the place is named', () => {
    const wrong = readSaved(saved({ data: { judge: { subtasks: 7 } } }), 'x.json');
    assert.deepEqual(wrong, { kind: 'shape', path: 'data.judge.subtasks' });
  });
});

describe('the name of an exported file', () => {
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

describe('importing a file', () => {
  const extension = { services: { all: async () => [luogu] } } as unknown as ExtensionServices;

  beforeEach(() => {
    speak('en');
    picks.length = 0;
    written.clear();
  });

  it('asks for the service of a result', async () => {
    written.set('/chosen', saved({ requestId: 'abc' }));
    await importJson(extension);
    assert.deepEqual(picks, ['Select the service of this result']);
  });

  it('asks for no service where the file is no result, and says so', async () => {
    written.set('/chosen', '<html>');
    const shown = answerNotices();
    await importJson(extension);
    assert.deepEqual(picks, []);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['chosen isn’t JSON.'],
    );
  });
});
