import assert from 'node:assert/strict';
import { toEditorRange } from '../../../src/compiler';
import type { ColumnUnit, SourceExcerpt } from '../../../src/compiler/diagnostic';

interface Printed {
  readonly column?: number;
  readonly endColumn?: number;
  readonly unit?: ColumnUnit;
  readonly message?: string;
  readonly excerpt?: SourceExcerpt;
}

/** Returns the line with the range in brackets. A question mark follows if the range is a guess. */
function shown(line: string, { column, unit = 'bytes', ...rest }: Printed): string {
  const { start, end, exact } = toEditorRange({ column: column ?? null, unit, ...rest }, line);
  return `${line.slice(0, start)}[${line.slice(start, end)}]${exact ? '' : '?'}${line.slice(end)}`;
}

/** Returns an excerpt with `^~~~` below the first `marked` in `text`, as printed by GCC. */
function under(text: string, marked: string): SourceExcerpt {
  const start = text.indexOf(marked);
  return { text, start, end: start + marked.length };
}

describe('toEditorRange for a column', () => {
  it('ends at the end of the word', () => {
    assert.equal(shown('int total = 1;', { column: 5 }), 'int [total] = 1;');
    assert.equal(shown('int a = b+c;', { column: 10 }), 'int a = b[+]c;');
    assert.equal(shown('int 总数 = 1;', { column: 5 }), 'int [总数] = 1;');
  });

  it('ends at the printed end column if that is more than one column away', () => {
    assert.equal(shown('i < v.size()', { column: 1, endColumn: 13 }), '[i < v.size()]');
    assert.equal(shown('total = 1', { column: 1, endColumn: 2 }), '[total] = 1');
    assert.equal(shown('total = 1', { column: 1, endColumn: 3 }), '[to]tal = 1');
  });

  it('guesses a range for a column inside a character or behind the line', () => {
    assert.equal(shown('a数b', { column: 3 }), 'a[数]?b');
    assert.equal(shown('ab', { column: 3 }), 'ab[]');
    assert.equal(shown('ab', { column: 9 }), 'ab[]?');
    assert.equal(shown('ab', { column: 1, endColumn: 40 }), '[ab]');
    assert.deepEqual(toEditorRange({ column: 3, unit: 'bytes' }, 'ab'), { start: 2, end: 2, exact: true });
  });

  it('returns a whole character of any width if no word begins at the column', () => {
    assert.equal(shown('puts("😀");', { column: 7 }), 'puts("[😀]");');
  });

  it('returns the line without indentation if no column is printed', () => {
    assert.equal(shown('\t return x; ', {}), '\t [return x;]? ');
    assert.equal(shown('   ', {}), '   []?');
  });
});

describe('toEditorRange for a column in cells or bytes', () => {
  const unit = 'cells';

  it('uses cells by default', () => {
    assert.equal(shown('\tx = y;', { column: 9, unit }), '\t[x] = y;');
    assert.equal(shown('变量 = bad;', { column: 8, unit }), '变量 = [bad];');
  });

  it('uses bytes if only the byte column is at the beginning of a word', () => {
    assert.equal(shown('\tint x = bad;', { column: 10, unit }), '\tint x = [bad];');
    assert.equal(shown('变量 = bad;', { column: 10, unit }), '变量 = [bad];');
  });

  it('uses bytes if only the byte column is at a word that the message quotes', () => {
    const line = '数 = aa + bb;';
    assert.equal(shown(line, { column: 12, unit, message: '‘bb’ was not declared' }), '数 = aa + [bb];');
    assert.equal(shown(line, { column: 7, unit, message: '‘aa’ was not declared' }), '数 = [aa] + bb;');
    assert.equal(shown('数 = a bb', { column: 7, unit, message: '‘a’ was not declared' }), '数 = [a] bb');
  });

  it('uses bytes if the cell column is at a blank or inside a word', () => {
    assert.equal(shown('数 ; x', { column: 5, unit }), '数 [;] x');
    assert.equal(shown('数 = ab ;', { column: 10, unit }), '数 = ab [;]');
    assert.equal(shown('数 + abcd', { column: 7, unit }), '数 + [abcd]');
    assert.equal(shown('数 (a, b)', { column: 6, unit, message: "'a' is unused" }), '数 ([a], b)');
  });
});

describe('toEditorRange for a source line in the message', () => {
  it('returns the marked text, whatever the column unit', () => {
    const line = '\tint 变量 = zz(3);';
    const excerpt = under('        int 变量 = zz(3);', 'zz(3)');
    assert.equal(shown(line, { excerpt }), '\tint 变量 = [zz(3)];');
    assert.equal(shown(line, { excerpt, column: 20, unit: 'cells' }), '\tint 变量 = [zz(3)];');
  });

  it('returns the word at a single caret', () => {
    const excerpt = under('  total = 1;', 't');
    assert.equal(shown('  total = 1;', { excerpt }), '  [total] = 1;');
  });

  it('begins at the caret, not at the underline before the caret', () => {
    const excerpt = { text: 'if (n = 3)', start: 4, caret: 6, end: 9 };
    assert.equal(shown('if (n = 3)', { excerpt }), 'if (n [= 3])');
  });

  it('uses the column if it counts bytes or characters', () => {
    const excerpt = under('a = b + c;', 'b + c');
    assert.equal(shown('a = b + c;', { excerpt, column: 5, unit: 'bytes' }), 'a = [b] + c;');
    assert.equal(shown('a = b + c;', { excerpt, column: 5, unit: 'cells' }), 'a = [b + c];');
    // the column is inside a character: the caret decides
    assert.equal(shown('数 = b;', { excerpt: under('数 = b;', 'b'), column: 2 }), '数 = [b];');
  });
});

