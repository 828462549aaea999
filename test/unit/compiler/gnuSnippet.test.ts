import assert from 'node:assert/strict';
import { parseCompilerOutput, toEditorRange } from '../../../src/compiler';
import { told } from './told';

/** Returns the column units of the diagnostics of a message. */
function units(message: string): string[] {
  return parseCompilerOutput(message).map(({ unit }) => unit);
}

describe('a snippet of GCC', () => {
  it('marks the line of the header, even if the expression begins above', () => {
    const message = `ml.cpp: In function ‘int main()’:
ml.cpp:4:5: error: no match for ‘operator+’ (operand types are ‘S’ and ‘S’)
    3 |   S s; int x = s
      |                ~
      |                |
      |                S
    4 |     + s;
      |     ^ ~
      |       |
      |       S
`;
    assert.deepEqual(told(message), [
      'gcc error ml.cpp:4:5-6 no match for ‘operator+’ (operand types are ‘S’ and ‘S’) «+»',
    ]);
    const ranges = parseCompilerOutput(message).map((found) => toEditorRange(found, '    + s;'));
    assert.deepEqual(ranges, [{ start: 4, end: 5, exact: true }]);
  });

  it('marks the first line if the header’s line isn’t shown', () => {
    assert.deepEqual(
      told(`a.cpp:9:3: error: expected ‘}’ at end of input
    4 | int main() {
      |            ^
    5 | int more() {
      |            ~
......
    8 | }
      | ~
a.cpp:10:1: error: next
`),
      ['gcc error a.cpp:9:3-4 expected ‘}’ at end of input «{»', 'gcc error a.cpp:10:1 next'],
    );
  });

  it('may contain several carets, of which the header’s column selects one', () => {
    assert.deepEqual(
      told(`a.cpp:4:12: error: conflicting
    4 |   int a; int b;
      |   ^~~    ^~~
a.cpp:4:10: error: conflicting
    4 |   int a; int b;
      |   ^~~    ^~~
a.cpp:5:3: error: conflicting
    5 |   int a; int b;
      |   ^~~    ^~~
`),
      [
        'gcc error a.cpp:4:12-15 conflicting «int»',
        'gcc error a.cpp:4:10-13 conflicting «int»',
        'gcc error a.cpp:5:3-6 conflicting «int»',
      ],
    );
    const ranges = parseCompilerOutput(`a.cpp:4:10: error: conflicting
    4 |   int a; int b;
      |   ^~~    ^~~
`).map((found) => toEditorRange(found, '  int a; int b;'));
    assert.deepEqual(ranges, [{ start: 9, end: 12, exact: true }]);
  });

  it('ends a range where the label of the next one begins', () => {
    assert.deepEqual(
      told(`a.cpp:4:8: error: invalid operands to binary +
    4 |   f() +g()
      |   ~~~ ^~~~
      |   |    |
      |   int  S
`),
      ['gcc error a.cpp:4:8-9 invalid operands to binary + «+»'],
    );
  });

  it('may be an underline with a label if the header’s line isn’t shown', () => {
    assert.deepEqual(
      told(`a.cpp:9:3: error: invalid operands of types ‘int’ and ‘S’ to binary ‘operator+’
    4 |   f(1) +
      |   ~~~~
      |      |
      |      int
......
    7 |     s
      |     ~
      |     |
      |     S
`),
      ['gcc error a.cpp:9:3-7 invalid operands of types ‘int’ and ‘S’ to binary ‘operator+’ «f(1)»'],
    );
  });

  it('without a gutter may contain several lines of an expression', () => {
    assert.deepEqual(
      told(`ml.cpp: In function ‘int main()’:
ml.cpp:4:5: error: no match for ‘operator+’ (operand types are ‘S’ and ‘S’)
   S s; int x = s
                ~
     + s;
     ^ ~
ml.cpp:7:6: error: expected ‘;’ before ‘)’ token
   f(1
     ~
     2)
      ^
      ;
ml.cpp:9:1: error: next
`),
      [
        'gcc error ml.cpp:4:5-6 no match for ‘operator+’ (operand types are ‘S’ and ‘S’) «+»',
        'gcc error ml.cpp:7:6-7 expected ‘;’ before ‘)’ token «)»',
        'gcc error ml.cpp:9:1 next',
      ],
    );
  });

  it('may show a line that begins like a gutter', () => {
    assert.deepEqual(
      told(`a.cpp:3:1: error: expected unqualified-id
| x;
^
1 error generated.
`),
      ['clang error a.cpp:3:1 expected unqualified-id «|»'],
    );
  });

  it('is skipped if nothing is marked', () => {
    assert.deepEqual(
      told(`a.cpp:7:3: error: one
    7 | a.c:5:6: error: text of the source
a.cpp:8:3: error: two
  a.c:5:6: error: a source that is indented
\ta.c:5:6: error: another
a.cpp:9:3: error: three
......
  +++ |+#include <cstdio>
a.cpp:10:3: error: four
`),
      [
        'gcc error a.cpp:7:3 one',
        'gcc error a.cpp:8:3 two',
        'gcc error a.cpp:9:3 three',
        'gcc error a.cpp:10:3 four',
      ],
    );
  });

  it('without a gutter may look like a header', () => {
    assert.deepEqual(
      told(`a.cpp:7:1: error: one
 a.c:5:6: error: text of the source
 ^~~~~~~
a.cpp:8:1: error: two
`),
      ['gcc error a.cpp:7:1-8 one «a.c:5:6»', 'gcc error a.cpp:8:1 two'],
    );
  });

  it('is shared by all messages with the same position', () => {
    assert.deepEqual(
      told(`a.cpp:8:3: error: one
a.cpp:8:3: note: of the same place
    8 |   same
      |   ^~~~
a.cpp:8:3: warning: two
a.cpp:8:4: warning: another column
a.cpp:9:3: warning: another line
b.cpp:8:3: warning: another file
a.cpp:8: warning: no column
`),
      [
        'gcc error a.cpp:8:3 one',
        '+ a.cpp:8:3 of the same place',
        'gcc warning a.cpp:8:3-7 two «same»',
        'gcc warning a.cpp:8:4 another column',
        'gcc warning a.cpp:9:3 another line',
        'gcc warning b.cpp:8:3 another file',
        'gcc warning a.cpp:8:- no column',
      ],
    );
  });

  it('sets the start of an underline before the caret', () => {
    const [found] = parseCompilerOutput(`a.cpp:12:9: warning: suggest parentheses [-Wparentheses]
   12 |   if (n = 3) return 1;
      |       ~~^~~
`);
    assert.deepEqual(
      [found?.startColumn, found?.column, found?.endColumn, found?.excerpt],
      [7, 9, 12, { text: '  if (n = 3) return 1;', start: 6, caret: 8, end: 11 }],
    );
  });
});

