import assert from 'node:assert/strict';
import { tsc } from '../../../src/compiler/toolchains/javascript';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('tsc', () => {
  describeCases('tsc');

  describeKnown(tsc, [
    'error TS2322: x',
    'a.ts(1,2): warning TS1: x',
    'message TS6133: x',
    'suggestion TS12: x',
  ]);

  it('reads plain and pretty lines, chains of reasons, and notes', () => {
    assert.deepEqual(
      told(`a b.ts(2,7): error TS2322: Type 'string' is not assignable to type 'number'.
  Because of x
    deeper
a.ts(3,1): warning TS1: w
a.ts(3,2): message TS6133: 'x' is declared
a.ts(3,2): suggestion TS2: s
error TS18003: No inputs were found
  in x
warning TS1: y
xerror TS1: z
a.ts(3,2): trouble TS2: s
a.ts:4:5 - error TS2345: Argument of type
  'string'

4     f("a" +
      ~~~~~~~
5     1);
  ~~~~~

  b.ts:1:2
    1 function f(x: number) {}
               ~
    The expected type comes from here
  c.ts:3:4 - says so itself
    3 x
      ~

a.ts:9:2 - warning TS3: w

9   g
    ~

a.ts:10:2 - error TS3: without source
a.ts:11 - error TS3: no column
Found 5 errors in the same file, starting at: a.ts:2
`),
      [
        "tsc error a b.ts:2:7 [TS2322] Type 'string' is not assignable to type 'number'.\nBecause of x\n  deeper",
        'tsc warning a.ts:3:1 [TS1] w',
        "tsc information a.ts:3:2 [TS6133] 'x' is declared",
        'tsc information a.ts:3:2 [TS2] s',
        'tsc error -:-:- [TS18003] No inputs were found\nin x',
        'tsc warning -:-:- [TS1] y',
        'tsc error a.ts:4:5 [TS2345] Argument of type\n\'string\' «f("a" +»',
        '+ b.ts:1:2 The expected type comes from here',
        '+ c.ts:3:4 says so itself',
        'tsc warning a.ts:9:2-3 [TS3] w «g»',
        'tsc error a.ts:10:2 [TS3] without source',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'a.ts(2,7): error TS2322: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('tsc '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'a.ts(2,7): an error TS1: x',
      'a.ts(2,7) error TS1: x',
      'a.ts(2,7): error TS1 x',
      'a.ts(2,7): error TSx: y',
      'a.ts:4:5: error TS1: x',
      'a.ts:4:5 - an error TS1: x',
      'a.ts:4:x - error TS1: y',
      'a.ts:4 - error TS1: x',
      'an error TS1: x',
      'errors TS1: x',
      'error TSX: x',
      'a.ts:4:5 - error TS1 x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('marks the source of its own line, and adds notes only with a position', () => {
    assert.deepEqual(
      told(`a.ts:14:5 - error TS2345: one

15     other line
       ~~~~~

a.ts:16:5 - error TS2345: two

16     no marks

a.ts:17:7 - error TS2345: three

17     xyz
         ~

  see b.ts:12:34 there
  b.ts:12:34
    12 function f(x: number) {}
               ~~~~~~~~~
      The expected type comes from here
  c.ts:56:78 - says so - itself
a.ts(18,1): see: error TS1: x
`),
      [
        'tsc error a.ts:14:5 [TS2345] one',
        'tsc error a.ts:16:5 [TS2345] two',
        'tsc error a.ts:17:7-8 [TS2345] three «z»',
      ],
    );
  });
});
