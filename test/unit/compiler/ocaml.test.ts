import assert from 'node:assert/strict';
import { ocaml } from '../../../src/compiler/toolchains/ocaml';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('ocaml', () => {
  describeCases('ocaml');

  describeKnown(ocaml, ['File "a.ml", line 12', 'File "my a.ml", lines 12-13', 'File "", line 1']);

  it('reads errors, warnings, alerts, remarks and hints', () => {
    assert.deepEqual(
      told(`File "a.ml", line 4, characters 13-16:
4 |   print_int (x);;
                 ^
Error: This expression has type string but an expression was expected of type
         int
       because of x

File "a b.ml", lines 4-6, characters 13-6:
Warning 8 [partial-match]: this pattern-matching is not exhaustive.
File "a.ml", line 5, characters 3-7:
5 |    fact 3
       ^^^^
Error: Unbound value fac
Hint: Did you mean fact, fab or fst?
File "a.ml", line 7, characters 0-1:
7 | (
    ^
Error: Syntax error: ')' expected
File "a.ml", line 6, characters 0-1:
6 | (
    ^
  This '(' might be unmatched
File "a.ml", line 9:
Error: Could not find the .cmi file for interface a.mli.
File "_none_", line 1:
Error: No implementations provided
File "caml_startup", line 1:
Error: Error during linking
File "a.ml", line 3, characters 1-2:
Alert deprecated: module Foo
File "a.ml", line 3, characters 1-2:
Error (warning 26 [unused-var]): unused variable x.
File "a.ml", line 3, characters 1-2:
Error (alert deprecated): x
File "a.ml", line 30, characters 5-5:
Warning 1: x
`),
      [
        'ocaml error a.ml:4:14-17 This expression has type string but an expression was expected of type\nint\nbecause of x «x»',
        'ocaml warning a b.ml:4:14 [partial-match] this pattern-matching is not exhaustive.',
        'ocaml error a.ml:5:4-8 Unbound value fac\nHint: Did you mean fact, fab or fst? «fact»',
        '5:4-8 fact → fact',
        '5:4-8 fact → fab',
        '5:4-8 fact → fst',
        "ocaml error a.ml:7:1-2 Syntax error: ')' expected «(»",
        "+ a.ml:6:1 This '(' might be unmatched",
        'ocaml error a.ml:9:- Could not find the .cmi file for interface a.mli.',
        'ocaml error -:-:- No implementations provided',
        'ocaml warning a.ml:3:2-3 [deprecated] module Foo',
        'ocaml error a.ml:3:2-3 [unused-var] unused variable x.',
        'ocaml error a.ml:3:2-3 [deprecated] x',
        'ocaml warning a.ml:30:6 [1] x',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'File "a.ml", line 4, characters 1-2:\nError: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('ocaml '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'File "a.ml", line 4, characters 1-2\nno verdict',
      'a File "a.ml", line 4:\nError: x',
      'File "a.ml", line x:\nError: y',
      'File a.ml, line 4:\nError: x',
      'File "a.ml", line 4 x\nError: y',
      'File "a.ml", line 4:\nAn Error: x',
      'File "a.ml", line 4:\nErrors: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('ends a message at output of the next tool, and ignores a remark before any error', () => {
    assert.deepEqual(
      told(`File "a.ml", line 16, characters 0-1:
  This '(' might be unmatched
File "a.ml", lines 17-17, characters 13-16:
Error: first
  more: of it
make: *** [a] Error 2
File "a.ml", lines 18-19, characters 3-6:
Error: second
/usr/bin/ld: x
File "a.ml", line 20, characters 3-6:
Error: third
[1] x
File "a.ml", line 21, characters 3-6:
Error: fourth
ocamlfind: x
File "a.ml", line 22, characters 3-6:
Error: fifth
a.c:1:2: error: x
File "a.ml", line 23, characters 3-6:
Error: sixth
 a.c:1:2: error: x
`),
      [
        'ocaml error a.ml:17:14-17 first\nmore: of it',
        'ocaml error a.ml:18:4 second',
        'linker error -:-:- x',
        'ocaml error a.ml:20:4-7 third',
        'ocaml error a.ml:21:4-7 fourth',
        'ocaml error a.ml:22:4-7 fifth',
        'gcc error a.c:1:2 x',
        'ocaml error a.ml:23:4-7 sixth\na.c:1:2: error: x',
      ],
    );
  });

  it('offers a name only for exactly the marked text', () => {
    const read = (marks: string, hint: string) =>
      told(
        `File "a.ml", line 15, characters 8-12:\n15 | let 变 = fatc 3\n${' '.repeat(5)}${marks}\nError: Unbound value fatc\n${hint}\n`,
      ).slice(1);
    assert.deepEqual(read('          ^^^^', 'Hint: Did you mean fact?'), ['15:9-13 fatc → fact']);
    assert.deepEqual(read('          ^^^', 'Hint: Did you mean fact?'), []);
    assert.deepEqual(read('          ^^^^', 'Hint: Did you mean fact? Or so'), []);
    assert.deepEqual(read('          ^^^^', 'See Hint: Did you mean fact?'), []);
  });
});
