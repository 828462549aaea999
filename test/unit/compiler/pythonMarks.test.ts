import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { tokensOf } from '../../../src/compiler/toolchains/python/tokens';

const wholeLine = 'the whole line';

/** Returns the text that the first error of a message marks. */
function markedIn(message: string): string | undefined {
  const [error] = parseCompilerOutput(message);
  if (!error?.excerpt) return undefined;
  const { text, start, end } = error.excerpt;
  const marked = text.slice(start, end);
  return marked === text.trimEnd() ? wholeLine : marked;
}

const syntaxError = (source: string, marks: string, message: string): string =>
  `  File "a.py", line 1\n    ${source}\n    ${marks}\nSyntaxError: ${message}\n`;

const call = (source: string, marks: string): string =>
  `  File "a.py", line 1, in f\n    ${source}\n    ${marks}\n`;
const traceback = (...calls: string[]): string =>
  `Traceback (most recent call last):\n${calls.join('')}ValueError: x\n`;

/** [version of Python or unit, source, marks, message, marked text] */
type Example = readonly [string, string, string, string, string];

// Printed by CPython. “cells”: in the format of newer versions.
const syntaxErrors: readonly Example[] = [
  ['3.8', 'print("Σ") $', '           ^', 'invalid syntax', '$'],
  ['3.9', 'print("Σ") $', '            ^', 'invalid syntax', '$'],
  ['3.6', '数 = 数("é", a bc d)', '              ^', 'invalid syntax', 'c'],
  ['3.9', '数 = 数("é", a bc d)', '                  ^', 'invalid syntax', 'b'],
  [
    '3.12',
    '数 = 数("é", a b c)',
    '                ^^^',
    'invalid syntax. Perhaps you forgot a comma?',
    'a b',
  ],
  ['3.13', '名 = ok("x́", a b c)', '             ^^^', 'invalid syntax. Perhaps you forgot a comma?', 'a b'],
  ['cells', '名 = ok("x́", a b c)', '              ^^^', 'invalid syntax. Perhaps you forgot a comma?', 'a b'],
  [
    '3.12',
    'print("请输入：" n, "个")',
    '      ^^^^^^^^^^^^^^^^',
    'invalid syntax. Perhaps you forgot a comma?',
    '"请输入：" n',
  ],
  [
    '3.10',
    'print("🎉🎉", }, "")',
    '            ^',
    "closing parenthesis '}' does not match opening parenthesis '('",
    '}',
  ],
  ['3.12', 'a1 = "結果は"; ?', '                  ^', 'invalid syntax', '?'],
  ['cells', 'a1 = "結果は"; ?', '               ^', 'invalid syntax', '?'],
  ['3.11', 'print("“引用”", a1，名, "")', '                ^', "invalid character '，' (U+FF0C)", '，'],
  ['3.8', '变 = 変数，ответ', '           ^', 'invalid character in identifier', 'т'],
  ['3.10', 'ответ = n("結果は", 15x)', '                  ^', 'invalid decimal literal', '5'],
  [
    '3.12',
    '変数 = "Σ"; 1 = 2',
    '               ^',
    "cannot assign to literal here. Maybe you meant '==' instead of '='?",
    '1',
  ],
  [
    '3.12',
    'if n = "é": pass',
    '   ^^^^^^^^',
    "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
    'n = "é"',
  ],
  [
    '3.11',
    '"ä"; print "é"',
    '      ^^^^^^^^^^',
    "Missing parentheses in call to 'print'. Did you mean print(...)?",
    'print "é"',
  ],
  ['3.12', 'd["é"] = f("ä", (1 + [2])', '           ^', "'(' was never closed", '('],
  ['3.12', 'if n == "是" print(n)', '              ^^^^^', 'invalid syntax', 'print'],
  ['3.11', 'd = {"é": 1, **k, "ü" 5}', '                      ^', "':' expected after dictionary key", '"'],
  ['3.10', 'x = ["é", *a, b for]', '                 ^^^', 'invalid syntax', 'for'],
  // py_compile prints marks behind the line, counted in bytes
  ['3.12', 'print("请输入一个数：", n, "个") 3', '                          ^', 'invalid syntax', wholeLine],
  ['3.9', 'x = "éb', '        ^', 'EOL while scanning string literal', wholeLine],
  ['3.8', 'name = input("Имя: "', '                       ^', 'unexpected EOF while parsing', wholeLine],
  ['3.12', 'if ok == "答案" b 数', '                  ^', 'invalid syntax', 'b'],
  // two units fit
  ['3.12', 'print("ä", n, k, "ö")', '            ^', 'other words', wholeLine],
];

describe('marks below a line of Python', () => {
  for (const [version, source, marks, message, expected] of syntaxErrors) {
    it(`are read in the unit of ${version}: ${source}`, () => {
      assert.equal(markedIn(syntaxError(source, marks, message)), expected);
    });
  }

  it('of a traceback count characters or cells, whichever fits', () => {
    const source = 'print("答案是：" + str(n), 名 + n)';
    assert.equal(markedIn(traceback(call(source, '                       ~~^~~'))), '名 + n');
    assert.equal(markedIn(traceback(call(source, '                           ~~~^~~'))), '名 + n');
  });

  it('of all calls of a message have the same unit', () => {
    const ambiguous = call('f("答案", a+b)', '          ^');
    const inCells = call('print("答案是：", 名[7])', '                  ~~^^^');
    const inCharacters = call('print("答案是：", 名[7])', '              ~^^^');
    assert.equal(markedIn(traceback(ambiguous)), wholeLine);
    assert.equal(markedIn(traceback(inCells, ambiguous)), 'a');
    assert.equal(markedIn(traceback(inCharacters, ambiguous)), 'b');
    assert.equal(markedIn(traceback(inCells, inCharacters)), wholeLine);
  });
});

describe('tokens of a line of Python', () => {
  const texts = (line: string) => tokensOf(line).map(({ start, end }) => line.slice(start, end));

  it('are words, numbers, strings, comments, and operators', () => {
    assert.deepEqual(texts('  变数 = x1**=.5 if 0x_f else rb"a\\"b" // 1.5e3 # "c'), [
      ...['变数', '=', 'x1', '**=', '.5', 'if', '0x_f', 'else', 'rb"a\\"b"', '//', '1.5e3', '# "c'],
    ]);
    assert.deepEqual(texts(`'''a'b''' 'c' "d`), [`'''a'b'''`, "'c'", '"d']);
    assert.deepEqual(texts('"a\\'), ['"a\\']);
    assert.deepEqual(texts('？😀$'), ['？', '😀', '$']);
  });

  it('include those in the fields of an f-string', () => {
    const line = 'f"a{{b}} {x + {1}[0]}" + rb"{y}"';
    assert.deepEqual(texts(line), [
      ...['f"a{{b}} {x + {1}[0]}"', '{', 'x', '+', '{', '1', '}', '[', '0', ']', '}', '+', 'rb"{y}"'],
    ]);
    const inner = tokensOf(line).filter(({ kind }) => kind === 'inner');
    assert.equal(inner.length, 10);
  });
});
