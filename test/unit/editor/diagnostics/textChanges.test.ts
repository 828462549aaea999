import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  differences,
  linesOf,
  TextChanges,
  type TextEdit,
} from '../../../../src/editor/diagnostics/textChanges';

const edit = (line: number, from: number, to: number, text: string): TextEdit => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  text,
});

/** Returns the position of `[from, to)` of a line after the edits as `line:from-to`, with the end line if it differs. */
function moved(edits: readonly TextEdit[], line: number, from: number, to: number): string {
  const { start, end } = new TextChanges(edits).move({
    start: { line, character: from },
    end: { line, character: to },
  });
  return `${start.line}:${start.character}-${end.line === start.line ? '' : `${end.line}:`}${end.character}`;
}

describe('TextChanges', () => {
  it('moves a range when text before it is inserted or deleted', () => {
    assert.equal(moved([edit(0, 0, 0, 'new\n')], 1, 4, 8), '2:4-8');
    assert.equal(moved([edit(1, 1, 3, '')], 1, 4, 8), '1:2-6');
    assert.equal(moved([edit(1, 2, 2, 'a\nbc')], 1, 4, 8), '2:4-8');
    assert.equal(
      moved(
        [{ range: { start: { line: 0, character: 2 }, end: { line: 1, character: 3 } }, text: '' }],
        1,
        4,
        8,
      ),
      '0:3-7',
    );
  });

  it('keeps a range if the change is after it', () => {
    assert.equal(moved([edit(1, 9, 9, 'x'), edit(2, 0, 4, '')], 1, 4, 8), '1:4-8');
  });

  it('doesn’t extend a range by text typed at its ends', () => {
    assert.equal(moved([edit(1, 4, 4, 'x')], 1, 4, 8), '1:5-9');
    assert.equal(moved([edit(1, 8, 8, 'x')], 1, 4, 8), '1:4-8');
  });

  it('applies all edits of one event to the text before the event, in any order', () => {
    const edits = [edit(1, 6, 6, 'xy'), edit(0, 0, 0, '\n'), edit(1, 0, 2, '')];
    assert.equal(moved(edits, 1, 4, 8), '2:2-8');
    assert.equal(moved([...edits].reverse(), 1, 4, 8), '2:2-8');
  });

  it('returns the range of a replacement', () => {
    assert.equal(moved([edit(1, 4, 8, 'longer')], 1, 4, 8), '1:4-10');
    assert.equal(moved([edit(1, 2, 9, '')], 1, 4, 8), '1:2-2');
  });

  it('keeps an empty range before text typed at its position, and moves it with its line', () => {
    assert.equal(moved([edit(1, 4, 4, ';')], 1, 4, 4), '1:4-4');
    assert.equal(moved([edit(1, 0, 0, 'new\n')], 1, 0, 0), '2:0-0');
  });
});

describe('differences', () => {
  /** Returns the current position of a line of the text before, as a range of the whole line. */
  function lineOf(before: string, after: string, line: number): string {
    const edits = differences(linesOf(before), linesOf(after));
    assert.ok(edits);
    return moved(edits, line, 0, linesOf(before)[line]?.length ?? 0);
  }

  it('are empty if only line endings and trailing blanks differ', () => {
    assert.deepEqual(differences(linesOf('a\r\nb \r\nc'), linesOf('a\nb\nc')), []);
  });

  it('move lines below inserted text', () => {
    assert.equal(lineOf('a\nb\nc', 'new\na\nother\nb\nc', 0), '1:0-1');
    assert.equal(lineOf('a\nb\nc', 'new\na\nother\nb\nc', 2), '4:0-1');
  });

  it('map a deleted line to the next line', () => {
    assert.equal(lineOf('a\nb\nc', 'x\na\nc', 1), '2:0-0');
  });

  it('find several lines that were each changed in place', () => {
    assert.equal(lineOf('a\nb\nc\nd\ne', 'new\na\nB\nC\nD\ne', 2), '3:0-1');
  });

  it('contain only the changed characters of a line', () => {
    assert.deepEqual(differences(['a', '  int x;', 'b'], ['a', '  long x; // y', 'b']), [
      edit(1, 2, 8, 'long x; // y'),
    ]);
    assert.deepEqual(differences(['int x;'], ['int  x;']), [edit(0, 4, 4, ' ')]);
    assert.deepEqual(differences(['{ int x; }'], ['{', ' int x; }']), [edit(0, 1, 1, '\n')]);
  });

  it('are null if two texts have too little in common', () => {
    const many = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`);
    assert.equal(differences(many('a'), many('b')), null);
  });

  it('turn the old text into the new text', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'ab', 'a b', '', '  d'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const edits = differences(before, after);
        assert.ok(edits);
        assert.equal(applied(before, edits), after.join('\n'));
      }),
    );
  });
});

function applied(before: readonly string[], edits: readonly TextEdit[]): string {
  // An extra line, so that lines can be inserted at the end.
  let text = `${before.join('\n')}\n`;
  const offset = ({ line, character }: TextEdit['range']['start']): number =>
    before.slice(0, line).reduce((sum, one) => sum + one.length + 1, character);
  for (const { range, text: put } of [...edits].reverse()) {
    text = text.slice(0, offset(range.start)) + put + text.slice(offset(range.end));
  }
  return text.slice(0, -1);
}
