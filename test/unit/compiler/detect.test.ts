import assert from 'node:assert/strict';
import { told } from './told';

/** Lines that contain a mark of a toolchain, or most of one of its lines, but that it doesn't print. */
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
  d: ['a.d(x): Error: y', 'a.d(5): Trouble: x', 'a.dd(5): Error: x', 'x@a.d: y'],
  nim: ['a.nim(1, x) Error: y', 'a.nimble(1, 2) x', 'an Error: unhandled exceptions: x'],
  erlang: ['a.erl: text', 'a.erl:x: y', 'see escript: exception error: x'],
  elixir: ['see ** (ArgumentError) x', '** (no such) x', '** ArgumentError x'],
  r: ['an Error in f(1) : x', 'Error in the file', 'see Execution halted', 'Warning messages in a.R:'],
  bash: ['a line 4: x', 'a: line x: y', 'a: 行 x: y', 'a: lines 4: x'],
  sbcl: ['caught WARNING:', '; caught NOTE:', '; caught WARNING: x'],
  octave: [
    'error: called from here',
    'an error: called from',
    "error: 'x' undefined near line 2",
    'error: parse errors:',
  ],
  groovy: ['startup failed', 'a @ line 5, column x.', 'a @ line 5, column 6, b'],
  clojure: [
    'Syntax error at a.clj:2:3',
    'A Syntax error at (a.clj:2:3).',
    'Syntax error at (a.clj).',
    'compiling:(a.clj)',
  ],
  jvm: ['Caught: x', 'an Exception in thread "main" x', '\tat A.main(A.java:3)'],
  sqlite: ['Parse error near line x: y', 'A Parse error near line 5: x', 'Error near line 5: x'],
  swipl: ['ERROR in a.pl', 'Warning: a.pl:x:'],
  linker: ['golden: x', 'bald: x', 'a.ox: y', '(.text+0xg)', 'a undefined reference to b'],
};

describe('a message that only resembles output of', () => {
  for (const [toolchain, lines] of Object.entries(decoys)) {
    it(`${toolchain} isn’t read as such`, () => {
      for (const line of lines) {
        // is used only if no other toolchain is more certain
        assert.deepEqual(told(`lib/a.x:5: known\n${line}\n`), ['other error lib/a.x:5:- known'], line);
      }
    });
  }
});
