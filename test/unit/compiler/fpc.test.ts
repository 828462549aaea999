import assert from 'node:assert/strict';
import { fpc } from '../../../src/compiler/toolchains/fpc';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('fpc', () => {
  describeCases('fpc');

  describeKnown(fpc, [
    'Free Pascal Compiler version 3',
    'a(12) Fatal: x',
    'my a(12,34) Error: x',
    'a(1) Warning: x',
    'a(1) Note: x',
    'a(1) Hint: x',
  ]);

  it('reads messages with a position, and only errors without one', () => {
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

  it('ignores lines that only resemble its output', () => {
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

  it('recognizes the words of its translations', () => {
    const words: Readonly<Record<string, readonly string[]>> = {
      error: ['Fehler', 'Erreur', 'Fatale', 'Ошибка'],
      warning: ['Warnung', 'Attention', 'Предупреждение'],
      information: ['Hinweis', 'Anmerkung', 'Подсказка', 'Замечание', 'Note'],
    };
    for (const [severity, said] of Object.entries(words))
      for (const word of said)
        assert.deepEqual(
          told(`src.pas(1,1) Error: known\nsrc.pas(12,34) ${word}: x (1) y\n`).slice(1),
          [`fpc ${severity} src.pas:12:34 x (1) y`],
          word,
        );
  });

  it('reports an error without a position, unless it only aborts the compilation', () => {
    assert.deepEqual(
      told(`src.pas(1,1) Error: known
Error: see Compilation aborted
Fatal: There were 2 errors compiling module, stopping
Fatal: Compilation aborted
Error: /usr/bin/ppcx64 returned an error exitcode
Error: Compilation raised exception internally
`),
      ['fpc error src.pas:1:1 known', 'fpc error -:-:- see Compilation aborted'],
    );
  });

  it('reports the number of errors only if there is no other message', () => {
    assert.deepEqual(told('a.pas(3) Fatal: (10026) There were 1 errors compiling module, stopping\n'), [
      'fpc error a.pas:3:- [10026] There were 1 errors compiling module, stopping',
    ]);
    assert.deepEqual(
      told('a.pas(1,1) Error: x\na.pas(3) Fatal: There were 1 errors compiling module, stopping\n'),
      ['fpc error a.pas:1:1 x'],
    );
  });

  it('skips an abort with a position', () => {
    assert.deepEqual(
      told(`a.pas(1,2) Fatal: Cannot open include file "x.inc"
a.pas(1,2) Fatal: Compilation aborted
`),
      ['fpc error a.pas:1:2 Cannot open include file "x.inc"'],
    );
  });

  it('adds candidate declarations as notes to an error', () => {
    assert.deepEqual(
      told(`a.pas(6,11) Error: (4005) Wrong number of parameters specified for call to "q"
a.pas(2,11) Error: (5036) Found declaration: q(SmallInt);
Found declaration: without a place
a.pas(7,1) Hint: not a Found declaration: x
`),
      [
        'fpc error a.pas:6:11 [4005] Wrong number of parameters specified for call to "q"',
        '+ a.pas:2:11 Found declaration: q(SmallInt);',
        'fpc information a.pas:7:1 not a Found declaration: x',
      ],
    );
  });
});
