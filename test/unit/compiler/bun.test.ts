import assert from 'node:assert/strict';
import { bun } from '../../../src/compiler/toolchains/bun';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('bun', () => {
  describeCases('bun');

  describeKnown(bun, [
    'Bun v1.4.5 (Linux x64)',
    '12 | let b = 2;\n         ^\nerror: x',
    '1 | x\n    ^\nnote: x',
    '1 | x\n    ^\nRangeError: x',
    '1 | x\n    ^\nENOENT: x',
  ]);

  it('reads errors with their notes', () => {
    assert.deepEqual(
      told(`2 | let b = 2;
        ^
error: "b" has already been declared
    at /tmp/my task/a.ts:2:5

1 | let b = 1;
        ^
note: "b" was originally declared here
   at /tmp/my task/a.ts:1:5

3 | x
    ^
warn: y
    at a.ts:3:1

4 | é(1, (2);
            ^
error: cut off before its place
Bun v1.4.5 (Linux x64)
`),
      [
        'bun error /tmp/my task/a.ts:2:5 "b" has already been declared «b»',
        '+ /tmp/my task/a.ts:1:5 "b" was originally declared here',
        'bun warning a.ts:3:1 y «x»',
        'bun error -:4:- cut off before its place',
      ],
    );
  });

  it('reads uncaught errors at any call of the user', () => {
    assert.deepEqual(
      told(`1 | import fs from "fs";
2 | fs.readFileSync("x");
       ^
ENOENT: no such file or directory, open 'x'
    path: "x",
 syscall: "open",

      at readFileSync (node:fs:12:3)
      at map (1:11)
      at f (/a b/src.ts:2:4)
      at /a b/src.ts:7:1

12 | throw new E("x\\ny");
               ^
TypeError: x
y
      at internal:fs:1:2
      at g (/lib.ts:8:20)
1 | throw {}
    ^
error
`),
      [
        "bun error /a b/src.ts:2:4 ENOENT: no such file or directory, open 'x' «r»",
        '+ /a b/src.ts:7:1 at /a b/src.ts:7:1',
        'bun error /lib.ts:8:20 TypeError: x\ny',
        'bun error -:1:- error',
      ],
    );
  });

  it('reads modules that can’t be found', () => {
    assert.deepEqual(
      told("error: Cannot find module './nope.ts' from '/tmp/mod.ts'\n\nBun v1.4.5 (Linux x64)\n"),
      ["bun error /tmp/mod.ts:-:- Cannot find module './nope.ts'"],
    );
  });

  it('ignores source rows without a message', () => {
    const known = '1 | x\n    ^\nerror: known\n    at a.ts:1:1\n';
    for (const lines of [
      '1 | x',
      '1 | x\n2 | y',
      '1 | x\n    ^',
      '1 | x\n    ^\n\n',
      '12 x\n   ^\nerror: x',
      '3 | 4\n   | ^ x',
    ])
      assert.deepEqual(
        told(`${lines}\n\n${known}`).filter((one) => one.startsWith('bun ')),
        ['bun error a.ts:1:1 known «x»'],
        lines,
      );
  });
});
