import assert from 'node:assert/strict';
import { readCaretLine } from '../../../src/compiler/caret';

describe('reading a caret line', () => {
  it('finds a lone caret', () => {
    assert.deepEqual(readCaretLine('    ^'), { start: 4, end: 5, caret: 4 });
  });

  it('finds the underline around its caret', () => {
    assert.deepEqual(readCaretLine('  ~~^~~~ '), { start: 2, end: 8, caret: 4 });
    assert.deepEqual(readCaretLine('  ^^^'), { start: 2, end: 5, caret: 2 });
  });

  it('prefers the run with the caret to one without', () => {
    assert.deepEqual(readCaretLine(' ~~ ^~ ~'), { start: 4, end: 6, caret: 4 });
    assert.deepEqual(readCaretLine(' ~~   ~'), { start: 1, end: 3, caret: null });
  });

  it('counts from behind the gutter', () => {
    assert.deepEqual(readCaretLine('      |  ^~', 7), { start: 2, end: 4, caret: 2 });
  });

  it('turns down every other line', () => {
    for (const line of ['', '    ', 'int a;', '  ^ int', '  | ^', '^~x'])
      assert.equal(readCaretLine(line), null);
  });
});
