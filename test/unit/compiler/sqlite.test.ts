import assert from 'node:assert/strict';
import { sqlite } from '../../../src/compiler/toolchains/sqlite';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('sqlite', () => {
  describeCases('sqlite');

  describeKnown(sqlite, [
    'Parse error near line 1: x',
    'Runtime error near line 1: x',
    'Error: near line 1: x',
    'Error: in prepare, no such table: y',
    'Error: unknown command or invalid arguments:  "x"',
  ]);

  it('reads the line of the statement in both formats, and the text at the arrow', () => {
    assert.deepEqual(
      told(`Parse error near line 2: no such function: nosuch
  SELECT '变', nosuch(x) FROM a;
                ^--- error here
Error: near line 4: near "SELEC": syntax error
Runtime error near line 5: UNIQUE constraint failed: t.id (19)
Error: in prepare, no such table: y
Parse error near line 7: no such column: nope
  SELECT 1 FROM t WHERE id = nope
               error here ---^
Error: incomplete input
Parse error: near ";": syntax error
Error: of somebody else
`),
      [
        'sqlite error -:2:- no such function: nosuch «nosuch»',
        'sqlite error -:4:- near "SELEC": syntax error',
        'sqlite error -:5:- UNIQUE constraint failed: t.id (19)',
        'sqlite error -:-:- no such table: y',
        'sqlite error -:7:- no such column: nope «nope»',
        'sqlite error -:-:- incomplete input',
        'sqlite error -:-:- near ";": syntax error',
      ],
    );
  });
});
