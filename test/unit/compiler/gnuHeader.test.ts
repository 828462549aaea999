import assert from 'node:assert/strict';
import { told } from './told';

const known = 'a.c:1:1: error: known\n';

/** Reads lines that follow a line of GCC or Clang. */
function behind(lines: string, family = 'gcc'): string[] {
  const [first, ...rest] = told(`${known}${lines}\n`);
  assert.equal(first, `${family} error a.c:1:1 known`);
  return rest;
}

describe('headers of GCC', () => {
  it('contain file, line and optionally a column', () => {
    assert.deepEqual(
      told(`/some/path/here:4:26: fatal error: some_header.h: No such file or directory
/path/to/file:42: error: message
/foo.h:66:0: warning: ignoring #pragma comment [-Wunknown-pragmas]
C:\\src\\my file.cpp:5:6: warning: unused
c:/a.cpp:5:6: error: x
A:/a.cpp:5:6: error: x
z:/a.cpp:5:6: error: x
a.cpp +7:8: error: as editors take it
include/c++17:3:4: error: a file that ends like that
a -2:3:4: error: another
`),
      [
        'gcc error /some/path/here:4:26 some_header.h: No such file or directory',
        'gcc error /path/to/file:42:- message',
        'gcc warning /foo.h:66:- [-Wunknown-pragmas] ignoring #pragma comment',
        'gcc warning C:\\src\\my file.cpp:5:6 unused',
        'gcc error c:/a.cpp:5:6 x',
        'gcc error A:/a.cpp:5:6 x',
        'gcc error z:/a.cpp:5:6 x',
        'gcc error a.cpp:7:8 as editors take it',
        'gcc error include/c++17:3:4 a file that ends like that',
        'gcc error a -2:3:4 another',
      ],
    );
  });

  it('require a position, a severity and colons', () => {
    for (const line of [
      'path/to/file:42:24 error: message',
      'a.c:5:',
      'a.c:5:6:',
      'a.c:5:6',
      'a.c: 5:6: error: x',
      '1.c:2.c:5:6: error: x',
      '1:c:5:6: error: x',
      'a.c:1234567890:1: error: x',
      'a.c +5: no severity',
      'a.c:5 +6',
      'a.c:5:6: :x',
      'a.c:5:6: 7 eggs: x',
      'a.c:5:6: error_: x',
      'a.c:5: nonsense: without a column',
      'a.c:3.4: error: x',
      'a.c:3,4: error: x',
      'build.log:a.c:5:6: error: x',
      '题:a.c:5:6: error: x',
      'a.c:5:6: error',
    ]) {
      assert.deepEqual(behind(line), [], line);
    }
  });

  it('keep numbers of nine digits and ignore larger ones', () => {
    assert.deepEqual(behind('a.c:123456789:987654321: error: x'), ['gcc error a.c:123456789:987654321 x']);
    assert.deepEqual(behind('a.c:5:1234567890: error: x'), []);
  });

  it('may contain a severity in an unknown language', () => {
    assert.deepEqual(behind('a.c:5:6: sgra: gnat [-Wshadow]'), ['gcc warning a.c:5:6 [-Wshadow] gnat']);
    assert.deepEqual(behind('a.c:5:6: sgra nol: gnat'), ['gcc error a.c:5:6 gnat']);
    assert.deepEqual(behind('a.c:5:6: sgra: gnat [-fpermissive]'), ['gcc error a.c:5:6 [-fpermissive] gnat']);
    assert.deepEqual(behind(`a.c:5:6: ${'s'.repeat(48)}: gnat`), ['gcc error a.c:5:6 gnat']);
    assert.deepEqual(behind(`a.c:5:6: ${'s'.repeat(49)}: gnat`), []);
  });

  it('may begin with a program instead of a file', () => {
    assert.deepEqual(
      behind(`/path/to/cc1: error: one
/path/to/cc1.exe: error: two
/path/to/arm-none-eabi-gcc: error: three
x86_64-linux-gnu-g++-12.2: fatal error: no input files
arm-none-eabi-gcc-13.2.1: error: nine
avr-gcc-10.12: error: ten
cc1plus：警告：四
cc1plus : warning : five
<command-line>: warning: "X" redefined
lto-wrapper: warning: six
gcc: note: eight
`),
      [
        'gcc error -:-:- one',
        'gcc error -:-:- two',
        'gcc error -:-:- three',
        'gcc error -:-:- no input files',
        'gcc error -:-:- nine',
        'gcc error -:-:- ten',
        'gcc warning -:-:- 四',
        'gcc warning -:-:- five',
        'gcc warning -:-:- "X" redefined',
        'gcc warning -:-:- six',
        '+ -:-:- eight',
      ],
    );
  });

  it('may begin with the severity', () => {
    assert.deepEqual(behind("error: unknown argument: '-foo'\nwarning: second [-Wdeprecated]\nnote: third"), [
      "gcc error -:-:- unknown argument: '-foo'",
      'gcc warning -:-:- [-Wdeprecated] second',
      '+ -:-:- third',
    ]);
  });

  it('exclude lines of other programs', () => {
    for (const line of [
      'foo: error: x',
      'make: error: x',
      'collect3: error: x',
      'cc1 x: error: x',
      'g++: hint: x',
      'g++: missed: x',
      'optimized: x',
      'error:',
      'error:x',
      ': error: x',
    ]) {
      assert.deepEqual(behind(line), [], line);
    }
  });

  it('are skipped if they only summarize', () => {
    for (const line of [
      'collect2: error: ld returned 1 exit status',
      'collect2: error: ld returned 127 exit status',
      'collect2: 错误：ld 返回 1',
      'lto-wrapper: fatal error: /usr/bin/g++ returned 1 exit status',
      'lto-wrapper: fatal error: /usr/bin/g++ returned 127 exit status',
    ]) {
      assert.deepEqual(behind(line), [], line);
    }
    assert.deepEqual(behind("collect2: fatal error: cannot find 'ld'"), ["gcc error -:-:- cannot find 'ld'"]);
    assert.deepEqual(behind('collect2: error: 12 bald eagles'), ['gcc error -:-:- 12 bald eagles']);
    assert.deepEqual(behind('g++: error: no ld 5'), ['gcc error -:-:- no ld 5']);
    const killed = 'ld terminated with signal 11 [Segmentation fault], core dumped';
    assert.deepEqual(behind(`collect2: fatal error: ${killed}`), [`gcc error -:-:- ${killed}`]);
  });

  it('are skipped with their snippet if they report no problem', () => {
    assert.deepEqual(
      behind(`/usr/include/c++/10/bits/stl_vector.h:98:47: optimized: basic block part vectorized
   98 |   a.c:9:9: error: not one
      |   ^
a.c:2:2: missed: couldn't vectorize loop
a.c:2:2: note: standing on its own
`),
      ['+ a.c:2:2 standing on its own'],
    );
  });

  it('may begin with Clang and its version', () => {
    const lines = `clang-15: warning: one [-Wunused-command-line-argument]
clang++: error: two
clang: error: linker command failed with exit code 1 (use -v to see invocation)`;
    assert.deepEqual(behind(lines, 'clang'), [
      'clang warning -:-:- [-Wunused-command-line-argument] one',
      'clang error -:-:- two',
    ]);
  });

  it('report a note without a diagnostic as information', () => {
    assert.deepEqual(told('a.c:2:2: note: #pragma message: hello\n'), [
      'gcc information a.c:2:2 #pragma message: hello',
    ]);
  });
});

