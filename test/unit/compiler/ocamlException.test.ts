import assert from 'node:assert/strict';
import { ocamlException } from '../../../src/compiler/toolchains/crashes/ocaml';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('an exception of OCaml', () => {
  describeCases('ocaml-exception');

  describeKnown(ocamlException, [
    'Fatal error: exception Not_found',
    'Exception: Assert_failure ("./a.ml", 1, 9).',
    'Exception: Match_failure ("./a.ml", 1, 9).',
  ]);

  it('is located at the innermost call in the file that was started', () => {
    assert.deepEqual(
      told(`Fatal error: exception Failure("a
b")
Raised at Stdlib.failwith in file "stdlib.ml", line 29, characters 17-33
Re-raised at Src.f in file "my src.ml", line 14, characters 57-66
Called from Src.f in file "my src.ml" (inlined), line 14, characters 57-66
Called from unknown location
Called from Stdlib__List.map in file "list.ml", line 92, characters 20-23
Called from Src in file "my src.ml", lines 29-30, characters 21-37
Fatal error: exception Invalid_argument("index out of bounds")
Raised by primitive operation at file "a.ml", line 2, characters 2-7
Called from file "a.ml", line 15, characters 12-17
`),
      [
        'ocaml-exception error my src.ml:14:58-67 Failure("a\nb")',
        '+ my src.ml:29:22 called from here',
        'ocaml-exception error a.ml:2:3-8 Invalid_argument("index out of bounds")',
        '+ a.ml:15:13 called from here',
      ],
    );
  });

  it('may contain its position', () => {
    assert.deepEqual(
      told(`Fatal error: exception Assert_failure("a.ml", 12, 9)
Fatal error: exception Match_failure("b.ml", 23, 10)
Raised at B.g in file "b.ml", line 23, characters 10-29
Called from B in file "b.ml", line 34, characters 12-17
Exception: Assert_failure ("./c.ml", 45, 9).
Fatal error: exception Not_found
more output
`),
      [
        'ocaml-exception error a.ml:12:10 Assert_failure("a.ml", 12, 9)',
        'ocaml-exception error b.ml:23:11 Match_failure("b.ml", 23, 10)',
        '+ b.ml:34:13 called from here',
        'ocaml-exception error ./c.ml:45:10 Assert_failure ("./c.ml", 45, 9).',
        'ocaml-exception error -:-:- Not_found',
      ],
    );
  });

  it('has no end if its call covers no characters', () => {
    for (const [characters, expected] of [
      ['66-66', '67'],
      ['66-60', '67'],
      ['66-67', '67-68'],
    ])
      assert.deepEqual(
        told(
          `Fatal error: exception Not_found\nCalled from A.f in file "a.ml", line 4, characters ${characters}\n`,
        ),
        [`ocaml-exception error a.ml:4:${expected} Not_found`],
      );
  });

  it('of the interactive system is read only with a position', () => {
    const known = 'Fatal error: exception Assert_failure("a.ml", 12, 9)';
    assert.deepEqual(told(`Exception: x\n${known}\n`).length, 1);
  });
});
