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

  it('joins lines of a message that repeat the word or are indented', () => {
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

  it('locates a failed goal at the innermost call with a line', () => {
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

  it('reads lines of several digits, and positions alone on a line', () => {
    assert.deepEqual(told('ERROR: /tmp/src.pl:104:11: Syntax error: Operator expected'), [
      'swipl error /tmp/src.pl:104:11 Syntax error: Operator expected',
    ]);
    assert.deepEqual(told('Warning: /tmp/src.pl:104:\nWarning:    Singleton variables: [X]'), [
      'swipl warning /tmp/src.pl:104:- Singleton variables: [X]',
    ]);
    assert.deepEqual(told('Warning: /tmp/src.pl:104:'), [
      'swipl warning /tmp/src.pl:104:- Warning: /tmp/src.pl:104:',
    ]);
  });

  it('recognizes a predicate with module and arity', () => {
    assert.deepEqual(told('ERROR: catch/3: Unknown procedure: main/1'), [
      'swipl error -:-:- catch/3: Unknown procedure: main/1',
    ]);
    assert.deepEqual(told('ERROR: table/12: Arguments are not sufficiently instantiated'), [
      'swipl error -:-:- table/12: Arguments are not sufficiently instantiated',
    ]);
  });

  it('reads a directive that raised an exception, and ten or more calls', () => {
    assert.deepEqual(
      told(`Warning: /tmp/src.pl:12:
Warning:    Goal (directive) failed: user:check
ERROR: /tmp/src.pl:14: Goal (initialization) raised exception:
ERROR:     Arithmetic: evaluation error: zero_divisor
ERROR: In:
ERROR:   [12] _ is 3/0
ERROR:   [11] f(3) at /tmp/src.pl:104
`),
      [
        'swipl warning /tmp/src.pl:12:- Goal (directive) failed: user:check',
        'swipl error /tmp/src.pl:14:- Goal (initialization) raised exception:\nArithmetic: evaluation error: zero_divisor\nIn:\n[12] _ is 3/0\n[11] f(3) at /tmp/src.pl:104',
      ],
    );
    assert.deepEqual(
      told(`ERROR: -g main: Arithmetic: evaluation error: zero_divisor
ERROR: In:
ERROR:   [12] _ is 3/0
ERROR:   [11] print('[8] f at src:3')
ERROR:   [10] f(3) at /tmp/src.pl:108
`).map((line) => line.split('\n')[0]),
      ['swipl error /tmp/src.pl:108:- -g main: Arithmetic: evaluation error: zero_divisor'],
    );
  });

  it('ignores lines that only contain its words, and ends a message there', () => {
    assert.deepEqual(
      told(`ERROR: -g main: is/2: Arguments are not sufficiently instantiated
Expected ERROR:   another text
ERROR: -g main: is/2: Type error
Echo Warning: Halting with status 1
Echo ERROR: src.pl:1:2: Syntax error: no
Echo ERROR: -g main: is/2: no
`),
      [
        'swipl error -:-:- -g main: is/2: Arguments are not sufficiently instantiated',
        'swipl error -:-:- -g main: is/2: Type error',
      ],
    );
    assert.deepEqual(told('Echo ERROR: -g main: is/2: no'), []);
  });
});
