import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { told } from './told';

/** Returns the offered fixes as `3:5-8 old → new`. */
function offered(message: string): string[] {
  return told(message).filter((line) => /^\d/.test(line));
}

describe('fixes for names that GCC suggests', () => {
  it('replace a name with the last one quoted in a question', () => {
    const questions: readonly [string, string | null][] = [
      ['‘foo’ was not declared in this scope; did you mean ‘for’?', 'foo → for'],
      ['“foo”未声明；您是不是想用“for”？', 'foo → for'],
      ["no member named 'foo' in 'A'; did you mean 'for'?", 'A → for'],
      ['`foo\' undeclared; did you mean "for"?', 'foo → for'],
      ['„foo“ nicht deklariert; meinten Sie „for“?', 'foo → for'],
      ['»foo« nicht deklariert; meinten Sie «for»?', 'foo → for'],
      ['”foo” ei ole määritelty; tarkoititko ”for”?', 'foo → for'],
      ['「foo」 は宣言されていません。「for」ですか?', 'foo → for'],
      ['‘a b’ and ‘foo’ and ‘c d’; did you mean ‘std::for’?', 'foo → std::for'],
      ['‘foo’; did you mean ‘for’ or so, in any case?', 'foo → for'],
      ['‘foo’; did you mean ‘for’ or another name altogether?', null],
      ['‘foo’; did you mean ‘for’.', null],
      ['‘foo’; did you mean ‘a b’?', null],
      ['‘foo’; did you mean ‘for?', null],
      ['did you mean ‘for’?', null],
      ['‘for’; did you mean ‘for’?', null],
      ['‘1’; did you mean ‘for’?', null],
      ['‘foo’; did you mean ‘ for ’?', 'foo → for'],
      [`‘foo’${'x'.repeat(1970)}; did you mean ‘for’?`, 'foo → for'],
      [`‘foo’${'x'.repeat(1980)}; did you mean ‘for’?`, null],
      [`‘foo’; did you mean ‘${'f'.repeat(200)}’?`, `foo → ${'f'.repeat(200)}`],
      [`‘foo’; did you mean ‘${'f'.repeat(201)}’?`, null],
    ];
    for (const [question, fix] of questions) {
      const expected = fix === null ? [] : [`3:5-${5 + (fix.indexOf(' ') === 1 ? 1 : 3)} ${fix}`];
      assert.deepEqual(offered(`a.cpp:3:5: error: ${question}\n`), expected, question);
    }
  });

  it('require a line and a column', () => {
    assert.deepEqual(offered('a.cpp:3: error: ‘foo’; did you mean ‘for’?\n'), []);
    assert.deepEqual(offered('cc1: error: ‘foo’; did you mean ‘for’?\n'), []);
  });

  it('require the name at the caret', () => {
    assert.deepEqual(
      offered(`a.cpp:10:7: error: ‘nn’ was not declared in this scope; did you mean ‘n’?
   10 |   a = nn + 1;
      |       ^~
      |       n
a.cpp:11:7: error: ‘nn’ was not declared in this scope; did you mean ‘n’?
   11 |   a = mm + 1;
      |       ^
      |       n
a.cpp:12:7: error: no ‘foo’ in ‘nn’; did you mean ‘n’?
   12 |   a = foo + 1;
      |       ^~~
      |       ns::n
a.cpp:13:7: error: ‘nn’ was not declared in this scope; did you mean ‘n’?
   13 |   a = nn + 1;
      |     ~~^~
`),
      ['10:7-9 nn → n', '12:7-10 foo → ns::n'],
    );
  });

  it('count columns like the diagnostic', () => {
    assert.deepEqual(offered('a.cpp:3:5: error: ‘数foo’ was not declared; did you mean ‘数for’?\n'), [
      '3:5-10 数foo → 数for',
    ]);
    // the caret is at the byte of the column, so the version of GCC is an older one
    const older = `a.cpp:3:7: error: ‘数oo’ was not declared; did you mean ‘数or’?
 变 = 数oo;
       ^~~~~
       数or
`;
    const [found] = parseCompilerOutput(older);
    assert.equal(found?.unit, 'bytes');
    assert.deepEqual(offered(older), ['3:7-12 数oo → 数or']);
  });
});

