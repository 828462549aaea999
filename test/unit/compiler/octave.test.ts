import assert from 'node:assert/strict';
import { octave } from '../../../src/compiler/toolchains/octave';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('octave', () => {
  describeCases('octave');

  describeKnown(octave, [
    "error: 'x' undefined near line 1, column 2",
    'error: x undefined near line 1 column 2',
    'error: called from',
    'warning: called from',
    'error: parse error:',
    'error: parse error near line 3 of file /tmp/a.m',
    "warning: function name 'f' does not agree with function filename 'a.m'",
  ]);

  it('takes the place from the message, or from what called it', () => {
    assert.deepEqual(
      told(`error: 'hh' undefined near line 3, column 11
error: called from
    area at line 3 column 5
    main at line 9 column 1
error: x(7): out of bound 3
error: called from
    main at line 2 column 3
warning: careful
warning: called from
    main at line 4 column 1
error: Invalid call to strsplit.  Correct usage is:

 -- [CSTR] = strsplit (STR)
error: called from
    print_usage at line 98 column 5
    strsplit at line 160 column 7
    main at line 5 column 1
error: 'y' undefined near line 1 column 5
`),
      [
        "octave error -:3:11 'hh' undefined",
        '+ -:9:1 called in main',
        'octave error -:2:3 x(7): out of bound 3',
        'octave warning -:4:1 careful',
        'octave error -:5:1 Invalid call to strsplit.  Correct usage is:\n\n -- [CSTR] = strsplit (STR)',
        "octave error -:1:5 'y' undefined",
      ],
    );
  });

  it('reads what the parser says, with the line that it shows', () => {
    assert.deepEqual(
      told(`error: parse error near line 3 of file C:\\judge files (2)\\a.m

  'endif' command matched by 'endwhile'

>>> disp("变"); endwhile
                        ^
error: parse error near line 4 of file /tmp/a.m

  syntax error

error: parse error:

  syntax error

>>> x = ;
        ^
`),
      [
        "octave error C:\\judge files (2)\\a.m:3:- parse error: 'endif' command matched by 'endwhile' «e»",
        'octave error /tmp/a.m:4:- parse error: syntax error',
        'octave error -:-:- parse error: syntax error «;»',
      ],
    );
  });
});
