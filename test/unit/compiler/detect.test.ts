import assert from 'node:assert/strict';
import { toolchains } from '../../../src/compiler/toolchains';
import { told } from './told';

/** Lines that hold a mark of a toolchain, or most of a line of its, but which it doesn't print. */
const decoys: Readonly<Record<string, readonly string[]>> = {
  rustc: [
    'go --> a.rs:1:2',
    ' --> a.rs:1',
    ' --> a.rs:1:2 and more',
    ' --> :1',
    'see error[E0425]: x',
    'error[E042]: x',
    'error[Eabcd]: x',
    'an error: aborting due to x',
    'error: could not compile x',
  ],
  go: ['a.go: text', 'a.go:x: text', 'a.go:5:text', 'function main is undeclared'],
  kotlinc: ['a.kt: x', 'an error: source file or directory not found: x'],
  javac: ['a.java text', 'a.java:x: text', 'a.java:5:', 'some Note: a.java', 'Note: a.javax'],
  scalac: ['a.scala: x', 'a.scala:x: error: y'],
  scala3: [
    '-- [E007] a:5:6',
    'see -- Error: a.scala:5:6 -',
    '-- Error: a.scala:x:6 -',
    '-- Error: a.scala:5:x -',
  ],
  ghc: ['a.hs: text', 'a.hs:5:x: error: y'],
  gnat: ['a.adb: text', 'a.adb:5:x: y'],
  ocaml: ['the File "a.ml", line 5', 'File "a.ml", 5', 'File "a.ml", line x', 'File "a.ml, line 5'],
  python: [
    ' File "a.py", line 5',
    'see   File "a.py", line 5',
    '  File "a.py", line x',
    'Sorry: two words: x',
    'I say Sorry: TypeError: x',
    'a file.py: Syntax Warning: x',
    "perl: can't open file x",
    "python is: can't open file x",
  ],
  lua: ['lua is nice', 'use lua: a.lua:1: x', 'luac a.lua 1 x', 'lua5.4-with-a-long-name: x'],
  ruby: ['a.rb: text', 'a.rb:5:text', 'a.rb:x: y', 'a: syntax error', 'a:5: syntax mistake'],
  php: [
    'x on line 5',
    'Warning: x in a.php on line 5 or so',
    'My Warning: x in a.php on line 5',
    'Warning on line x',
  ],
  julia: ['my ERROR: LoadError: x', 'ERROR: 42', 'ERROR: error', 'ERROR: xError', 'see # Error @ a'],
  fpc: ['a) Error: x', 'a(5) Trouble: x', 'a(x) Error: y', 'a(5,x) Error: y'],
  dotnet: ['CS is fun', 'FS0001', 'error CSX1', 'mistake CS1002'],
  tsc: ['see TS2322: x', 'error TS: x', 'error TS2322 x', 'mistake TS2322: x'],
  node: ['an Error', 'Error without a place', 'Node.js versions'],
  perl: ['at a.pl line 5', ' at a.pl line x.', ' at a.pl line 5 or', ' at line 5.', ' at a.pl line 5, next'],
  msvc: ['error C206: x', 'error CX2065: x', 'terror LNK2001: x', 'a.cpp(5): trouble: x'],
  clang: ['clang is fun', 'it has generated', 'see clang: x', 'x warnings generated'],
  linker: ['golden: x', 'bald: x', 'a.ox: y', '(.text+0xg)', 'a undefined reference to b'],
};

describe('what only looks like a line of', () => {
  for (const [toolchain, lines] of Object.entries(decoys)) {
    it(`${toolchain} leaves a message to others`, () => {
      for (const line of lines) {
        // is read only where nobody is surer
        assert.deepEqual(told(`lib/a.x:5: known\n${line}\n`), ['other error lib/a.x:5:- known'], line);
      }
    });
  }
});

