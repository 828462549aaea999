import assert from 'node:assert/strict';
import { withoutEscapeSequences } from '../../../src/base/escapeSequences';

describe('withoutEscapeSequences', () => {
  for (const [text, plain] of [
    ['\x1b[31mred\x1b[0m', 'red'],
    ['\x1b[1;38;5;9mred\x1b[m\x1b[K', 'red'],
    ['\x9b31mred', 'red'],
    ['\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['\x1b]0;title\x07text', 'text'],
    ['\x1bPdata\x1b\\text', 'text'],
    ['\x1b(Btext\x1b=\x1bc', 'text'],
    ['\x1b]0;never closed\nnext line', '0;never closed\nnext line'],
    ['end\x1b', 'end'],
    ['end\x1b[', 'end'],
    ['end\x9b31', 'end'],
    ['\x90data\x9ctext', 'text'],
    ['a\x9dnever closed', 'a\x9dnever closed'],
    ['a\x9dopened \x90twice\x9cb', 'a\x9dopened b'],
    ['a\x1b]0;its line\rends\x07b', 'a0;its line\rends\x07b'],
    ['[31m is text', '[31m is text'],
  ] as const) {
    it(`keeps the text between sequences: ${JSON.stringify(text)}`, () => {
      assert.equal(withoutEscapeSequences(text), plain);
    });
  }
});