describe('the column unit of GCC', () => {
  it('is cells if carets and columns agree', () => {
    const message = `a.cpp:9:15: warning: unused variable ‘年’ [-Wunused-variable]
    9 |   int 数 = 3, 年 = 4;
      |               ^~
`;
    assert.deepEqual(units(message), ['cells']);
    assert.deepEqual(told(message), [
      'gcc warning a.cpp:9:15-17 [-Wunused-variable] unused variable ‘年’ «年»',
    ]);
  });

  it('is bytes for the whole message if carets and columns differ', () => {
    const message = `a.cpp:9:16: warning: unused variable ‘年’ [-Wunused-variable]
    9 |   int 数 = 3, 年 = 4;
      |               ^~
a.cpp:10:5: warning: unused variable ‘b’ [-Wunused-variable]
`;
    assert.deepEqual(units(message), ['bytes', 'bytes']);
    assert.deepEqual(told(message), [
      'gcc warning a.cpp:9:16-19 [-Wunused-variable] unused variable ‘年’ «年»',
      'gcc warning a.cpp:10:5 [-Wunused-variable] unused variable ‘b’',
    ]);
  });

  it('is bytes if only they lead to the quoted text', () => {
    const message = `a.cpp:9:16: warning: unused variable ‘年’ [-Wunused-variable]
   int 数 = 3, 年 = 4;
                ^~~
`;
    assert.deepEqual(units(message), ['bytes']);
    assert.deepEqual(told(message), [
      'gcc warning a.cpp:9:16-19 [-Wunused-variable] unused variable ‘年’ «年»',
    ]);
  });

  it('is found in snippets with dots and suggested lines', () => {
    assert.deepEqual(
      told(`a.cpp:9:3: error: expected primary-expression before ‘)’ token
    4 | f(
      | ~~
......
    9 |   )
      |   ^
a.cpp:1:1: error: ‘int’ is odd
  +++ |+#include <cstdio>
    1 | int a;
      | ^~~
a.cpp:2:5: error: both
    2 |     x = y;
      |     ^
  +++ |+    z;
      |     ~
      |     y
a.cpp:0: error: nowhere
    0 | int b;
      | ^~~
`),
      [
        'gcc error a.cpp:9:3-4 expected primary-expression before ‘)’ token «)»',
        'gcc error a.cpp:1:1-4 ‘int’ is odd «int»',
        'gcc error a.cpp:2:5-6 both «x»',
        'gcc error a.cpp:-:- nowhere «int»',
      ],
    );
  });

  it('is found in snippets with several labels of Swift', () => {
    assert.deepEqual(
      told(`src.swift:3:46: warning: 'Loader' inherits an unavailable conformance [#unavailable-conformance]
1 | class Image {}
  |       \`- note: class declared here [#other]
2 | let 名 = 1; let y = 2
  |                 \`- note: behind Chinese
3 | final class Loader: Image, @unchecked Other, Sendable {}
  |                     |                        |- note: also here
  |                     |                        \`- warning: 'Loader' inherits an unavailable conformance [#unavailable-conformance]
  |                     \`- note: inherits it from here
4 | 

exe.value:2:13: note: 'value()' declared here
1 | 
2 | public func value()
  |             \`- note: 'value()' declared here

[#unavailable-conformance]: <https://docs.swift.org/compiler/documentation/diagnostics/unavailable-conformance>
`),
      [
        "gcc warning src.swift:3:46-47 [#unavailable-conformance] 'Loader' inherits an unavailable conformance «S»",
        '+ src.swift:1:7 class declared here',
        '+ src.swift:2:- behind Chinese',
        '+ src.swift:3:46 also here',
        '+ src.swift:3:21 inherits it from here',
        "+ exe.value:2:13 'value()' declared here",
      ],
    );
  });
});
