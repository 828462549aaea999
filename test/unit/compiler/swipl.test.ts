import assert from 'node:assert/strict';
import { swipl } from '../../../src/compiler/toolchains/swipl';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('swipl', () => {
  describeCases('swipl');

  describeKnown(swipl, [
    'ERROR: a.pl:1:2: Syntax error: x',
    'Warning: /tmp/a:2:\nWarning:    x',
    'ERROR: -g main: x',
    'ERROR: is/2: x',
    'ERROR: a.pl:3: Initialization goal raised exception:',
  ]);

  it('joins the lines of a text, which repeat the word, or are indented', () => {
    assert.deepEqual(
      told(`ERROR: C:\\judge files (2)\\a.pl:3:11: Syntax error: Operator expected
Warning: /tmp/src:4:
Warning:    Clauses of fact/2 are not together in the source-file
Warning:    Earlier definition at /tmp/src:1
Warning: /tmp/src:5:
	Singleton variables: [X]
ERROR: /tmp/src:1: Initialization goal raised exception:
ERROR: //2: Arithmetic: evaluation error: \`zero_divisor'
ERROR: -g main: catch/3: Unknown procedure: main/1
ERROR:   However, there are definitions for:
ERROR:         main/0
Warning: Halting with status 1 due to 4 errors and 0 warnings
`),
      [
        'swipl error C:\\judge files (2)\\a.pl:3:11 Syntax error: Operator expected',
        'swipl warning /tmp/src:4:- Clauses of fact/2 are not together in the source-file\nEarlier definition at /tmp/src:1',
        'swipl warning /tmp/src:5:- Singleton variables: [X]',
        "swipl error /tmp/src:1:- Initialization goal raised exception:\n//2: Arithmetic: evaluation error: `zero_divisor'",
        'swipl error -:-:- -g main: catch/3: Unknown procedure: main/1\nHowever, there are definitions for:\nmain/0',
      ],
    );
  });

  it('takes the line of a goal that died from the innermost call that names one', () => {
    assert.deepEqual(
      told(`ERROR: -g main: Arithmetic: evaluation error: zero_divisor
ERROR: In:
ERROR:   [10] _ is 3/0
ERROR:    [9] f(3) at /tmp/src.pl:4
ERROR:    [8] main at /tmp/src.pl:7
`).map((line) => line.split('\n')[0]),
      ['swipl error /tmp/src.pl:4:- -g main: Arithmetic: evaluation error: zero_divisor'],
    );
  });
});
