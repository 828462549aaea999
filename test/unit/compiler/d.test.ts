import assert from 'node:assert/strict';
import { d } from '../../../src/compiler/toolchains/d';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('d', () => {
  describeCases('d');

  describeKnown(d, [
    'a.d(1): Error: x',
    'C:\\a b.di(1,2): Warning: x',
    'a.d-mixin-7(7): Deprecation: x',
    'object.Exception@a.d(3): x',
  ]);

  it('reads every severity word, with and without columns, and notes', () => {
    assert.deepEqual(
      told(`C:\\judge files (2)\\a b.d(3): Error: undefined identifier \`x\`
C:\\judge files (2)\\a b.d(9):        \`y\` declared here
a.d(4,6): Warning: statement is not reachable
a.d(5,1): Deprecation: function \`f\` is deprecated
a.d-mixin-12(12,3): Error: expression expected
src.d.txt(3): Error: no
`),
      [
        'd error C:\\judge files (2)\\a b.d:3:- undefined identifier `x`',
        '+ C:\\judge files (2)\\a b.d:9:- `y` declared here',
        'd warning a.d:4:6 statement is not reachable',
        'd warning a.d:5:1 function `f` is deprecated',
        'd error a.d:12:3 expression expected',
      ],
    );
  });

  it('finds the text at the caret for any indentation', () => {
    assert.deepEqual(
      told(`a.d(3): Error: undefined identifier \`fibb\`
       writeln("变", fibb(3));
                    ^
a.d(4): Error: x
`),
      ['d error a.d:3:- undefined identifier `fibb` «f»', 'd error a.d:4:- x'],
    );
  });

  it('locates an exception of the library in the program', () => {
    assert.deepEqual(
      told(`std.conv.ConvException@/usr/include/d/std/conv.d(2524): Unexpected 'x'
----------------
??:? onArrayIndexError [0x7fefdb34b39d]
/usr/include/d/std/conv.d:224 [0x556d]
a.d:7 int a.read(string) [0x556e]
a.d:12 _Dmain [0x556f]
after
object.Exception@C:\\x\\a.d(4): my own
`),
      [
        "d error a.d:7:- std.conv.ConvException: Unexpected 'x'",
        '+ a.d:12:- called here',
        'd error C:\\x\\a.d:4:- object.Exception: my own',
      ],
    );
  });
});
