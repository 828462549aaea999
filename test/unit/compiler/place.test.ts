import assert from 'node:assert/strict';
import { Cursor } from '../../../src/compiler/cursor';

function cursorAt(line: string): Cursor {
  const cursor = new Cursor(`\n${line}\n`);
  cursor.advance();
  return cursor;
}

function placeOf(line: string): unknown[] | null {
  const place = cursorAt(line).location;
  if (!place) return null;
  return [place.file, place.line, place.column, place.rest];
}

describe('A location at the start of a line', () => {
  it('consists of file, line, and column', () => {
    assert.deepEqual(placeOf('a.c:3:14: error: x'), ['a.c', 3, 14, ' error: x']);
    assert.deepEqual(placeOf('a.c:3: error: x:4:5:'), ['a.c', 3, null, ' error: x:4:5:']);
    assert.deepEqual(placeOf('a b/题 目:3:4:x'), ['a b/题 目', 3, 4, 'x']);
  });

  it('may be the whole line', () => {
    assert.deepEqual(placeOf('/tmp/a.js:2'), ['/tmp/a.js', 2, null, '']);
    assert.deepEqual(placeOf('/tmp/a.js:2:7'), ['/tmp/a.js', 2, 7, '']);
  });

  it('keeps a Windows drive letter in the file name', () => {
    assert.deepEqual(placeOf('C:\\a\\b.c:3:4: x'), ['C:\\a\\b.c', 3, 4, ' x']);
  });

  it('requires a file, and a number before a colon or the end of the line', () => {
    for (const line of ['a.c: 3: x', 'a.c:3 x', 'a.c:-3:', 'a.c:1234567890: x', '']) {
      assert.equal(placeOf(line), null, line);
    }
  });

  it('isn’t found in quoted source code', () => {
    for (const line of [
      '// a.c:3:4: x',
      '/* a.c:3: x',
      'puts "a.c:3: x',
      'see `a.c:3:4: x`',
      '| a.c:3:4: x',
    ]) {
      assert.equal(placeOf(line), null, line);
    }
    assert.equal(bracketOf('// a.cs(3,4): x'), null);
  });

  it('treats a second number only as a column', () => {
    assert.deepEqual(placeOf('a.rb:3:4x: y'), ['a.rb', 3, null, '4x: y']);
  });

  it('is parsed again for each line', () => {
    const cursor = new Cursor('a:1: x\nb:2: y');
    assert.equal(cursor.location?.line, 1);
    cursor.advance();
    assert.equal(cursor.location?.line, 2);
  });
});

function bracketOf(line: string): unknown[] | null {
  const place = cursorAt(line).bracketLocation;
  if (!place) return null;
  const { file, line: at, column, endLine, endColumn, rest } = place;
  return [file, at, column, endLine, endColumn, rest];
}

describe('A location in brackets at the start of a line', () => {
  it('consists of file, line, and column, optionally with an end', () => {
    assert.deepEqual(bracketOf('a.cs(3,14): error'), ['a.cs', 3, 14, null, null, ': error']);
    assert.deepEqual(bracketOf('src(3) Fatal: x'), ['src', 3, null, null, null, ' Fatal: x']);
    assert.deepEqual(bracketOf('a.vb (3,4) : error'), ['a.vb', 3, 4, null, null, ' : error']);
    assert.deepEqual(bracketOf('a.cs(3,4,5,6): error'), ['a.cs', 3, 4, 5, 6, ': error']);
  });

  it('must be followed by a colon, or by a blank, a word, and a colon', () => {
    for (const word of ['Error', 'A', 'Z', 'a', 'z', 'Àz', 'Ошибка', 'x'.repeat(38)]) {
      assert.notEqual(bracketOf(`a.pas(3,4) ${word}: x`), null, word);
    }
    for (const behind of [
      '',
      ' ',
      ' Error',
      ' two words: x',
      ' @: x',
      ' [: x',
      ' {: x',
      ' 1: x',
      ' \u00bf: x',
    ]) {
      assert.equal(bracketOf(`a.pas(3,4)${behind}`), null, behind);
    }
    assert.notEqual(bracketOf(`a.pas(3,4) ${'x'.repeat(39)}: x`), null);
    assert.equal(bracketOf(`a.pas(3,4) ${'x'.repeat(41)}: x`), null);
  });

  it('contains numbers of at most nine digits', () => {
    assert.deepEqual(bracketOf('a(123456789,1): x')?.slice(1, 3), [123456789, 1]);
    assert.equal(bracketOf('a(1234567890): x'), null);
    assert.deepEqual(placeOf('a:123456789:987654321: x')?.slice(1, 3), [123456789, 987654321]);
    assert.deepEqual(placeOf('a:1:1234567890: x')?.slice(1, 3), [1, null]);
  });

  it('contains a file name of at most 4096 characters', () => {
    for (const length of [4095, 4096, 4097]) {
      assert.equal(bracketOf(`${'x'.repeat(length)}(3,4): x`) === null, length > 4096, `${length}`);
      assert.equal(placeOf(`${'x'.repeat(length)}:3:4: x`) === null, length > 4096, `${length}`);
    }
  });

  it('isn’t found in a number in brackets within the file name', () => {
    assert.deepEqual(bracketOf('c:\\a (1).cpp(2,10): x'), ['c:\\a (1).cpp', 2, 10, null, null, ': x']);
    assert.deepEqual(bracketOf('a (1) b.pas(2,10) Error: x'), [
      'a (1) b.pas',
      2,
      10,
      null,
      null,
      ' Error: x',
    ]);
  });

  it('isn’t found in other calls or lists', () => {
    for (const line of ['(3,4): x', 'f(3) + g(4)', 'f(x,3): y', 'f(1,2,3,4,5): y', 'f(3', 'f(', '']) {
      assert.equal(bracketOf(line), null, line);
    }
  });
});
