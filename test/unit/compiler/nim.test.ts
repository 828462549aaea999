import assert from 'node:assert/strict';
import { nim } from '../../../src/compiler/toolchains/nim';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('nim', () => {
  describeCases('nim');

  describeKnown(nim, ['a.nim(1, 2) Error: x', 'a.nims(1, 2) Hint: x [X]', 'Error: unhandled exception: x']);

  it('reads every severity word, the code, and instantiation steps', () => {
    assert.deepEqual(
      told(`Hint: used config file '/etc/nim/nim.cfg' [Conf]
C:\\judge files (2)\\a.nim(3, 5) Error: undeclared identifier: 'x'
a.nim(9, 7) template/generic instantiation of \`f\` from here
a.nim(4, 1) Warning: imported and not used: 'math' [UnusedImport]
a.nim(5, 2) Hint: 'y' is declared but not used [XDeclaredButNotUsed]
a.nim(7) x
b.nim.txt(1, 1) Error: no
`),
      [
        "nim error C:\\judge files (2)\\a.nim:3:5 undeclared identifier: 'x'",
        "nim warning a.nim:4:1 [UnusedImport] imported and not used: 'math'",
        '+ a.nim:9:7 template/generic instantiation of `f` from here',
        "nim information a.nim:5:2 [XDeclaredButNotUsed] 'y' is declared but not used",
      ],
    );
  });

  it('keeps all lines of a type mismatch in both formats', () => {
    assert.deepEqual(
      told(`a.nim(1, 2) Error: type mismatch: got <int>
but expected one of:
proc f(s: string)

expression: f(1)
printed
a.nim(2, 2) Error: type mismatch
Expression: f(1)
  [1] 1: int literal(1)

Expected one of (first mismatch at [position]):
[1] proc f(s: string)

printed
a.nim(3, 1) Error: x
printed`),
      [
        'nim error a.nim:1:2 type mismatch: got <int>\nbut expected one of:\nproc f(s: string)\nexpression: f(1)\nprinted',
        'nim error a.nim:2:2 type mismatch\nExpression: f(1)\n  [1] 1: int literal(1)\nExpected one of (first mismatch at [position]):\n[1] proc f(s: string)',
        'nim error a.nim:3:1 x',
      ],
    );
  });

  it('locates a crash at the innermost line of the program', () => {
    assert.deepEqual(
      told(`start
Traceback (most recent call last)
/p/a.nim(9)              a
/p/a.nim(5)              f
... (1994 calls omitted) ...
/p/a.nim(2)              g
/usr/lib/nim/lib/system/fatal.nim(54) sysFatal
Error: unhandled exception: index 7 not in 0 .. 1 [IndexDefect]
/p/a.nim(9)              a
no error
Error: unhandled exception: x [ValueError]
`),
      [
        'nim error /p/a.nim:2:- unhandled exception: index 7 not in 0 .. 1 [IndexDefect]',
        '+ /p/a.nim:5:- called in f',
        '+ /p/a.nim:9:- called in a',
        'nim error -:-:- unhandled exception: x [ValueError]',
      ],
    );
  });
});
