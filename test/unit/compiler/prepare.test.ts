import assert from 'node:assert/strict';
import { prepareMessage } from '../../../src/compiler';

describe('prepareMessage', () => {
  it('keeps plain text', () => {
    const text = 'a.cpp:1:1: error: x\n    1 | y\t“é”\n';
    assert.equal(prepareMessage(text), text);
  });

  it('removes colors and links', () => {
    const link = '\x1b]8;;https://gcc.gnu.org/x\x07-Wparentheses\x1b]8;;\x07';
    assert.equal(
      prepareMessage(`\x1b[01;31m\x1b[Kerror:\x1b[m\x1b[K x [${link}]`),
      'error: x [-Wparentheses]',
    );
    assert.equal(prepareMessage('\x1b]8;;http://e.org\x1b\\text\x1b]8;;\x1b\\'), 'text');
  });

  it('removes single-character sequences', () => {
    assert.equal(prepareMessage('\x1b(Ba\x1b=b\x1bMc'), 'abc');
  });

  it('removes an incomplete sequence only up to the end of its line', () => {
    assert.equal(prepareMessage('a\x1b[01;3'), 'a');
    assert.equal(prepareMessage('a\x1b[\nb\x1b'), 'a\nb');
  });

  it('converts line breaks to line feeds, and removes a byte order mark', () => {
    assert.equal(prepareMessage('\ufeffa\r\nb\rc\n'), 'a\nb\nc\n');
  });

  it('removes titles and other strings that end on their line', () => {
    for (const kind of [']', 'P', 'X', '^', '_']) {
      assert.equal(prepareMessage(`a\x1b${kind}0;title\x07b`), 'ab', kind);
      assert.equal(prepareMessage(`a\x1b${kind}0;title\x1b\\b`), 'ab', kind);
      assert.equal(prepareMessage(`a\x1b${kind}0;title\x1b[1mb`), 'a0;titleb', kind);
      assert.equal(prepareMessage(`a\x1b${kind}0;title\rb\\c`), 'a0;title\nb\\c', kind);
    }
  });

  it('removes a sequence only up to its final character', () => {
    assert.equal(prepareMessage('\x1b[0 /?~a\x1b[1@b\x1b[1{c'), 'abc');
    assert.equal(prepareMessage('\x1b[1\x7fa'), '\x7fa');
    assert.equal(prepareMessage('\x1b 0a\x1b//~b\x1b0c'), 'abc');
    assert.equal(prepareMessage('\x1b\x7fa\x1b数b'), '\x7fa数b');
    assert.equal(prepareMessage('\x1b[1数\x1b['), '数');
  });

  it('keeps text of any length between sequences', () => {
    const pieces = [1, 31, 32, 33, 100, 5].map((length) => 'x'.repeat(length));
    assert.equal(prepareMessage(pieces.join('\x1b[m')), pieces.join(''));
    assert.equal(prepareMessage(pieces.join('\r\n')), pieces.join('\n'));
    assert.equal(prepareMessage(`${pieces.join('\r')}\r\r\n\n`), `${pieces.join('\n')}\n\n\n`);
  });
});
