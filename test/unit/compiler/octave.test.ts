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

  it('reads the position from the message or from the stack', () => {
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

  it('reads a parse error with its source line', () => {
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

  it('ignores lines that only resemble its output', () => {
    const known = "error: 'k' undefined near line 9, column 8\n";
    const expected = told(known);
    for (const lines of [
      'error: of anybody',
      'an error: x near line 1, column 2',
      'error: x near line 1, column 2 or so',
      'error: x near line 1, column two',
      'error: called from',
      'error: called from\n    f at line 3 column 4',
      'error: x\n\n    f at line 3 column 4',
      'error: x\nerror: called from here',
      `error: x${'\nmore'.repeat(20)}\nerror: called from\n    f at line 3 column 4`,
      'error: a parse error:',
      'error: parse error: x',
      'error: parse error near line 3 in file a.m',
      "error: the function name 'f' does not agree with function filename 'a.m'",
    ])
      assert.deepEqual(told(`${lines}\n\n${known}`), expected, lines);
    assert.deepEqual(told("warning: function name 'f' does not agree with function filename 'a.m'\n"), [
      "octave warning -:-:- function name 'f' does not agree with function filename 'a.m'",
    ]);
  });

  it('marks a parse error only with a caret below it', () => {
    const head = 'error: parse error:\n';
    const next = "error: 'k' undefined near line 9, column 8\n";
    for (const [below, said] of [
      ['\n  syntax error\n\n>>> x = ;\n        ^\n', 'parse error: syntax error «;»'],
      ['\n  syntax error\n\n>>> x = ;\n        ^ here\n', 'parse error: syntax error'],
      ['\n  syntax error\n\n>>> x = ;\n  ^\n', 'parse error: syntax error'],
      ['\n  syntax error\n\n> x = ;\n        ^\n', 'parse error: syntax error'],
      ['\nsyntax error\n\n>>> x = ;\n        ^\n', 'parse error'],
      ['  syntax error\n\n>>> x = ;\n        ^\n', 'parse error'],
    ] as const)
      assert.deepEqual(told(`${head}${below}${next}`), [`octave error -:-:- ${said}`, ...told(next)], below);
  });

  it('reads the stack up to its last call', () => {
    const calls = (many: number) =>
      Array.from({ length: many }, (_, at) => `    f at line ${at + 2} column 5\n`).join('');
    assert.equal(told(`error: x\nerror: called from\n${calls(250)}`).length, 200);
    assert.deepEqual(
      told(`error: x
error: called from
    inside
    f at line 4 column 5
    f at line 5 column 6 or so
    g at line 6 column 7
  h at line 7 column 8
    i at line 8 column 9
`),
      ['octave error -:4:5 x', '+ -:6:7 called in g'],
    );
  });
});