describe('toEditorRange for a line that has changed', () => {
  const text = 'if (a < total) f(total);';
  const excerpt = { text, start: 17, end: 22 };

  it('returns the marked text as a guess', () => {
    assert.equal(shown('  g(total);', { excerpt, column: 18 }), '  g([total]?);');
    assert.equal(shown('total', { excerpt }), '[total]?');
  });

  it('returns the occurrence of the marked text nearest to the column', () => {
    const line = 'total; while (total > 3) f(0, total); total';
    assert.equal(shown(line, { excerpt, column: 18 }), 'total; while ([total]? > 3) f(0, total); total');
    assert.equal(shown(line, { excerpt, column: 29 }), 'total; while (total > 3) f(0, [total]?); total');
    assert.equal(shown(line, { excerpt, column: 1 }), '[total]?; while (total > 3) f(0, total); total');
    assert.equal(shown(line, { excerpt }), '[total]?; while (total > 3) f(0, total); total');
  });

  it('returns the first of two equally near occurrences', () => {
    assert.equal(shown('a total b total', { excerpt, column: 7 }), 'a [total]? b total');
  });

  it('doesn’t match part of another word', () => {
    const line = 'totals subtotal x(total)';
    assert.equal(shown(line, { excerpt, column: 1 }), 'totals subtotal x([total]?)');
  });

  it('uses the column if the marked text no longer exists', () => {
    assert.equal(shown('  g(sum);', { excerpt, column: 5 }), '  g([sum]?);');
    assert.equal(shown('  g(sum);', { excerpt }), '  [g(sum);]?');
  });

  it('doesn’t search for a marked blank', () => {
    const blank = { text: 'int a  = 1', start: 5, end: 6 };
    assert.equal(shown('  b = 2;', { excerpt: blank, column: 3 }), '  [b]? = 2;');
  });

  it('returns the marked text from the caret on', () => {
    const both = { text: 'n = total', start: 0, caret: 4, end: 9 };
    assert.equal(shown('m = total;', { excerpt: both, column: 5 }), 'm = [total]?;');
  });
});

describe('toEditorRange for a printed source line', () => {
  const marked = (text: string, what: string, line: string, trimmed = false) =>
    shown(line, { excerpt: { ...under(text, what), trimmed } });

  it('accepts tabs printed as blanks up to tab stops of 8, 4, or 2, or as one blank each', () => {
    assert.equal(marked('a       = b', 'b', 'a\t= b'), 'a\t= [b]');
    assert.equal(marked('    = b', 'b', '\t= b'), '\t= [b]');
    assert.equal(marked('  = b', 'b', '\t= b'), '\t= [b]');
    assert.equal(marked(' = b', 'b', '\t= b'), '\t= [b]');
  });

  it('rejects tabs printed as any other number of blanks', () => {
    assert.equal(marked('a= b', 'b', 'a\t= b'), 'a\t= [b]?');
    assert.equal(marked('a+= b', 'b', 'a\t= b'), 'a\t= [b]?');
    assert.equal(marked('a  = b', 'b', 'a\t= b'), 'a\t= [b]?');
  });

  it('accepts a tab at the line end, printed or omitted', () => {
    assert.equal(marked('b;   ', 'b', 'b;\t'), '[b];\t');
    assert.equal(marked('b;', 'b', 'b;\t'), '[b];\t');
    assert.equal(marked('        b;   ', 'b', '\tb;\t'), '\t[b];\t');
    assert.equal(marked('b;', 'b', 'b;   '), '[b];   ');
    assert.equal(marked('b;   ', 'b', 'b;'), '[b];');
  });

  it('accepts characters beyond the basic plane', () => {
    assert.equal(marked('f("😀", b)', 'b', 'f("😀", b)'), 'f("😀", [b])');
  });

  it('accepts escaped invisible characters', () => {
    assert.equal(marked('a <U+202E>+ b', 'b', 'a \u202e+ b'), 'a \u202e+ [b]');
    assert.equal(marked('<U+1F600> b', 'b', '\u{1f600} b'), '\u{1f600} [b]');
    assert.equal(marked('a <U+202E>+ b', 'b', 'a \u202d+ b'), 'a \u202d+ [b]?');
  });

  it('accepts a printed line without the file’s indentation', () => {
    assert.equal(marked('return b', 'b', '\t  return b', true), '\t  return [b]');
    assert.equal(marked('  return b', 'b', '    return b', true), '    return [b]');
    assert.equal(marked('return b', 'b', '\t  return c b', true), '\t  return c [b]?');
  });

  it('rejects a line that differs in more than blanks', () => {
    assert.equal(marked('a = b', 'b', 'a = b + 1'), 'a = [b]? + 1');
    assert.equal(marked('a = b + 1', 'b', 'a = b'), 'a = [b]?');
    assert.equal(marked('a = b', 'b', 'c = b'), 'c = [b]?');
    assert.equal(marked('a = b ', 'b', 'c = b'), 'c = [b]?');
    assert.equal(marked('x  = b', 'b', 'x\t\t= b'), 'x\t\t= [b]');
  });

  it('accepts a caret past the line end', () => {
    assert.equal(shown('int a', { excerpt: { text: 'int a', start: 5, end: 6 } }), 'int a[]');
    // blanks that the message omits
    assert.equal(shown('int a   ', { excerpt: { text: 'int a', start: 6, end: 7 } }), 'int a [ ] ');
  });
});
