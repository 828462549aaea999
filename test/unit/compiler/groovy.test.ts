import assert from 'node:assert/strict';
import { groovy } from '../../../src/compiler/toolchains/groovy';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('groovy', () => {
  describeCases('groovy');

  describeKnown(groovy, [
    'org.codehaus.groovy.control.MultipleCompilationErrorsException: startup failed:',
    'a.groovy: 5: x @ line 5, column 1.',
    ' @ line 5, column 1.',
  ]);

  it('reads the position after a long message', () => {
    assert.deepEqual(
      told(`org.codehaus.groovy.control.MultipleCompilationErrorsException: startup failed:
C:\\judge files (2)\\a.groovy: 3: unable to resolve class Strin 
 @ line 3, column 2.
   	Strin name
    ^

a.groovy: 5: expecting ')', found '}' @ line 5, column 1.
   }
   ^

a.groovy: 7: Apparent variable 'x' was found in a static scope.
You misspelled a classname: look.
 @ line 7, column 11.
   println x
           ^

General error during instruction selection: x cannot be cast

a.groovy: 9: no position

4 errors
`),
      [
        'groovy error C:\\judge files (2)\\a.groovy:3:2 unable to resolve class Strin',
        "groovy error a.groovy:5:1 expecting ')', found '}'",
        "groovy error a.groovy:7:11 Apparent variable 'x' was found in a static scope.\nYou misspelled a classname: look.",
        'groovy error -:-:- x cannot be cast',
      ],
    );
  });
});