describe('fixes for text that GCC and Clang print below the caret', () => {
  it('insert text at a caret between words if the message contains it', () => {
    assert.deepEqual(
      offered(`a.cpp:20:11: error: expected ‘;’ before ‘}’ token
   20 |   return 1
      |           ^
      |           ;
   21 | }
      | ~
a.cpp:22:9: error: expected ‘)’ before ‘;’ token
   22 |   f(a   ;
      |        ^
      |        )
a.cpp:23:5: error: expected ‘;’ before ‘b’
   23 |   a b
      |    ^~
      |    ;
a.cpp:24:4: error: expected ‘,’ before ‘b’
   24 |   a b
      |    ^
      |    ;
a.cpp:25:4: error: expected ‘; ;’ before ‘b’
   25 |   a b
      |    ^
      |    ; ;
a.cpp:26:4: error: expected ‘;’ before ‘b’
   26 |   a b
      |    ^
      |     ;
a.cpp:27:3: error: expected ‘;’ before ‘a’
   27 |   a b
      |   ^
      |   ;
`),
      ['20:11-11  → ;', '22:9-9  → )'],
    );
  });

  it('are the same for Clang', () => {
    assert.deepEqual(
      offered(`a.cpp:18:12: error: expected ';' at end of declaration
  int a = 5 int b = 6;
           ^
           ;
a.cpp:12:9: warning: using the result of an assignment as a condition without parentheses [-Wparentheses]
  if (n = 3) return;
      ~~^~~
a.cpp:12:9: note: place parentheses around the assignment to silence this warning
  if (n = 3) return;
        ^
      (    )
a.cpp:17:3: error: unknown type name 'string'; did you mean 'std::string'?
  string t;
  ^~~~~~
  std::string
1 warning and 2 errors generated.
`),
      ['18:12-12  → ;', '17:3-9 string → std::string'],
    );
  });

  it('are located after a tab that Clang printed as blanks', () => {
    assert.deepEqual(
      offered(`a.cpp:7:5: error: expected ';' after expression
        f()
           ^
           ;
1 error generated.
`),
      ['7:5-5  → ;'],
    );
  });

  it('are the same if only the snippet identifies Clang', () => {
    assert.deepEqual(
      offered(`a.cpp:4:10: error: expected ';' at end of declaration
int a = 5 int b;
         ^
         ;
`),
      ['4:10-10  → ;'],
    );
  });

  it('ignore a line that is suggested as a whole', () => {
    assert.deepEqual(
      offered(`a.cpp:5:1: error: expected ‘}’ at end of input
    5 |  return 0;
      | ^
  +++ |+}
`),
      [],
    );
  });

  it('remove text that is underlined with dashes', () => {
    const moved = (dashes: string) =>
      offered(`a.cpp:22:5: warning: redundant move in return statement [-Wredundant-move]
   22 |   a std::move(b)
      |     ^~~~~~~~~
      |     ${dashes}
`);
    assert.deepEqual(moved('---------'), ['22:5-14 std::move → ']);
    assert.deepEqual(moved('-----'), []);
    assert.deepEqual(moved('--------x'), []);
    assert.deepEqual(moved('x--------'), []);
    assert.deepEqual(
      offered(`a.cpp:22:5: warning: extra text
   22 |   a 变量 b
      |     ^~~~
      |     ----
a.cpp:23:4: warning: extra blank
   23 |   a  b
      |    ^
      |    -
`),
      ['22:5-9 变量 → '],
    );
  });

  it('ignore a label that contains the suggested name', () => {
    assert.deepEqual(
      offered(`a.cpp:15:3: error: ‘nn’ does not name a type; did you mean ‘n’?
   15 |   nn x;
      |   ^~
      |   |
      |   n*
`),
      ['15:3-5 nn → n'],
    );
  });

  it('ignore labels and other lines', () => {
    assert.deepEqual(
      offered(`a.cpp:14:11: error: invalid conversion from ‘const char*’ to ‘int’ [-fpermissive]
   14 |   int k = s;
      |           ^
      |           |
      |           const char*
a.cpp:15:12: warning: format ‘%d’ expects argument of type ‘int’ [-Wformat=]
   15 |   printf("%d", s);
      |           ~^   ~
      |            |   |
      |            int const char*
      |           %s
a.cpp:30:1: error: ‘printf’ was not declared in this scope
   30 | printf("x");
      | ^~~~~~
a.cpp:1:1: note: ‘printf’ is defined in header ‘<cstdio>’; did you forget to ‘#include <cstdio>’?
  +++ |+#include <cstdio>
    1 | #include <vector>
`),
      [],
    );
  });
});

