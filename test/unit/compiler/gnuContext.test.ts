import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { told } from './told';

/** Returns the message lines where the diagnostics begin. */
function beginnings(message: string): number[] {
  return parseCompilerOutput(message).map(({ messageLine }) => messageLine);
}

describe('steps that lead to a diagnostic of GCC', () => {
  it('are includes, in any language', () => {
    const words: readonly [string, string, string][] = [
      ['In file included from ', ',', 'from '],
      ['在包含自 ', '，', '从 '],
      ['次のファイルから読み込み: ', ',', '次から読み込み: '],
      ['In Datei, eingebunden von ', ',', 'von '],
      ['En el fichero incluido desde ', ',', 'desde '],
      ['Dans le fichier inclus depuis ', ',', 'depuis '],
      ['I fil inkluderet fra ', ',', 'fra '],
      ['I filen inkluderad ifrån ', ',', 'ifrån '],
      ['Tiedostossa, joka sisällytettiin kohdasta ', ',', 'kohdasta '],
      ['У файлі, який включено у ', ',', 'з '],
      ['В файле, включенном из ', ',', 'из '],
      ['В файле, включённом из ', ',', 'из '],
      ['在从下述位置 include 的檔案： ', ',', '來自 '],
      ['在從下述位置 include 的檔案： ', ',', '來自 '],
    ];
    for (const [first, comma, next] of words) {
      const message = `${first}my lib.h:3:5${comma}
                 ${next}other lib.h:4${comma}
                 ${next}a.c:5:
x.h:1:1: error: y
`;
      assert.deepEqual(
        told(message),
        [
          'gcc error x.h:1:1 y',
          `+ my lib.h:3:5 ${first.trim()}`,
          `+ other lib.h:4:- ${next.trim()}`,
          `+ a.c:5:- ${next.trim()}`,
        ],
        first,
      );
      assert.deepEqual(beginnings(message), [0]);
    }
  });

  it('are includes in an unknown language', () => {
    assert.deepEqual(
      told('Gesamde filo arondet ab my_lib.h:3,\n                 ab a.c:5:\nx.h:1:1: error: y\n'),
      ['gcc error x.h:1:1 y', '+ my_lib.h:3:- Gesamde filo arondet ab', '+ a.c:5:- ab'],
    );
    assert.deepEqual(told('从 /tmp/a b.h:3 的文件中：\nx.h:1:1: 错误：y\n'), [
      'gcc error x.h:1:1 y',
      '+ /tmp/a b.h:3:- 从',
    ]);
  });

  it('are inlined calls', () => {
    const message = `In function 'char* strcpy(char*, const char*)',
    inlined from 'void f(int)' at my file.cpp:7:11,
    inlined from 'int main()' at /tmp/a b.cpp:9:4:
/usr/include/string_fortified.h:79:33: warning: writing 9 bytes [-Wstringop-overflow=]
`;
    assert.deepEqual(told(message), [
      'gcc warning /usr/include/string_fortified.h:79:33 [-Wstringop-overflow=] writing 9 bytes',
      "+ file.cpp:7:11 inlined from 'void f(int)' at my",
      "+ /tmp/a b.cpp:9:4 inlined from 'int main()' at",
    ]);
    assert.deepEqual(beginnings(message), [0]);
  });

  it('are inlined calls in Chinese', () => {
    const message = `In file included from /usr/include/string.h:535,
                 from src.c:1:
在函数‘strcpy’中,
    内联自‘g’于 src.c:3:70,
    内联自‘f’于 /tmp/a b.c:4:16:
/usr/include/bits/string_fortified.h:79:10: 警告：‘__builtin___memcpy_chk’ forming offset [4, 15] is out of the bounds
   79 |   return __builtin___strcpy_chk (__dest, __src, __glibc_objsize (__dest));
      |          ^~~~~~~~~~~~~~~~~~~~~~
src.c: 在函数‘f’中:
src.c:2:6: 附注：‘buf’在此声明
`;
    assert.deepEqual(told(message).slice(1), [
      '+ /usr/include/string.h:535:- In file included from',
      '+ src.c:1:- from',
      '+ src.c:3:70 内联自‘g’于',
      '+ /tmp/a b.c:4:16 内联自‘f’于',
      '+ src.c:2:6 ‘buf’在此声明',
    ]);
    assert.deepEqual(beginnings(message), [0]);
  });

  it('are instantiations, which older versions print without indentation', () => {
    const message = `a.cpp: In instantiation of ‘T twice(T) [with T = int]’:
a.cpp:13:8:   required from here
   13 |   twice(n);
      |   ~~~~~^~~
a.cpp:6:44: error: request for member ‘foo’ in ‘t’
a.cpp: In member function 'void A<T>::f()':
a.cpp:14: instantiated from 'void A<int>::f()'
a.cpp:15: required from here
a.cpp:7: error: x
`;
    assert.deepEqual(told(message), [
      'gcc error a.cpp:6:44 request for member ‘foo’ in ‘t’',
      '+ a.cpp:13:8 required from here',
      'gcc error a.cpp:7:- x',
      "+ a.cpp:14:- instantiated from 'void A<int>::f()'",
      '+ a.cpp:15:- required from here',
    ]);
    assert.deepEqual(beginnings(message), [0, 5]);
  });

  it('belong to it only if they directly precede it', () => {
    const message = `In file included from a.c:5:
something else
x.h:1:1: error: y
a.c: In function 'f':
something else
a.c:7:1: error: z
a.c:8:   required from here
a.c:9:1: error: w
`;
    assert.deepEqual(told(message), [
      'gcc error x.h:1:1 y',
      'gcc error a.c:7:1 z',
      'gcc error a.c:9:1 w',
      '+ a.c:8:- required from here',
    ]);
    assert.deepEqual(beginnings(message), [2, 5, 6]);
  });

  it('are instantiations with any quotation marks', () => {
    assert.deepEqual(
      told(`a.cpp: In instantiation of 'T twice(T) [with T = int]':
a.cpp:13:8:   required from 'void std::sort(_RAIter, _RAIter) [with _RAIter = int*]'
a.cpp:14:8:   required from here
a.cpp:6:44: error: request for member 'foo' in 't'
`),
      [
        "gcc error a.cpp:6:44 request for member 'foo' in 't'",
        "+ a.cpp:13:8 required from 'void std::sort(_RAIter, _RAIter) [with _RAIter = int*]'",
        '+ a.cpp:14:8 required from here',
      ],
    );
  });

  it('are includes of files whose name ends with a digit', () => {
    assert.deepEqual(
      told('In file included from lib/v2:44,\n                 from a.cpp:1:\nx.h:1:1: error: y\n'),
      ['gcc error x.h:1:1 y', '+ lib/v2:44:- In file included from', '+ a.cpp:1:- from'],
    );
  });

  it('are positions after a quotation with blanks and slashes', () => {
    assert.deepEqual(
      told(`In function 'decltype (a / b) half(A, B)',
    inlined from 'decltype (a / b) twice(A, B)' at lib/my.h:7:11,
    inlined from 'main' at a.c:9:4:
x.h:79:33: warning: y
`),
      [
        'gcc warning x.h:79:33 y',
        "+ lib/my.h:7:11 inlined from 'decltype (a / b) twice(A, B)' at",
        "+ a.c:9:4 inlined from 'main' at",
      ],
    );
    assert.deepEqual(told('在函数‘f’中,\n    内联自‘g (int)’于a.c:3:70:\nx.h:1:1: 错误：y\n'), [
      'gcc error x.h:1:1 y',
      '+ 于a.c:3:70 内联自‘g (int)’',
    ]);
  });

  it('are modules of Clang, but no lines without a position', () => {
    assert.deepEqual(
      told(`In module 'std' imported from a.cpp:1:
x.h:1:1: error: use of undeclared identifier 'y'
In file included from <built-in>:
x.h:2:1: error: use of undeclared identifier 'z'
1 error generated.
`),
      [
        "clang error x.h:1:1 use of undeclared identifier 'y'",
        "+ a.cpp:1:- In module 'std' imported from",
        "clang error x.h:2:1 use of undeclared identifier 'z'",
      ],
    );
  });

  it('aren’t indented lines without a first step', () => {
    assert.deepEqual(
      told(`a.c:1:1: error: x
make: stopped
    see b.c:5:
a.c:2:1: error: y
a.c:3:1:   
a.c:4:1: error: z
`),
      ['gcc error a.c:1:1 x', 'gcc error a.c:2:1 y', 'gcc error a.c:4:1 z'],
    );
  });

  it('are limited to 100', () => {
    const steps = Array.from({ length: 150 }, (_, i) => `a.cpp:${i + 2}:8:   required from ‘f<${i}>’\n`);
    const [found] = parseCompilerOutput(
      `a.cpp: In instantiation of ‘f’:\n${steps.join('')}a.cpp:1:1: error: deep\n`,
    );
    assert.equal(found?.related.length, 100);
    assert.equal(found.messageLine, 0);
    assert.ok(found.related.every(({ step }) => step === 'use'));
  });

  it('aren’t lines that only end like steps', () => {
    for (const line of [
      'see a.c:0:',
      'see :5:',
      'at 5:',
      'x.h:1234567890123:',
      `from ${'d/'.repeat(2100)}a.c:5:`,
      'text, text:',
    ]) {
      assert.deepEqual(told(`${line}\nx.h:1:1: error: y\n`), ['gcc error x.h:1:1 y'], line);
    }
  });
});