/** Messages of a line or two, each of which alone shows whose it is. */
const known: Readonly<Record<string, readonly string[]>> = {
  rustc: [
    ' --> a.rs:12:34',
    '  --> /tmp/a b.rs:12:34',
    '--> a:1:2',
    'error[E0425]: x',
    'error: aborting due to 2 previous errors',
    'error: could not compile `x`',
  ],
  go: ['a.go:12: x', './my a.go:12:34: x', 'function main is undeclared in the main package'],
  kotlinc: [
    'a.kt:12:34: error: x',
    'a b.kts:12:34: warning: x',
    'a.kt:1:2: info: x',
    'a.kt:1:2: exception: x',
    'error: source file or directory not found: x',
  ],
  javac: [
    'a.java:12: x',
    '/tmp/a b.java:12:x',
    'Note: a.java uses',
    '注: a.java 使用',
    'ノート:a.java',
    'error: x.java',
    '错误: 找不到文件: x.java',
    'エラー: x.java',
    'Fehler: a b.java',
  ],
  scalac: ['a.scala:12: error: x', '/tmp/a b.sc:12: warning: x', 'a.sc:1: info: x'],
  scala3: [
    '-- [E007] Type Mismatch Error: a.scala:12:34 ---',
    '-- Error: a.scala:12:34 -',
    '-- [E12] a:1:2 -',
  ],
  ghc: [
    'a: error: [GHC-1]',
    'a: warning: [-Wx]',
    'a: fatal error: [GHC-1]',
    'a:1:2: error:\n',
    'a:1:2: warning:\n',
    'a:1:2: fatal error:\n',
    'src.hs:12:34: error: x',
    'src.lhs:12:34-56: warning: x',
  ],
  gnat: ['a.adb:12:34: x', '/tmp/a b.ads:12:03: x', 'a.ada:1:001: x'],
  ocaml: ['File "a.ml", line 12', 'File "my a.ml", lines 12-13', 'File "", line 1'],
  python: [
    '  File "a.py", line 12',
    'Traceback (most recent call last):',
    'Sorry: IndentationError: x',
    'a.py:12: SyntaxWarning: x',
    "python: can't open file x",
    "/usr/bin/python3.11: can't open file x",
    "C:/pypy3.exe: can't open file x",
  ],
  lua: ['lua: x', '/usr/bin/lua5.4: x', 'luac: x', 'luajit-2.1: x', 'texlua: x', './lua: x'],
  ruby: [
    'a.rb:12: x',
    '/tmp/a b.rb:12:in x',
    'src:12: syntax error, unexpected x',
    'my src:12: syntax errors found',
  ],
  julia: [
    'ERROR: LoadError: x',
    'ERROR: syntax: x',
    'ERROR: ParseError:',
    'ERROR: UndefVarError: x',
    '# Error @ a.jl:1:2',
  ],
  fpc: [
    'Free Pascal Compiler version 3',
    'a(12) Fatal: x',
    'my a(12,34) Error: x',
    'a(1) Warning: x',
    'a(1) Note: x',
    'a(1) Hint: x',
  ],
  csharp: ['error CS1002: x', 'warning CS1: x', 'info : CS1', 'hidden CS8019', 'ERROR CS1002', 'error: CS1'],
  fsharp: ['error FS0001: x'],
  vbnc: ['Error : VBNC30451'],
  vbc: ['error BC30451'],
  tsc: ['error TS2322: x', 'a.ts(1,2): warning TS1: x', 'message TS6133: x', 'suggestion TS12: x'],
  perl: [
    'x at a.pl line 12.',
    'x at my a.pl line 3, near "y',
    'x at a line 1, at EOF',
    'x at a line 1, <STDIN> line 2.',
  ],
  msvc: [
    'error C2065: x',
    'warning LNK4099: x',
    'error D8003',
    'error RC2104',
    'error CVT1100',
    'error BK1506',
    'a.cpp(1): error: x',
    'a.cpp(1): warning: x',
    'a.cpp(1): fatal error: x',
    'a.cpp(1): error clang: x',
  ],
  other: ['a/b.x:12: x', 'C:a.x:12:34: x', 'a:1: x'],
  node: ['a.js:12\nTypeError: x', '/tmp/a b.js:1\nx\nError', 'x\na.js:3\nNode.js v20'],
  php: [
    'Warning: x in a on line 12',
    'PHP Parse error:  x in a on line 12',
    'Fatal error: x on line 1',
    'Recoverable fatal error: on line 1',
    'Catchable fatal error: on line 1',
    'Notice: on line 1',
    'Deprecated: on line 1',
    'Strict Standards: on line 1',
  ],
};

describe('a message is known to be by', () => {
  for (const toolchain of toolchains) {
    const { name, marks } = toolchain;
    // the others' words and shapes are constants, and tested by themselves
    const messages = known[name];
    if (!messages) continue;
    it(`${name} by each of its words and shapes alone`, () => {
      for (const message of messages) {
        assert.ok(toolchain.detect(message) > 0, message);
        assert.ok(marks?.some((mark) => message.includes(mark)) ?? true, `no mark in ${message}`);
      }
    });
  }
});
