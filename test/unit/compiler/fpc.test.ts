import assert from 'node:assert/strict';
import { describeCases } from './cases';
import { told } from './told';

describe('fpc', () => {
  describeCases('fpc');

  it('reads what it says with a place, and of the rest only faults', () => {
    assert.deepEqual(
      told(`src(3,5) Fatal: Syntax error
a b (1).pas(3) Error: (5000) numbered
src.pas(9,1) Hint: Local variable "x" not used
src.pas(9,1)Hint: no blank
src.pas(9,1) Trouble: x
src.pas(9,1) Fehler: deutsch
src.pas(9,1) Ошибка: x
src.pas(9,1) Предупреждение: x
Fatal: Compilation aborted
Error: /usr/bin/ppcx64 returned an error exitcode
Fatal: Cannot open file "src.pas"
Warning: something general
Error: (10022) Can't find unit Foo
`),
      [
        'fpc error src:3:5 Syntax error',
        'fpc error a b (1).pas:3:- [5000] numbered',
        'fpc information src.pas:9:1 Local variable "x" not used',
        'fpc error src.pas:9:1 deutsch',
        'fpc error src.pas:9:1 x',
        'fpc warning src.pas:9:1 x',
        'fpc error -:-:- Cannot open file "src.pas"',
        "fpc error -:-:- [10022] Can't find unit Foo",
      ],
    );
  });

  it('leaves alone what only resembles its lines', () => {
    const known = 'src.pas(3,5) Error: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('fpc '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'src.pas(3,5): Error: x',
      'src.pas(3,5) Error x',
      'src.pas(3,5) an Error: x',
      'src.pas(3,5)Error: x',
      'src.pas(3,5)  Error: x',
      'Trouble: x',
      'An Error: x',
      'Hint: without a place',
      'Note: x',
      'Compilation aborted',
      'Fatal: Compilation aborted',
      'Error: ppc returned an error exitcode',
      'Error: Compilation raised exception x',
      'Fatal: Start of reading config file x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
