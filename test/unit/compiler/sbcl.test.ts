import assert from 'node:assert/strict';
import { sbcl } from '../../../src/compiler/toolchains/sbcl';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

const thread = '#<SB-THREAD:THREAD "main thread" RUNNING {1001348003}>';

describe('sbcl', () => {
  describeCases('sbcl');

  describeKnown(sbcl, [
    '; caught WARNING:',
    '; caught STYLE-WARNING:',
    '; caught ERROR:',
    'Unhandled SB-INT:SIMPLE-ERROR in thread #<X>',
    'debugger invoked on a TYPE-ERROR in thread',
  ]);

  it('reads errors of the compilation, in the file printed above them', () => {
    assert.deepEqual(
      told(`; file: /tmp/a b.lisp
; in: DEFUN F
;     (+ X YY)
; 
; caught WARNING:
;   undefined variable: COMMON-LISP-USER::YY
; 
; caught STYLE-WARNING:
;   The variable X is defined
;     but never used.
;   See also:
;     The SBCL Manual
; 
; caught ERROR:
;   READ error during COMPILE-FILE:
;   
;     unmatched close parenthesis
;   
;       Line: 7, Column: 18, File-Position: 90
;   
;       Stream: #<SB-INT:FORM-TRACKING-STREAM for "file /tmp/c.lisp" {10013632F3}>
; 
; compilation unit finished
;   caught 1 WARNING condition
`),
      [
        'sbcl warning /tmp/a b.lisp:-:- undefined variable: COMMON-LISP-USER::YY',
        'sbcl warning /tmp/a b.lisp:-:- The variable X is defined but never used.',
        'sbcl error /tmp/c.lisp:7:- unmatched close parenthesis',
      ],
    );
  });

  it('reads an unhandled error with the evaluated form', () => {
    assert.deepEqual(
      told(`While evaluating the form starting at line 9, column 0
  of #P"/tmp/a.lisp":
Unhandled SIMPLE-ERROR in thread ${thread}:
  my own
Second line.

Backtrace for: ${thread}
0: (SB-DEBUG::DEBUGGER-DISABLED-HOOK #<SIMPLE-ERROR "my own" {1001}>)

debugger invoked on a UNBOUND-VARIABLE in thread
${thread}:
  The variable YY is unbound.

Type HELP for debugger help, or (SB-EXT:EXIT) to exit from SBCL.
While evaluating the form starting at line 1, column 0
  of nothing
`),
      ['sbcl error /tmp/a.lisp:9:- my own Second line.', 'sbcl error -:-:- The variable YY is unbound.'],
    );
  });
});
