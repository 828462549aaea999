import assert from 'node:assert/strict';
import { deno } from '../../../src/compiler/toolchains/deno';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('deno', () => {
  describeCases('deno');

  describeKnown(deno, [
    'TS2322 [ERROR]: x',
    'error: TS2322 [ERROR]: x',
    'error: Uncaught Error: x',
    'error: Uncaught (in promise) "x"',
    'error: Module not found "x".\n    at file:///a.ts:1:2',
    'error: x\n    at f (file:///a.ts:1:2)',
    "error: The module's source code could not be parsed: x",
  ]);

  it('reads type errors with and without notes', () => {
    assert.deepEqual(
      told(`Check src.ts
error: TS2551 [ERROR]: Property 'lenght' does not exist.
  return a.lenght + n;
           ~~~~~~
    at file:///tmp/my%20task/src.ts:3:12

    'length' is declared here.
        length: number;
        ~~~~~~
        at asset:///lib.es5.d.ts:1327:5

    'a' is declared here.
        a: string;
        ^
        at file:///C:/b.ts:4:9

TS1 [WARNING]: x
    at https://deno.land/std/a.ts:1:2

Found 2 errors.

error: Type checking failed.

Stack backtrace:
   0: <unknown>
`),
      [
        "deno error /tmp/my task/src.ts:3:12-18 [TS2551] Property 'lenght' does not exist. «lenght»",
        "+ C:/b.ts:4:9 'a' is declared here.",
        'deno warning -:-:- [TS1] x',
      ],
    );
  });

  it('reads uncaught errors at any call of the user', () => {
    assert.deepEqual(
      told(`error: Uncaught (in promise) TypeError: x is not a function
  x();
  ^
    at Array.map (<anonymous>)
    at Object.readFileSync (ext:deno_node/fs.ts:1:10305)
    at g (file:///a%ZZ.ts:8:20)
    at eventLoopTick (ext:core/01_core.js:178:7)
    at file:///b.ts:9:1
Caused by: SyntaxError: y
    at JSON.parse (<anonymous>)
    at file:///c.ts:1:12
error: Uncaught "text"
error: Uncaught Error: no source
    at file:///d.ts:3:5
`),
      [
        'deno error /a%ZZ.ts:8:20 TypeError: x is not a function',
        '+ /b.ts:9:1 at file:///b.ts:9:1',
        'deno error -:-:- "text"',
        'deno error /d.ts:3:5 Error: no source',
      ],
    );
  });

  it('reads errors of its parser, which count characters', () => {
    assert.deepEqual(
      told(`error: SyntaxError: Expected ',', got ';'
  |
2 | console.log("😀中é" + s;
  |                      ~
    at file:///a.ts:2:22
error: Module not found "file:///nope.ts".
    at file:///a.ts:1:19
error: The module's source code could not be parsed: Expected ';' at file:///b.ts:3:7

  let é x;
      ~~~
`),
      [
        "deno error /a.ts:2:22-23 SyntaxError: Expected ',', got ';' «;»",
        'deno error /a.ts:1:19 Module not found "file:///nope.ts".',
        "deno error /b.ts:3:7 The module's source code could not be parsed: Expected ';'",
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'error: Uncaught Error: known\n    at file:///a.ts:3:5\n';
    for (const line of [
      ' TS2322 [ERROR]: x',
      'warning: x',
      'error: Type checking failed.\nerror: Uncaught "x"',
      '    at file:///a.ts:1:2',
      'errors: x\n    at file:///a.ts:1:2',
    ]) {
      const own = told(`${line}\n${known}`).filter((one) => one.startsWith('deno ') && !one.endsWith('"x"'));
      assert.deepEqual(own, ['deno error /a.ts:3:5 Error: known'], line);
    }
  });
});
