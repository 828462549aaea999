import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  differences,
  linesOf,
  TextChanges,
  type TextEdit,
} from '../../../../src/editor/problems/textChanges';

const edit = (line: number, from: number, to: number, text: string): TextEdit => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  text,
});

/** Where `[from, to)` of a line is after the edits: `line:from-to`, with the line where it ends if that is another. */
function moved(edits: readonly TextEdit[], line: number, from: number, to: number): string {
  const { start, end } = new TextChanges(edits).move({
    start: { line, character: from },
    end: { line, character: to },
  });
  return `${start.line}:${start.character}-${end.line === start.line ? '' : `${end.line}:`}${end.character}`;
}

describe('TextChanges', () => {
  it('moves a range by what is put in or taken away before it', () => {
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

  it('leaves a range alone where what changes stands behind it', () => {
    assert.equal(moved([edit(1, 9, 9, 'x'), edit(2, 0, 4, '')], 1, 4, 8), '1:4-8');
  });

  it('keeps what is typed at the ends of a range outside it', () => {
    assert.equal(moved([edit(1, 4, 4, 'x')], 1, 4, 8), '1:5-9');
    assert.equal(moved([edit(1, 8, 8, 'x')], 1, 4, 8), '1:4-8');
  });

  it('counts all edits of one event in the text before it, in whatever order they come', () => {
    const edits = [edit(1, 6, 6, 'xy'), edit(0, 0, 0, '\n'), edit(1, 0, 2, '')];
    assert.equal(moved(edits, 1, 4, 8), '2:2-8');
    assert.equal(moved([...edits].reverse(), 1, 4, 8), '2:2-8');
  });

  it('gives what takes the place of a range', () => {
    assert.equal(moved([edit(1, 4, 8, 'longer')], 1, 4, 8), '1:4-10');
    assert.equal(moved([edit(1, 2, 9, '')], 1, 4, 8), '1:2-2');
  });

  it('leaves an empty range before what is typed there, and moves it with its line', () => {
    assert.equal(moved([edit(1, 4, 4, ';')], 1, 4, 4), '1:4-4');
    assert.equal(moved([edit(1, 0, 0, 'new\n')], 1, 0, 0), '2:0-0');
  });
});

describe('differences of two texts', () => {
  /** Where a line of the text before is now, by a range that is all of it. */
  function lineOf(before: string, after: string, line: number): string {
    const edits = differences(linesOf(before), linesOf(after));
    assert.ok(edits);
    return moved(edits, line, 0, linesOf(before)[line]?.length ?? 0);
  }

  it('are none where only line ends and white space before them differ', () => {
    assert.deepEqual(differences(linesOf('a\r\nb \r\nc'), linesOf('a\nb\nc')), []);
  });

  it('move lines by what was put in above them', () => {
    assert.equal(lineOf('a\nb\nc', 'new\na\nother\nb\nc', 0), '1:0-1');
    assert.equal(lineOf('a\nb\nc', 'new\na\nother\nb\nc', 2), '4:0-1');
  });

  it('take a line that is gone to the one behind it', () => {
    assert.equal(lineOf('a\nb\nc', 'x\na\nc', 1), '2:0-0');
  });

  it('find lines that were each changed in their place', () => {
    assert.equal(lineOf('a\nb\nc\nd\ne', 'new\na\nB\nC\nD\ne', 2), '3:0-1');
  });

  it('are those characters of a line that differ', () => {
    assert.deepEqual(differences(['a', '  int x;', 'b'], ['a', '  long x; // y', 'b']), [
      edit(1, 2, 8, 'long x; // y'),
    ]);
    assert.deepEqual(differences(['int x;'], ['int  x;']), [edit(0, 4, 4, ' ')]);
    assert.deepEqual(differences(['{ int x; }'], ['{', ' int x; }']), [edit(0, 1, 1, '\n')]);
  });

  it('are null where two texts have too little in common', () => {
    const many = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`);
    assert.equal(differences(many('a'), many('b')), null);
  });

  it('make the one text of the other', () => {
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
  // one line more than there is: lines that come at the end are put in there
  let text = `${before.join('\n')}\n`;
  const offset = ({ line, character }: TextEdit['range']['start']): number =>
    before.slice(0, line).reduce((sum, one) => sum + one.length + 1, character);
  for (const { range, text: put } of [...edits].reverse()) {
    text = text.slice(0, offset(range.start)) + put + text.slice(offset(range.end));
  }
  return text.slice(0, -1);
}
