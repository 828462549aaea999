import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { elixir } from '../../../src/compiler/toolchains/erlang';
import { isAsFast } from '../../fuzz/growth';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('elixir', () => {
  describeCases('elixir');

  describeKnown(elixir, [
    '** (SyntaxError) x',
    '** (throw) :x',
    '** (EXIT from #PID<0.98.0>) x',
    'warning: x\n  a.exs:3',
    '    error: x\n    └─ a.ex:3:4: A.f/1',
  ]);

  it('reads a line of positions once', () => {
    const below = `warning: x\n  ${'a.ex:1: '.repeat(40_000)}`;
    isAsFast(`${below}\u2028`, below, parseCompilerOutput, 'with a line separator behind it');
  });

  it('reads a warning of one or several lines above its position', () => {
    assert.deepEqual(
      told(`warning: variable "x" is unused
  C:\\judge files (2)\\a.exs:3: A.f/1

warning: A.g/1 is undefined or private. Did you mean:

      * h/1

  a.exs:5:7: A.f/1

error: undefined function g/0
  a.exs:6: A.f/1

nothing

warning: with one
  a.exs:9

`),
      [
        'elixir warning C:\\judge files (2)\\a.exs:3:- variable "x" is unused',
        'elixir warning a.exs:5:7 A.g/1 is undefined or private. Did you mean:\n\n      * h/1',
        'elixir error a.exs:6:- undefined function g/0',
        'elixir warning a.exs:9:- with one',
      ],
    );
  });

  it('reads the newer format with source lines', () => {
    assert.deepEqual(
      told(`    warning: variable "n" is unused
    │
  4 │     n = 3
    │     ~
    │
    └─ a.exs:4:5: A.f/1

    error: undefined variable "ac"
    │
 12 │     x + ac
    │         ^^
    │
    └─ a.exs:12:9: A.f/1

== Compilation error in file a.exs ==
** (CompileError) a.exs: cannot compile module A (errors have been logged)
** (SyntaxError) invalid syntax found on a.exs:3:25:
    error: unexpected token: )
    │
  3 │ IO.puts(s))
    │           ^
    │
    └─ a.exs:3:25
    (elixir 1.16.0) lib/code.ex:1492: Code.require_file/2
`),
      [
        'elixir warning a.exs:4:5 variable "n" is unused',
        'elixir error a.exs:12:9 undefined variable "ac"',
        'elixir error a.exs:3:25 unexpected token: )',
      ],
    );
  });

  it('locates an exception at the innermost call in the program', () => {
    assert.deepEqual(
      told(`** (ArgumentError) errors were found at the given arguments:

  * 1st argument: not a nonempty list

    :erlang.hd([])
    (elixir 1.14.0) lib/enum.ex:1658: Enum.map/2
    a.exs:3: A.f/1
    a.exs:8: (file)
** (CompileError) a.exs:1: module Foo is not loaded
    (elixir 1.14.0) expanding macro: Kernel.use/1
    a.exs:1: (file)
** (exit) :normal
`),
      [
        'elixir error a.exs:3:- (ArgumentError) errors were found at the given arguments:\n\n  * 1st argument: not a nonempty list',
        '+ a.exs:8:- (file)',
        'elixir error a.exs:1:- module Foo is not loaded',
        '+ a.exs:1:- (file)',
        'elixir error -:-:- (exit) :normal',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'warning: known\n  k.exs:9\n';
    const expected = told(known);
    for (const lines of [
      'warning: x\n\n* (Error) x',
      'warning: x\n  a.exs:3 or so',
      'a warning: x\n  a.exs:3',
      'warning: x\n a.exs:3',
      'warning: x\n  a.rb:3',
      `warning: x${'\nmore'.repeat(40)}\n  a.exs:3`,
      '** ArgumentError x',
      ' ** (ArgumentError) x',
      '** (Argument Error) x',
      '** (EXIT of 1) x',
    ])
      assert.deepEqual(told(`${lines}\n\n${known}`), expected, lines);
  });

  it('adds a stack only to the exception above it', () => {
    assert.deepEqual(
      told(`** (RuntimeError) oops
    :erlang.hd([])
    lib/a.ex:3: A.f/1
    (stdlib 5.0) io.erl:9: :io.format/2
    lib/a.ex:8: A.g/1
  lib/a.ex:9: A.h/1
    lib/a.ex:10: A.i/1
`),
      ['elixir error lib/a.ex:3:- (RuntimeError) oops', '+ lib/a.ex:8:- A.g/1'],
    );
  });

  it('ends a message where the next exception begins, which keeps its own stack', () => {
    assert.deepEqual(
      told('** (EXIT from #PID<0.98.0>) first\n** (RuntimeError) second\n    a.exs:3: A.f/1\n'),
      ['elixir error -:-:- (EXIT from #PID<0.98.0>) first', 'elixir error a.exs:3:- (RuntimeError) second'],
    );
  });

  it('reads a position from the message of source errors only', () => {
    assert.deepEqual(
      told(`** (SyntaxError) a.exs:3:25: unexpected token: )
    |
  3 | f(x))
    |     ^
    (elixir 1.14.0) lib/code.ex:1: Code.x/1
** (KeyError) a.exs:3:25: not a place
** (TokenMissingError) nofile:4: missing end
** (MismatchedDelimiterError) of no file
`),
      [
        'elixir error a.exs:3:25 unexpected token: )',
        'elixir error -:-:- (KeyError) a.exs:3:25: not a place',
        'elixir error nofile:4:- missing end',
        'elixir error -:-:- (MismatchedDelimiterError) of no file',
      ],
    );
  });
});
