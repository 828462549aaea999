import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { locateClangCaret } from '../../../src/compiler/gnu/location';
import { told } from './told';

function units(message: string): string[] {
  return parseCompilerOutput(message).map(({ unit }) => unit);
}

/** Reads a message with one diagnostic in the format of GCC before 10: no gutter, and the caret in bytes. */
function older(source: string, column: number, marks: string, message: string): string[] {
  const text = `a.cpp:3:${column}: error: ${message}\n ${source}\n${' '.repeat(column)}${marks}\n`;
  return [...told(text), ...units(text)];
}

describe('carets of older versions of GCC, which count bytes', () => {
  it('mark whole words', () => {
    assert.deepEqual(older('数 = foo(1);', 7, '^~~', 'too few arguments to function'), [
      'gcc error a.cpp:3:7-10 too few arguments to function «foo»',
      'bytes',
    ]);
    assert.deepEqual(older('数数=f(a)*bc;', 8, '^~~~', 'void value not ignored as it ought to be'), [
      'gcc error a.cpp:3:8-12 void value not ignored as it ought to be «f(a)»',
      'bytes',
    ]);
  });

  it('mark whole characters', () => {
    assert.deepEqual(older('数数 x;', 4, '^~~', 'expected initializer'), [
      'gcc error a.cpp:3:4-7 expected initializer «数»',
      'bytes',
    ]);
    assert.deepEqual(older('数数=(a)*数;', 8, '^~~', 'expression cannot be used as a function'), [
      'gcc error a.cpp:3:8-11 expression cannot be used as a function «(a)»',
      'bytes',
    ]);
  });

  it('mark the text that the message quotes, but no blanks', () => {
    assert.deepEqual(older('数 x a b', 7, '^', 'expected ‘;’ before ‘a’'), [
      'gcc error a.cpp:3:7-8 expected ‘;’ before ‘a’ «a»',
      'bytes',
    ]);
  });

  it('may be behind the end of the line', () => {
    assert.deepEqual(older('  return 数数', 16, '^', 'expected ‘;’ before ‘}’ token'), [
      'gcc error a.cpp:3:16-17 expected ‘;’ before ‘}’ token «»',
      'bytes',
    ]);
  });

  it('don’t change fixes of -fdiagnostics-parseable-fixits', () => {
    assert.deepEqual(
      told(`a.cpp:3:7: error: ‘数oo’ was not declared in this scope
 变 = 数oo;
       ^~~~~
fix-it:"a.cpp":{3:7-3:12}:"two"
`),
      ['gcc error a.cpp:3:7-12 ‘数oo’ was not declared in this scope «数oo»', '3:7-12 ? → two'],
    );
  });
});

describe('column unit from a caret of GCC in a line that isn’t plain ASCII', () => {
  /** Cells and bytes mark different text. Only bytes mark the quoted text. */
  const doubtful = `a.cpp:9:7: error: ‘a’ is odd
    9 | 数 x ab
      |       ^
`;
  const inCells = `a.cpp:3:6: error: ‘xx’ was not declared
    3 | 数 = xx;
      |      ^~
`;

  it('is undecided if bytes and cells mark the same text', () => {
    const neither = `a.cpp:3:4: error: stray ‘数’ in program
    3 |   a数 b
      |    ^
`;
    assert.deepEqual(told(neither.repeat(8) + doubtful).at(-1), 'gcc error a.cpp:9:7-8 ‘a’ is odd «a»');
    assert.deepEqual(units(neither.repeat(2) + doubtful), ['bytes', 'bytes', 'bytes']);
  });

  it('isn’t certain if another caret counts bytes', () => {
    const inBytes = `a.cpp:9:16: warning: unused variable ‘年’ [-Wunused-variable]
    9 |   int 数 = 3, 年 = 4;
      |               ^~
`;
    assert.deepEqual(told(inCells.repeat(8) + doubtful).at(-1), 'gcc error a.cpp:9:7-8 ‘a’ is odd «b»');
    assert.deepEqual(
      told(inCells.repeat(8) + inBytes + doubtful).at(-1),
      'gcc error a.cpp:9:7-8 ‘a’ is odd «a»',
    );
  });

  it('is cells if a wide character has one caret', () => {
    const message = `a.cpp:3:6: error: stray character in program
    3 | 数 = 数;
      |      ^
`;
    assert.deepEqual(told(message), ['gcc error a.cpp:3:6-8 stray character in program «数»']);
    assert.deepEqual(units(message), ['cells']);
  });

  it('is undecided if no column is printed', () => {
    const message = `a.cpp:3: error: ‘xx’ was not declared
    3 | 数 = xx;
      |      ^~
a.cpp:4:2: error: next
`;
    assert.deepEqual(told(message), [
      'gcc error a.cpp:3:- ‘xx’ was not declared «xx»',
      'gcc error a.cpp:4:2 next',
    ]);
    assert.deepEqual(units(message), ['cells', 'cells']);
  });

  it('counts an emoji as two cells', () => {
    assert.deepEqual(
      told(`a.cpp:3:10: error: invalid conversion from ‘const char*’ to ‘int’
    3 | int 数 = "😀";
      |          ^~~~
      |          |
      |          const char*
`),
      ['gcc error a.cpp:3:10-14 invalid conversion from ‘const char*’ to ‘int’ «"😀"»'],
    );
  });
});

