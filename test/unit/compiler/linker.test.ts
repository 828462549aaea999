import assert from 'node:assert/strict';
import { describeKnown } from './known';
import { linker } from '../../../src/compiler/toolchains/linker';
import { parseCompilerOutput } from '../../../src/compiler';
import { casesOf, describeCases } from './cases';
import { told } from './told';

describe('linkers', () => {
  describeCases('linker');

  it('add explanations of gold as notes', () => {
    const [found] = casesOf('linker').filter(({ name }) => name === 'linker-gold-1');
    const explained = parseCompilerOutput(found?.message ?? '').filter(({ related }) => related.length > 0);
    assert.deepEqual(
      explained.map(({ line, related }) => [line, related.map(({ message }) => message)]),
      [
        [null, ['previous definition here']],
        [8, ['the vtable symbol may be undefined because the class is missing its key function']],
      ],
    );
  });

  // the formats in tests of CMake Tools (microsoft/vscode-cmake-tools, MIT)
  it('print the linker, optionally an object, a file and a line', () => {
    const forms: readonly [string, string | null][] = [
      ['/path/to/ld:path/to/file:42: error: text', 'linker error path/to/file:42:- text'],
      ['/path/to/ld: path/to/file:42: warning: text', 'linker warning path/to/file:42:- text'],
      ['/path/to/ld: path/to/file.obj:path/to/file:42: text', 'linker error path/to/file:42:- text'],
      ['/path/to/ld.exe:path/to/file:42: text', 'linker error path/to/file:42:- text'],
      ['/path/to/ld: text', 'linker error -:-:- text'],
      ['/path/to/ld: text:', null],
      ['/path/to/ld.exe: error: text', 'linker error -:-:- text'],
      [
        'foo.o:/path/to/file.c:42: multiple definition of x',
        'linker error /path/to/file.c:42:- multiple definition of x',
      ],
      [
        '/tmp/main.cpp:42: undefined reference to foo()',
        'linker error /tmp/main.cpp:42:- undefined reference to foo()',
      ],
      ['/usr/bin/ld: cannot find -lfoo: No such file', 'linker error -:-:- cannot find -lfoo: No such file'],
      ['/usr/bin/ld: a.cpp:3:4: error: a column', null],
      [
        'C:/mingw/bin/ld.exe: C:\\tmp\\a.o:a.cpp:(.text+0xe): undefined reference',
        'linker error a.cpp:-:- undefined reference',
      ],
      ['ld.lld: error: undefined symbol: f()', 'linker error -:-:- undefined symbol: f()'],
      ['ld64.lld: warning: text', 'linker warning -:-:- text'],
      ['wasm-ld: error: text', 'linker error -:-:- text'],
      ['lld-link: error: text', 'linker error -:-:- text'],
      ['x86_64-linux-gnu-ld: text', 'linker error -:-:- text'],
      ['mold: fatal: text', 'linker error -:-:- text'],
      ['bald: text', null],
      ['ld.text: text', null],
      ['  /path/to/ld: text', null],
    ];
    for (const [line, expected] of forms) {
      const read = told(`/usr/bin/ld: a.o: in function 'f':\n\n${line}\n`);
      assert.deepEqual(read, expected === null ? [] : [expected], line);
    }
  });

  it('print the function first, then the position of the error', () => {
    assert.deepEqual(
      told(`/usr/bin/ld: /tmp/cc1.o: in function \`main':
/tmp/a b.cpp:(.text+0x15): undefined reference to \`foo()'
/usr/bin/ld: /tmp/a b.cpp:7: undefined reference to \`bar()'
/usr/bin/ld: a.cpp:(.text._Z1fv[_Z1fv]+0x5): undefined reference to \`baz()'
/usr/bin/ld: /usr/lib/crt1.o: in function \`_start':
(.text+0x24): undefined reference to \`main'
a.o: In function \`main':
a.cpp:8: undefined reference to \`x'
libx.a(y.o): In function \`g':
y.c:(.text+0x3): undefined reference to \`z'
b.cpp:9: text that no linker is known to print
`),
      [
        "linker error /tmp/a b.cpp:-:- undefined reference to `foo()'",
        "linker error /tmp/a b.cpp:7:- undefined reference to `bar()'",
        "linker error a.cpp:-:- undefined reference to `baz()'",
        "linker error -:-:- undefined reference to `main'",
        "linker error a.cpp:8:- undefined reference to `x'",
        "linker error y.c:-:- undefined reference to `z'",
      ],
    );
  });

  it('add the first definition as a note', () => {
    assert.deepEqual(
      told("/usr/bin/ld: b.o:b.c:5: multiple definition of `x'; a.o:a.c:3: first defined here\n"),
      [
        "linker error b.c:5:- multiple definition of `x'; a.o:a.c:3: first defined here",
        '+ a.c:3:- first defined here',
      ],
    );
    assert.deepEqual(told("/usr/bin/ld: b.o:b.c:5: multiple definition of `x'; somewhere\n"), [
      "linker error b.c:5:- multiple definition of `x'; somewhere",
    ]);
  });

  it('ignore the position of a note in line 0', () => {
    assert.deepEqual(
      told("/usr/bin/ld: b.o:b.c:5: multiple definition of `x'; a.o:a.c:0: first defined here\n"),
      [
        "linker error b.c:5:- multiple definition of `x'; a.o:a.c:0: first defined here",
        '+ a.c:-:- first defined here',
      ],
    );
  });

  it('of LLVM and mold print below where a symbol is used or defined', () => {
    assert.deepEqual(
      told(`ld.lld: error: undefined symbol: foo()
>>> referenced by a.cpp:6 (/tmp/my dir/a.cpp:6)
>>>               a.o:(main)
>>> referenced by b.cpp:9
>>> did you mean: fool()

ld.lld: error: duplicate symbol: bar()
>>> defined at a.cpp:3
>>>            a.o:(bar())
>>> defined at b.cpp:4 (b.cpp:4)
>>>            b.o:(.text+0x0)
mold: error: undefined symbol: baz()
>>> referenced by a.cpp
>>>               a.o:(main)
ld.lld: error: undefined symbol: main
>>> referenced by crt1.o:(_start)
`),
      [
        'linker error /tmp/my dir/a.cpp:6:- undefined symbol: foo()',
        '+ b.cpp:9:- referenced by',
        'linker error a.cpp:3:- duplicate symbol: bar()',
        '+ b.cpp:4:- defined at',
        'linker error -:-:- undefined symbol: baz()',
        'linker error -:-:- undefined symbol: main',
      ],
    );
  });

  it('report informational messages as information', () => {
    assert.deepEqual(
      told(`/usr/bin/ld: warning: es.o: missing .note.GNU-stack section implies executable stack
/usr/bin/ld: NOTE: This behaviour is deprecated and will be removed in a future version of the linker
/usr/bin/ld: skipping incompatible /usr/lib/libm.so when searching for -lm
`),
      [
        'linker warning -:-:- es.o: missing .note.GNU-stack section implies executable stack',
        '+ -:-:- NOTE: This behaviour is deprecated and will be removed in a future version of the linker',
        'linker information -:-:- skipping incompatible /usr/lib/libm.so when searching for -lm',
      ],
    );
  });

  describeKnown(linker, [
    'ld: x',
    '/usr/bin/ld: x',
    'x86_64-linux-gnu-ld: x',
    'ld.bfd: x',
    'ld.gold: x',
    'ld.lld: x',
    'ld.exe: x',
    'ld : x',
    'ld：x',
    'ld64: x',
    'ld64.lld: x',
    'lld-link: x',
    'gold: x',
    'mold: x',
    '\\bin\\ld.exe: x',
    'a.o: x',
    'a.o : x',
    'a.o：x',
    'a.cpp:(.text+0x1f): x',
    '(.text+0xabc)',
    'a.cpp:3: undefined reference to x',
    'a.cpp:3: multiple definition of x',
  ]);

  it('aren’t detected by text that only resembles their output', () => {
    for (const line of [
      'bald: x',
      'ld.mold: x',
      'ld64.gold: x',
      'golden: x',
      'ldx: x',
      'ld.exec: x',
      'a.ox: x',
      '(.text+0x)',
      '(.text+0xyz)',
      'undefined reference to x',
      'a.cpp:3: undefined reference',
      'ld  : x',
    ])
      assert.equal(linker.detect(line), 0, line);
  });

  it('are recognized by complete names of linkers and objects', () => {
    const forms: readonly [string, string | null][] = [
      ['ld64: text', 'linker error -:-:- text'],
      ['ldd: text', null],
      ['main.o.d: error: text', null],
      ['libx.so.12.3: error: text', 'linker error -:-:- text'],
      ['libx.a(yes.o): error: text', 'linker error -:-:- text'],
      ['libx.a(y.o) b: error: text', null],
      ['/usr/bin/ld:', null],
      ['/usr/bin/ld: ', null],
      ['/usr/bin/ld: a.cpp:13: note: text', 'linker information a.cpp:13:- text'],
      ['/usr/bin/ld: debug: text', 'linker information -:-:- text'],
      ["a.cpp:(.text+0x15): undefined reference to `x'", "linker error a.cpp:-:- undefined reference to `x'"],
      ["(.text+0x15): undefined reference to `x'", "linker error -:-:- undefined reference to `x'"],
      [
        "/usr/bin/ld: <artificial>:(.text+0x5): undefined reference to `x'",
        "linker error -:-:- undefined reference to `x'",
      ],
      ['a.o:a.cpp:function f(): error: text', 'linker error a.cpp:-:- text'],
      ['a.o:a.cpp:function main: error: text', 'linker error a.cpp:-:- text'],
      ['a.o:a.cpp:fonction main: error: text', 'linker error a.cpp:-:- text'],
      ['/usr/bin/ld: a.cpp:(.init_array): text', 'linker error a.cpp:-:- text'],
      ['/usr/bin/ld: no function main: text', 'linker error -:-:- no function main: text'],
      ['/usr/bin/ld: not skipping incompatible x', 'linker error -:-:- not skipping incompatible x'],
      ['a.cpp:13:  undefined reference to x', 'linker error a.cpp:13:- undefined reference to x'],
      ['a.cpp:13: an undefined reference to x', null],
    ];
    for (const [line, expected] of forms)
      assert.deepEqual(told(`ld: known\n\n${line}\n`).slice(1), expected === null ? [] : [expected], line);
  });

  it('continue only directly after a line with a function', () => {
    assert.deepEqual(
      told(`/usr/bin/ld: /tmp/cc1.o: in function \`main':${' '}
/tmp/a.cpp:17: a text that no linker is known to print
/tmp/a.cpp:18: a text that no linker is known to print
/usr/bin/ld: /tmp/cc1.o: in function \`main':

/tmp/a.cpp:19: a text that no linker is known to print
`),
      ['linker error /tmp/a.cpp:17:- a text that no linker is known to print'],
    );
    assert.deepEqual(
      told("/usr/bin/ld: /tmp/cc1.o: in function `main':\na.cpp:3:4: error: of the compiler\n"),
      ['gcc error a.cpp:3:4 of the compiler'],
    );
  });

  it('have no function before the first line', () => {
    const beyond = 'ld: undefined symbol: x';
    for (const first of ['Compiled in 00:00:03.', 'Time: 12:30:45', '/tmp/a.cpp:17: a text', 'x: 3:4 ratio'])
      assert.deepEqual(told(`${first}\n${beyond}\n`), ['linker error -:-:- undefined symbol: x'], first);
  });

  it('add a remark only to a diagnostic of a linker or one without columns', () => {
    assert.deepEqual(told('/usr/bin/ld: NOTE: alone\n'), ['linker information -:-:- NOTE: alone']);
    assert.deepEqual(told('a.cpp:1:2: error: x\n/usr/bin/ld: NOTE: behind a compiler\n'), [
      'gcc error a.cpp:1:2 x',
      'linker information -:-:- NOTE: behind a compiler',
    ]);
    const remarks = [
      'a.o: previous definition here',
      'previous definition here',
      'the vtable symbol may be undefined',
    ];
    for (const remark of remarks) assert.deepEqual(told(`ld: x\nld: ${remark}\n`)[1]?.charAt(0), '+', remark);
    for (const other of [
      'no previous definition here at all',
      'see if the vtable symbol may be undefined',
      'my NOTE: x',
    ])
      assert.deepEqual(told(`ld: x\nld: ${other}\n`)[1], `linker error -:-:- ${other}`, other);
  });

  it('of LLVM print lines of several digits', () => {
    assert.deepEqual(
      told(`ld.lld: error: undefined symbol: foo()
>>> referenced by a.cpp:16
>>> referenced by b.cpp:19 (/tmp/b.cpp:19)
see >>> referenced by c.cpp:20
`),
      ['linker error a.cpp:16:- undefined symbol: foo()', '+ /tmp/b.cpp:19:- referenced by'],
    );
  });
});