describe('notes of GCC', () => {
  it('are read below their diagnostic, with an include chain between them', () => {
    const nested = (bullet: string) => `a.cpp:9:8: error: no matching function for call to 'split(int)'
    9 |   split(3);
      |   ~~~~~^~~
  ${bullet} there are 2 candidates
In file included from grader.h:2,
                 from a.cpp:2:
    ${bullet} candidate 1: 'void split(int*)'
      inner.h:4:6:
          4 | void split(int*);
            |      ^~~~~
    ${bullet} candidate 2: 'void split(std::string)'
      a.cpp:5:6
In file included from a.cpp:2:
other.h:1:1: error: x
`;
    for (const bullet of ['•', '*']) {
      assert.deepEqual(
        told(nested(bullet)),
        [
          "gcc error a.cpp:9:8-11 no matching function for call to 'split(int)' «split(3)»",
          '+ -:-:- there are 2 candidates',
          "+ inner.h:4:6 candidate 1: 'void split(int*)'",
          "+ a.cpp:5:6 candidate 2: 'void split(std::string)'",
          'gcc error other.h:1:1 x',
          '+ a.cpp:2:- In file included from',
        ],
        bullet,
      );
    }
  });

  it('aren’t lines of a comment that begins with an asterisk', () => {
    assert.deepEqual(
      told(`a.c:3:7: warning: "/*" within comment [-Wcomment]
  * see /* there
        ^
`),
      ['gcc warning a.c:3:7-8 [-Wcomment] "/*" within comment «/»'],
    );
  });

  it('belong to the diagnostic before', () => {
    assert.deepEqual(
      told(`a.cpp:1:1: error: first
a.cpp:2:3: note: declared here
    2 | int x;
      |     ^
a.cpp:3: note: no column
a.cpp:4:1: warning: second
`),
      [
        'gcc error a.cpp:1:1 first',
        '+ a.cpp:2:3 declared here',
        '+ a.cpp:3:- no column',
        'gcc warning a.cpp:4:1 second',
      ],
    );
  });

  it('belong to it even after a line of another program', () => {
    assert.deepEqual(
      told(`a.c:1:1: error: x
/usr/bin/ld: b.o: in function \`main':
b.c:(.text+0x5): undefined reference to \`f'
a.c:2:1: note: y
`),
      ['gcc error a.c:1:1 x', '+ a.c:2:1 y', "linker error b.c:-:- undefined reference to `f'"],
    );
  });

  it('may be a nested list with positions below', () => {
    assert.deepEqual(
      told(`src.cpp: In function ‘int main()’:
src.cpp:5:4: error: no matching function for call to ‘f(const char [2])’
    5 |   f("x");
      |   ~^~~~~
  • there are 2 candidates
    • candidate 1: ‘void f(int)’
      src.cpp:1:6:
          1 | void f(int);
            |      ^
    • note: candidate 2: ‘void f(int, int)’
      my dir/b.h:2:
  • note: last
      src.cpp:3:4: text behind it
src.cpp:6:1: warning: next
  • one more
\t• and one behind a tab
`),
      [
        'gcc error src.cpp:5:4-9 no matching function for call to ‘f(const char [2])’ «f("x")»',
        '+ -:-:- there are 2 candidates',
        '+ src.cpp:1:6 candidate 1: ‘void f(int)’',
        '+ my dir/b.h:2:- candidate 2: ‘void f(int, int)’',
        '+ -:-:- last',
        'gcc warning src.cpp:6:1 next',
        '+ -:-:- one more',
        '+ -:-:- and one behind a tab',
      ],
    );
  });

  it('begin with a bullet only after a blank', () => {
    assert.deepEqual(told('src.cpp:6:1: warning: next\n• no note\nsrc.cpp:7:1: warning: last\n'), [
      'gcc warning src.cpp:6:1 next',
      'gcc warning src.cpp:7:1 last',
    ]);
  });

  it('end at a line without an indented bullet', () => {
    assert.deepEqual(
      told(`src.cpp:5:4: error: no matching function for call to ‘f’
  • there is 1 candidate [note: of 2]
• no note
    • none either
src.cpp:7:1: warning: last
`),
      [
        'gcc error src.cpp:5:4 no matching function for call to ‘f’',
        '+ -:-:- there is 1 candidate [note: of 2]',
        'gcc warning src.cpp:7:1 last',
      ],
    );
  });

  it('have no column if it is impossible', () => {
    assert.deepEqual(
      told(`In function 'void put()',
    inlined from 'int main()' at a.c:8:2147483648:
a.c:5:47: warning: x
`),
      ['gcc warning a.c:5:47 x', "+ a.c:8:- inlined from 'int main()' at"],
    );
  });
});
