import assert from 'node:assert/strict';
import { gfortran } from '../../../src/compiler/toolchains/gnu';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('gfortran', () => {
  describeCases('gfortran');

  describeKnown(gfortran, ['a:1:2:\n\n 3 | x', 'x\na b.f90:12:34:\n\n  123 | ']);

  it('reads the position, the source line and the message below', () => {
    assert.deepEqual(
      told(`a b.f90:5:6:

    5 | x = y1
      |     1~
Error: Symbol at (1) [-Werror=line-truncation]
a b.f90:9:5:

    7 | do n = 1, 3
      |          2
......
    9 |   n = 5
      |   1
Warning: Variable at (1), loop at (2)
b.f90:3:1:

   13 | y
      | 1
note: declared here
b.f90:4:1:

    4 | z
      | ^
Fatal Error: x.h: No such file
compilation terminated.
a.f90:5:1:

    5 | z
      | 1
anything: else
a.f90:6:1:

a.f90:7:1:
`),
      [
        'gfortran error a b.f90:5:6 [-Wline-truncation] Symbol at (1) «y1»',
        'gfortran warning a b.f90:9:5 Variable at (1), loop at (2) «n»',
        '+ a b.f90:7:- (2)',
        '+ b.f90:3:1 declared here',
        'gfortran error b.f90:4:1 x.h: No such file «z»',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'a.f90:5:6:\n\n    5 | x\n      | 1\nError: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('gfortran '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'a.f90:5:\n\n    5 | x\n      | 1\nError: x',
      'a.f90:5:6: x\n\n    5 | x\n      | 1\nError: x',
      'a.f90:5:6:\n    5 | x\n      | 1\nError: x',
      'a.f90:5:6:\n\n    5 | x\n      | 1\nno word: x',
      'a.f90:5:6:\n\n    5 | x\n      | 1\nnote: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
