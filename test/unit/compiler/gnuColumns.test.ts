import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { told } from './told';

function units(message: string): string[] {
  return parseCompilerOutput(message).map(({ unit }) => unit);
}

const flush = `a.cpp:4:9: error: expected expression
int x = ;
        ^
`;
const indented = `a.cpp:5:3: error: expected unqualified-id
  ) y;
  ^
`;
const apart = `a.cpp:6:9: error: expected primary-expression
 int z = ;
         ^
`;

describe('a message without words of GCC or Clang', () => {
  it('is Clang’s if its source line isn’t indented', () => {
    assert.deepEqual(told(flush), ['clang error a.cpp:4:9 expected expression «;»']);
    assert.deepEqual(told(indented), ['clang error a.cpp:5:3 expected unqualified-id «)»']);
    assert.deepEqual(units(flush + indented), ['bytes', 'bytes']);
  });

  it('is GCC’s if its source line is indented by a blank', () => {
    assert.deepEqual(told(apart), ['gcc error a.cpp:6:9-10 expected primary-expression «;»']);
    assert.deepEqual(units(apart), ['cells']);
  });

  it('belongs to the compiler that most snippets fit', () => {
    const by = (message: string) => [
      ...new Set(parseCompilerOutput(message).map((found) => found.toolchain)),
    ];
    assert.deepEqual(by(flush + indented + apart), ['clang']);
    assert.deepEqual(by(flush + apart), ['gcc']);
    assert.deepEqual(by(flush + apart + apart), ['gcc']);
    assert.deepEqual(by(`${flush}a.cpp:7:1: error: not drawn\n`), ['clang']);
  });

  it('doesn’t change columns of other toolchains', () => {
    assert.deepEqual(units(`${flush}a.ts(2,7): error TS2322: Type 'string' is not assignable.\n`), [
      'bytes',
      'utf16',
    ]);
  });
});

describe('carets of GCC in a line that isn’t plain ASCII', () => {
  /** One of several diagnostics that show that columns count cells. */
  const sure = `a.cpp:3:6: error: ‘xx’ was not declared
    3 | 数 = xx;
      |      ^~
`;
  const doubtful = `a.cpp:9:7: error: ‘a’ is odd
    9 | 数 x ab
      |       ^
`;

  it('mark quoted text if nothing else decides', () => {
    assert.deepEqual(told(doubtful), ['gcc error a.cpp:9:7-8 ‘a’ is odd «a»']);
    assert.deepEqual(units(doubtful), ['bytes']);
  });

  it('count cells if eight other carets do', () => {
    assert.deepEqual(told(sure.repeat(8) + doubtful).at(-1), 'gcc error a.cpp:9:7-8 ‘a’ is odd «b»');
    assert.deepEqual(told(sure.repeat(7) + doubtful).at(-1), 'gcc error a.cpp:9:7-8 ‘a’ is odd «a»');
    assert.deepEqual(new Set(units(sure.repeat(8) + doubtful)), new Set(['cells']));
  });

  it('mark whole characters with their combining marks', () => {
    assert.deepEqual(
      told(`a.cpp:3:8: error: ‘x’ was not declared
    3 | "e\u0301"; x = 数;
      |      ^
a.cpp:4:10: error: ‘数’ was not declared
    4 | "é"; x = 数;
      |          ^~
`).map((line) => line.slice(-3)),
      ['«x»', '«数»'],
    );
  });

  it('may be inside an underline', () => {
    const [found] = parseCompilerOutput(`a.cpp:12:10: warning: suggest parentheses around ‘数 = 3’
   12 |   if (数 = 3) return 1;
      |       ~~~^~~
`);
    assert.deepEqual(
      [found?.startColumn, found?.column, found?.endColumn, found?.unit, found?.excerpt],
      [7, 10, 13, 'cells', { text: '  if (数 = 3) return 1;', start: 6, caret: 8, end: 11 }],
    );
  });

  it('may be behind the end of the line', () => {
    assert.deepEqual(
      told(`a.cpp:2:14: error: expected ‘;’ before ‘}’ token
    2 |   return 数数
      |              ^
      |              ;
`),
      ['gcc error a.cpp:2:14-15 expected ‘;’ before ‘}’ token «»', '2:14-14  → ;'],
    );
  });
});

describe('carets of Clang in a line that isn’t plain ASCII', () => {
  const read = (message: string) => told(`${message}1 error generated.\n`);

  it('are located by columns that count bytes', () => {
    const at = (column: number) =>
      read(`a.cpp:3:${column}: error: x
x = "é"; 数 = y + 😀z;
         ^
`)[0]?.slice(-3);
    assert.deepEqual([11, 17, 25].map(at), ['«数»', '«y»', '«z»']);
  });

  it('are located below tabs that are printed as eight blanks', () => {
    assert.deepEqual(
      read(`a.cpp:3:8: error: use of undeclared identifier 'x'
        数 = x;
             ^
a.cpp:4:11: error: use of undeclared identifier 'y'
                /*数*/ y + 1;
                       ^ ~~~
`),
      [
        "clang error a.cpp:3:8 use of undeclared identifier 'x' «x»",
        "clang error a.cpp:4:11 use of undeclared identifier 'y' «y»",
      ],
    );
  });

  it('are used alone if no column is printed', () => {
    assert.deepEqual(
      read(`a.cpp:3: error: use of undeclared identifier 'zz'
  数 = 1 + zz(3);
       ~ ^ ~~
`),
      ["clang error a.cpp:3:- use of undeclared identifier 'zz' «+»"],
    );
  });
});
