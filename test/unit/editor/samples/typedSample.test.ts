import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { hasChanges, textsOf, typedSample } from '../../../../src/editor/samples/typedSample';

describe('A sample on its page', () => {
  it('has no changes before the user types, whatever its line breaks are', () => {
    for (const [input, expected] of [
      ['1\r\n2\r\n', '3\r\n'],
      ['1 2', '3'],
      ['', '3\n'],
      ['1\n', null],
      ['1\n', ''],
    ] as const) {
      const stored = { input, expected };
      assert.equal(hasChanges(stored, textsOf(stored)), false, JSON.stringify(stored));
      const onPage = {
        input: input.replaceAll('\r\n', '\n'),
        expected: expected?.replaceAll('\r', '') ?? '',
      };
      assert.equal(hasChanges(stored, onPage), false, JSON.stringify(onPage));
    }
  });

  it('is stored with line feeds, if it isn’t empty', () => {
    assert.equal(typedSample({ input: '', expected: '' }), null);
    assert.deepEqual(typedSample({ input: '1\r\n2', expected: '' }), { input: '1\n2\n', expected: null });
    assert.equal(hasChanges(null, { input: '1', expected: '' }), true);
    assert.equal(hasChanges({ input: '1\n', expected: '2\n' }, { input: '1\n', expected: '' }), true);
  });
});