describe('fixes of -fdiagnostics-parseable-fixits', () => {
  const fix = (line: string, file = 'a.cpp') => offered(`${file}:7:3: error: expected ';'\n${line}\n`);

  it('count bytes and don’t contain the replaced text', () => {
    assert.deepEqual(fix('fix-it:"a.cpp":{7:2-7:5}:"x"'), ['7:2-5 ? → x']);
    const [found] = parseCompilerOutput('a.cpp:7:3: error: x\nfix-it:"a.cpp":{7:2-7:5}:"y"\n');
    assert.equal(found?.fixes?.[0]?.unit, 'bytes');
  });

  it('contain escaped quotes, backslashes and bytes beyond ASCII', () => {
    assert.deepEqual(fix('fix-it:"a.cpp":{7:2-7:2}:"\\"a\\\\\\303\\251"'), ['7:2-2 ? → "a\\é']);
    assert.deepEqual(fix('fix-it:"a\\\\b.cpp":{7:2-7:2}:"x"', 'a\\b.cpp'), ['7:2-2 ? → x']);
    assert.deepEqual(fix('fix-it:"\\346\\225\\260.cpp":{7:2-7:2}:"x"', '数.cpp'), ['7:2-2 ? → x']);
  });

  it('are omitted for another file, for several lines, or if they are unsafe to show', () => {
    for (const line of [
      'fix-it:"b.cpp":{7:2-7:2}:";"',
      'fix-it:"a.cpp":{7:2-8:2}:";"',
      'fix-it:"a.cpp":{7:4-7:2}:";"',
      'fix-it:"a.cpp":{7:2-7:2}:"a\\nb"',
      'fix-it:"a.cpp":{7:2-7:2}:"a\\tb"',
      `fix-it:"a.cpp":{7:2-7:2}:"${'x'.repeat(201)}"`,
      'fix-it:"a.cpp":{7:2-7:2}:"\\342\\200\\256"',
      'fix-it:"a.cpp":{7:2-7:2}:"x" and more',
      'fix-it:"a.cpp":{7:2}:"x"',
      'fix-it:"a.cpp":{7:2-7:2}:"x"\nfix-it:"a.cpp":{7:9-7:9}:"y"',
    ]) {
      assert.deepEqual(fix(line), [], line);
    }
  });

  it('are offered next to a different fix of the snippet', () => {
    assert.deepEqual(
      offered(`a.cpp:19:11: error: use of undeclared identifier 'nn'; did you mean 'n'?
        int x = nn;
                ^~
                n
fix-it:"a.cpp":{19:9-19:11}:"nnn"
a.cpp:20:11: error: use of undeclared identifier 'nn'; did you mean 'n'?
        int x = nn;
                ^~
                n
fix-it:"a.cpp":{5:9-5:11}:"n"
2 errors generated.
`),
      ['19:11-13 nn → n', '19:9-11 ? → nnn', '20:11-13 nn → n', '5:9-11 ? → n'],
    );
  });

  it('are offered once if the snippet contains the same fix', () => {
    assert.deepEqual(
      offered(`a.cpp:18:12: error: expected ';' at end of declaration
  int a = 5 int b = 6;
           ^
           ;
fix-it:"a.cpp":{18:12-18:12}:";"
a.cpp:19:11: error: use of undeclared identifier 'nn'; did you mean 'n'?
        int x = nn;
                ^~
                n
fix-it:"a.cpp":{19:9-19:11}:"n"
2 errors generated.
`),
      ['18:12-12  → ;', '19:11-13 nn → n'],
    );
  });
});