describe('brackets at the end of messages of GCC and Clang', () => {
  const codes: readonly [string, string][] = [
    ['x [-Wabc]', '[-Wabc] x'],
    ['x [-Wabc] [CWE-401]', '[-Wabc] x'],
    ['x [CWE-401] [-Wanalyzer-malloc-leak]', '[-Wanalyzer-malloc-leak] x'],
    ['x [-Werror=abc]', '[-Wabc] x'],
    ['x [-Werror]', '[-Werror] x'],
    ['x [-Werror,-Wabc]', '[-Wabc] x'],
    ['x [-Wfatal-errors,-Wabc]', '[-Wabc] x'],
    ['x [-Wfatal-errors,]', '[-Wfatal-errors] x'],
    ['x [-Werror=]', '[-Werror=] x'],
    ['x [-Wformat=]', '[-Wformat=] x'],
    ['x [-ftemplate-depth=]', 'x'],
    ['x [-Wabc,Semantic Issue]', '[-Wabc] x'],
    ['x [Semantic Issue]', 'x'],
    ['x [-Wabc,3]', '[-Wabc] x'],
    ['x [2]', 'x'],
    ['x [-Wabc]  ', '[-Wabc] x'],
    ['x [enabled by default]', 'x [enabled by default]'],
    ['x [-1]', 'x [-1]'],
    ['x [123]', 'x'],
    ['x [1234]', 'x [1234]'],
    ['x [aCWE-1]', 'x [aCWE-1]'],
    ['x [CWE-1a]', 'x [CWE-1a]'],
    ['x [-Wab!]', 'x [-Wab!]'],
    ['x [-Wa b]', 'x [-Wa b]'],
    ['x [a Semantic Issue]', 'x [a Semantic Issue]'],
    ['x [Semantic!]', 'x [Semantic!]'],
    ['x [a]b]', 'x [a]b]'],
    ['x [a]]', 'x [a]]'],
    ['x [--Wabc]', 'x [--Wabc]'],
    ['x [see -Wabc]', 'x [see -Wabc]'],
    ['x []', 'x []'],
    ['x ]', 'x ]'],
    ['[-Wabc', '[-Wabc'],
    [`x [-W${'a'.repeat(190)}]`, `[-W${'a'.repeat(190)}] x`],
    [`x [-W${'a'.repeat(230)}]`, `x [-W${'a'.repeat(230)}]`],
  ];

  it('become the code if they contain an option', () => {
    for (const [printed, expected] of codes) {
      // reads the same line twice with the same result
      const line = `a.c:2:2: warning: ${printed}\n`;
      const read = told(known + line + line).map((one) => one.replace(/^clang/, 'gcc'));
      const one = `gcc warning a.c:2:2 ${expected}`;
      assert.deepEqual(read.slice(1), [one, one], printed);
    }
  });

  it('stay in the message if no blank precedes them', () => {
    assert.deepEqual(behind('a.c:2:2: warning: subscript of a[3]'), [
      'gcc warning a.c:2:2 subscript of a[3]',
    ]);
  });

  it('provide the message of an empty #warning, but not of an empty #error', () => {
    assert.deepEqual(
      told(`a.c:1:2: warning:  [-W#warnings]
 #warning
  ^
a.c:2:2: error: 
 #error
  ^
1 warning and 1 error generated.
`),
      ['clang warning a.c:1:2 [-W#warnings] -W#warnings «w»', 'clang error a.c:2:2 error «e»'],
    );
  });

  it('are read correctly for many different options', () => {
    const options = ['-Wa', '-Wbb', '-Wccc', '-Wdddd', '-Weeeee', '-Wffffff', '-Wbb', '-Wa', '-Weeeee'];
    const lines = options.map((option, i) => `a.c:${i + 2}:1: warning: text of ${i} [${option}]`);
    assert.deepEqual(
      behind(lines.join('\n')),
      options.map((option, i) => `gcc warning a.c:${i + 2}:1 [${option}] text of ${i}`),
    );
  });
});

describe('files and severities in headers of GCC', () => {
  it('are read correctly if they change often', () => {
    const files = ['a.c', 'aa.c', 'b.c', 'a.c', 'lib/a.c', 'x.h', 'x.hh', 'a.c', 'b.c', 'x.h', 'y', 'aa.c'];
    const words = [
      'error',
      'warning',
      'fatal error',
      'error',
      'warning',
      'pedwarn',
      'anachronism',
      'permerror',
    ];
    const severities = ['error', 'warning', 'error', 'error', 'warning', 'warning', 'warning', 'error'];
    const rows = files.map((file, i) => ({ file, i, which: (i * 3) % words.length }));
    assert.deepEqual(
      behind(rows.map(({ file, i, which }) => `${file}:${i + 2}:3: ${words[which]}: text ${i}`).join('\n')),
      rows.map(({ file, i, which }) => `gcc ${severities[which]} ${file}:${i + 2}:3 text ${i}`),
    );
  });
});