describe('column unit from a caret of GCC in an ASCII line', () => {
  it('is bytes if a tab counts as one: -fdiagnostics-column-unit=byte', () => {
    const message = `a.cpp:3:2: error: ‘xx’ was not declared in this scope
    3 |         xx = 1;
      |         ^~
a.cpp:4:2: error: next
`;
    assert.deepEqual(units(message), ['bytes', 'bytes']);
    assert.deepEqual(told(message)[0], 'gcc error a.cpp:3:2-4 ‘xx’ was not declared in this scope «xx»');
  });

  it('is undecided if the column is 0', () => {
    const message = `a.c:2:0: warning: "A" redefined
 #define A 2
 ^
a.c:1:0: note: this is the location of the previous definition
 #define A 1
 ^
`;
    assert.deepEqual(told(message), [
      'gcc warning a.c:2:- "A" redefined «#»',
      '+ a.c:1:- this is the location of the previous definition',
    ]);
    assert.deepEqual(units(message), ['cells']);
  });

  it('is undecided if the caret is before the source line', () => {
    assert.deepEqual(
      told(`a.c:2:5: warning: unused variable ‘a’
 int a;
^
a.c:3:1: warning: next
`),
      ['gcc warning a.c:2:5 unused variable ‘a’', 'gcc warning a.c:3:1 next'],
    );
  });
});

describe('marks of Clang in a line that isn’t plain ASCII', () => {
  const read = (message: string) => told(`${message}1 error generated.\n`);

  it('underline as many cells as the text takes', () => {
    assert.deepEqual(
      read(`a.cpp:3:15: error: use of undeclared identifier 'strng'; did you mean 'string'?
  数数数 = strng(1);
           ^~~~~
           string
`),
      [
        "clang error a.cpp:3:15-20 use of undeclared identifier 'strng'; did you mean 'string'? «strng»",
        '3:15-20 strng → string',
      ],
    );
  });

  it('may begin before the caret', () => {
    const message = `a.cpp:3:13: warning: using the result of an assignment as a condition without parentheses [-Wparentheses]
  if (数数=1)
      ~~~~^~
1 warning generated.
`;
    const [found] = parseCompilerOutput(message);
    assert.deepEqual(
      [found?.startColumn, found?.column, found?.endColumn, found?.excerpt],
      [7, 13, 15, { text: '  if (数数=1)', start: 6, caret: 8, end: 10 }],
    );
  });

  it('may be below many blanks', () => {
    assert.deepEqual(
      read(`a.cpp:3:25: error: use of undeclared identifier 'y'
                /*数*/ y + 1 + 22222222222222222222;
                       ^
`),
      ["clang error a.cpp:3:25 use of undeclared identifier 'y' «y»"],
    );
  });

  it('identify Clang without any of its words', () => {
    const message = `a.cpp:4:11: error: expected expression
int 数 = ;
         ^
`;
    assert.deepEqual(told(message), ['clang error a.cpp:4:11-12 expected expression «;»']);
    assert.deepEqual(units(message), ['bytes']);
  });
});

describe('a caret of Clang that fits no byte of the line', () => {
  it('is located before a whole character', () => {
    const text = '    re𐀀𐀀𐀀turn y;';
    const { excerpt, caret } = locateClangCaret(text, { start: 11, caret: 11, end: 12 }, 12);
    assert.ok(excerpt.start <= caret && caret < excerpt.end);
    assert.ok(!/^[\udc00-\udfff]/.test(text.slice(caret)), 'no half of a character');
  });
});
