import assert from 'node:assert/strict';
import { prepareMessage } from '../../../src/compiler';

describe('preparing a compile message', () => {
  it('leaves plain text as it is', () => {
    const text = 'a.cpp:1:1: error: x\n    1 | y\t“é”\n';
    assert.equal(prepareMessage(text), text);
  });

  it('takes colours and links out', () => {
    const link = '\x1b]8;;https://gcc.gnu.org/x\x07-Wparentheses\x1b]8;;\x07';
    assert.equal(
      prepareMessage(`\x1b[01;31m\x1b[Kerror:\x1b[m\x1b[K x [${link}]`),
      'error: x [-Wparentheses]',
    );
    assert.equal(prepareMessage('\x1b]8;;http://e.org\x1b\\text\x1b]8;;\x1b\\'), 'text');
  });

  it('takes single-character sequences out', () => {
    assert.equal(prepareMessage('\x1b(Ba\x1b=b\x1bMc'), 'abc');
  });

  it('ends a sequence that was cut off with its line', () => {
    assert.equal(prepareMessage('a\x1b[01;3'), 'a');
    assert.equal(prepareMessage('a\x1b]8;;http://e.org\nb\x1b'), 'a\nb');
  });

  it('makes every line end a line feed and drops a byte order mark', () => {
    assert.equal(prepareMessage('\ufeffa\r\nb\rc\n'), 'a\nb\nc\n');
  });
});
