import assert from 'node:assert/strict';
import { parseWith } from '../../../src/compiler/parse';
import type { Toolchain } from '../../../src/compiler/toolchain';

/** Understands lines `MARK text` and the indented lines after them. */
function toolchainOf(name: string, mark: string, sureness = 2): Toolchain {
  return {
    name,
    detect: (sample) => (sample.includes(mark) ? sureness : 0),
    open: (cursor, report) => () => {
      if (!cursor.content.startsWith(mark)) return false;
      const message = cursor.content.slice(mark.length + 1);
      report.add({ severity: 'error', message });
      cursor.advance();
      while (!cursor.done && cursor.content.startsWith(' ')) cursor.advance();
      return true;
    },
  };
}

describe('Parsing a message with several toolchains', () => {
  const first = toolchainOf('first', 'A!');
  const second = toolchainOf('second', 'B!');
  const read = (text: string, ...known: Toolchain[]) =>
    parseWith(known, text).map(({ toolchain, message, messageLine, messageEndLine }) => ({
      toolchain,
      message,
      lines: [messageLine, messageEndLine],
    }));

  it('offers each line to all detected toolchains', () => {
    assert.deepEqual(read('A! one\nnoise\nB! two\n  more\nA! three', first, second), [
      { toolchain: 'first', message: 'one', lines: [0, 1] },
      { toolchain: 'second', message: 'two', lines: [2, 4] },
      { toolchain: 'first', message: 'three', lines: [4, 5] },
    ]);
  });

  it('offers a line to the most certain toolchain first', () => {
    const surer = toolchainOf('surer', 'A!', 3);
    assert.deepEqual(
      read('A! one', first, surer).map((d) => d.toolchain),
      ['surer'],
    );
  });

  it('detects a toolchain at the end of a long message', () => {
    const noise = 'x'.repeat(99).concat('\n').repeat(5000);
    assert.deepEqual(
      read(`${noise}B! late\n`, first, second).map((d) => d.message),
      ['late'],
    );
  });

  it('advances if a reader understood a line without moving the cursor', () => {
    const lazy: Toolchain = { name: 'lazy', detect: () => 1, open: () => () => true };
    assert.deepEqual(parseWith([lazy], 'a\nb\nc'), []);
  });

  it('counts lines the same way for all line breaks', () => {
    for (const text of ['\nA! one\n', '\r\nA! one\r\n', '\rA! one\r']) {
      assert.deepEqual(read(text, first), [{ toolchain: 'first', message: 'one', lines: [1, 2] }]);
    }
  });

  it('finds nothing in an empty message', () => {
    assert.deepEqual(read('', first), []);
  });

  it('detects certain lines anywhere in a long message, but not parts of lines', () => {
    const lines = (count: number) => 'x'.repeat(99).concat('\n').repeat(count);
    const found = (before: number) =>
      read(`${lines(before)}${'B! here\n'.repeat(90)}${lines(5000 - before)}`, first, second).length;
    // the sample has the first 8192 characters, and six windows of 2048 characters up to the end
    for (const before of [0, 80, 1065, 2045, 3030, 4010, 4990]) assert.equal(found(before), 90, `${before}`);
    for (const before of [300, 2300, 4500]) assert.equal(found(before), 0, `${before}`);
    const begins: Toolchain = { ...second, detect: (sample) => (/^B!/m.test(sample) ? 2 : 0) };
    assert.deepEqual(
      read(`x${'B!'.repeat(60)}\n`.repeat(1500) + 'B! never'.concat('\n', lines(100)), begins),
      [],
    );
  });

  it('doesn’t use a toolchain with lower priority than a detected one', () => {
    const shy: Toolchain = { ...toolchainOf('shy', 'A!'), yieldsTo: 'first' };
    assert.deepEqual(
      read('A! one', first, shy).map((d) => d.toolchain),
      ['first'],
    );
    assert.deepEqual(
      read('A! one', toolchainOf('other', 'B!'), shy).map((d) => d.toolchain),
      ['shy'],
    );
  });

  it('uses a guessed toolchain only if no other is more certain', () => {
    const guess = toolchainOf('guess', 'A!', 1);
    assert.deepEqual(
      read('A! one\nB! two', guess).map((d) => d.toolchain),
      ['guess'],
    );
    assert.deepEqual(
      read('A! one\nB! two', guess, second).map((d) => d.toolchain),
      ['second'],
    );
  });

  it('ends a diagnostic where the reader’s next diagnostic begins', () => {
    const twice: Toolchain = {
      name: 'twice',
      detect: () => 2,
      open: (cursor, report) => () => {
        report.add({ severity: 'error', message: 'a' });
        report.add({ severity: 'error', message: 'b' }, cursor.line + 1);
        for (let i = 0; i < 3; i++) cursor.advance();
        return true;
      },
    };
    assert.deepEqual(
      read('1\n2\n3\n4\n5\n6', twice).map((d) => d.lines),
      [
        [0, 1],
        [1, 3],
        [3, 4],
        [4, 6],
      ],
    );
  });
});
