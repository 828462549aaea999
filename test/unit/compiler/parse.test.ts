import assert from 'node:assert/strict';
import { Chooser } from '../../../src/compiler/choose';
import { parseWith } from '../../../src/compiler/parse';
import type { Toolchain } from '../../../src/compiler/toolchain';

/** Understands `MARK text` lines and the indented lines behind them. */
function toolchainOf(name: string, mark: string, sureness = 2): Toolchain {
  return {
    name,
    detect: (sample) => (sample.includes(mark) ? sureness : 0),
    open: (cursor, report) => () => {
      if (!cursor.content.startsWith(mark)) return false;
      const message = cursor.content.slice(mark.length + 1);
      report.add(name, { severity: 'error', message }, cursor.line);
      cursor.advance();
      while (!cursor.done && cursor.content.startsWith(' ')) cursor.advance();
      return true;
    },
  };
}

describe('reading a message with several toolchains', () => {
  const first = toolchainOf('first', 'A!');
  const second = toolchainOf('second', 'B!');
  const read = (text: string, ...known: Toolchain[]) =>
    parseWith(new Chooser(known), text).map(({ toolchain, message, messageLine, messageEndLine }) => ({
      toolchain,
      message,
      lines: [messageLine, messageEndLine],
    }));

  it('offers each line to all that may be in the message', () => {
    assert.deepEqual(read('A! one\nnoise\nB! two\n  more\nA! three', first, second), [
      { toolchain: 'first', message: 'one', lines: [0, 1] },
      { toolchain: 'second', message: 'two', lines: [2, 4] },
      { toolchain: 'first', message: 'three', lines: [4, 5] },
    ]);
  });

  it('asks the surest first', () => {
    const surer = toolchainOf('surer', 'A!', 3);
    assert.deepEqual(
      read('A! one', first, surer).map((d) => d.toolchain),
      ['surer'],
    );
  });

  it('finds a toolchain that speaks only at the end of a long message', () => {
    const noise = 'x'.repeat(99).concat('\n').repeat(5000);
    assert.deepEqual(
      read(`${noise}B! late\n`, first, second).map((d) => d.message),
      ['late'],
    );
  });

  it('moves on from a reader that understood a line without leaving it', () => {
    const lazy: Toolchain = { name: 'lazy', detect: () => 1, open: () => () => true };
    assert.deepEqual(parseWith(new Chooser([lazy]), 'a\nb\nc'), []);
  });

  it('numbers lines alike for every line end', () => {
    for (const text of ['\nA! one\n', '\r\nA! one\r\n', '\rA! one\r']) {
      assert.deepEqual(read(text, first), [{ toolchain: 'first', message: 'one', lines: [1, 2] }]);
    }
  });

  it('understands nothing in nothing', () => {
    assert.deepEqual(read('', first), []);
  });
});
