import assert from 'node:assert/strict';
import { prepareMessage } from '../../../src/compiler';

// test/fixtures/compiler/prepared.txt contains the sequences that are removed.
describe('prepareMessage', () => {
  it('keeps text of any length between sequences and line breaks', () => {
    const pieces = [1, 31, 32, 33, 100, 5].map((length) => 'x'.repeat(length));
    assert.equal(prepareMessage(pieces.join('\x1b[m')), pieces.join(''));
    assert.equal(prepareMessage(pieces.join('\r\n')), pieces.join('\n'));
    assert.equal(prepareMessage(`${pieces.join('\r')}\r\r\n\n`), `${pieces.join('\n')}\n\n\n`);
  });
});
