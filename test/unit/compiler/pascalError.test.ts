import assert from 'node:assert/strict';
import { pascalError } from '../../../src/compiler/toolchains/crashes/pascal';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('a runtime error of Free Pascal', () => {
  describeCases('pascal');

  describeKnown(pascalError, [
    'Runtime error 201 at $00000000004010AE',
    'An unhandled exception occurred at $0000000000434AD7:',
    'Assertion failed (src.pas, line 6).',
  ]);

  it('is located at the innermost call with a line', () => {
    assert.deepEqual(
      told(`Runtime error 201 at $00000000004010AE
  $00000000004010AE
  $0000000000401101  PICK,  line 16 of my src.pas
  $0000000000401102  PICK,  line 16 of my src.pas
  $0000000000401103  main,  line 20 of my src.pas
  $0000000000422F0C

An unhandled exception occurred at $0000000000434AD7:
EConvertError: "é" is an
invalid integer
  $0000000000434AD7
  $0000000000401126  P$PROGRAM_$$_F$ANSISTRING,  line 36 of src.pas
`),
      [
        'pascal error my src.pas:16:- Runtime error 201',
        '+ my src.pas:20:- called in main',
        'pascal error src.pas:36:- EConvertError: "é" is an\ninvalid integer',
      ],
    );
  });

  it('of an assertion has its position in the message', () => {
    assert.deepEqual(
      told(`Assertion failed (src.pas, line 16).
An unhandled exception occurred at $0000000000422EFC:
EAssertionFailed: своё (x) (src.pas, line 27)
  $0000000000422EFC
`),
      ['pascal error src.pas:16:- Assertion failed', 'pascal error src.pas:27:- EAssertionFailed: своё (x)'],
    );
  });

  it('without line numbers has no position', () => {
    assert.deepEqual(told('Runtime error 216 at $0000000000401126\n  $0000000000401126\n'), [
      'pascal error -:-:- Runtime error 216',
    ]);
    assert.deepEqual(
      told('An unhandled exception occurred at $0000000000434AD7:\nEAbort: x\nmore output\n'),
      ['pascal error -:-:- EAbort: x'],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'Assertion failed (src.pas, line 16).\n';
    for (const line of [
      'Runtime error',
      'Runtime error 5',
      'Assertion failed (x).',
      'An unhandled exception',
    ])
      assert.deepEqual(told(`${line}\n${known}`), ['pascal error src.pas:16:- Assertion failed'], line);
  });
});
