import assert from 'node:assert/strict';
import { php } from '../../../src/compiler/toolchains/php';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('php', () => {
  describeCases('php');

  describeKnown(php, [
    'Warning: x in a on line 12',
    'PHP Parse error:  x in a on line 12',
    'Fatal error: x on line 1',
    'Recoverable fatal error: on line 1',
    'Catchable fatal error: on line 1',
    'Notice: on line 1',
    'Deprecated: on line 1',
    'Strict Standards: on line 1',
  ]);

  it('reports a message once if it goes both to the log and to the screen', () => {
    const message = `PHP Parse error:  syntax error, unexpected ';' in a in b.php on line 3

Parse error: syntax error, unexpected ';' in a in b.php on line 3
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.file, d.line, d.messageLine]),
      [['b.php', 3, 0]],
    );
  });

  it('reads each message with a line once', () => {
    assert.deepEqual(
      told(`PHP Parse error:  syntax error, unexpected ';' in /tmp/a b.php on line 3
Parse error: syntax error, unexpected ';' in /tmp/a b.php on line 3
PHP Warning:  Undefined variable $x in a.php on line 4
Deprecated: x in a.php on line 5
PHP Notice:  y in z in a.php on line 6
PHP Fatal error:  Uncaught Exception: in a.php:3
Stack trace:
#0 {main}
  thrown in a.php on line 7
Fatal error: without an end
Warning: x on line 5
Strict Standards: s in a.php on line 8
Catchable fatal error: c in a.php on line 9
Trouble: c in a.php on line 9
Warning:   three in a.php on line 10
Warning: a in  on line 11
`),
      [
        "php error /tmp/a b.php:3:- syntax error, unexpected ';'",
        'php warning a.php:4:- Undefined variable $x',
        'php warning a.php:5:- x',
        'php information a.php:6:- y in z',
        'php error a.php:7:- Uncaught Exception: in a.php:3\nStack trace:\n#0 {main}',
        'php warning a.php:8:- s',
        'php error a.php:9:- c',
        'php warning a.php:10:- three',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'PHP Warning:  known in a.php on line 4\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('php '));
    assert.equal(own(known + known.replace('known', 'another') + known).length, 3);
    for (const line of [
      'a PHP Warning:  x in a.php on line 4',
      'PHP Warnings: x in a.php on line 4',
      'PHP Warning:x in a.php on line 4',
      'PHP Warning:  x on line 4',
      'PHP Warning:  x in a.php on line 4x',
      'PHP Warning:  x in  on line 4',
      'Warned: x in a.php on line 4',
      'Notable Warning: x in a.php on line 4',
      'Warning: x in a.php on line x4',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('continues after a message of several lines, and ignores one without an end', () => {
    assert.deepEqual(
      told(`PHP Warning:  in on line 5 in a.php on line 16
PHP Fatal error:  Uncaught Exception: x in a.php:3
Warning: of the program, in b.php on line 99
  thrown in the end
  thrown in a.php on line 17
Warning: ends nowhere
a.cpp:1:2: error: x
`),
      [
        'php warning a.php:16:- in on line 5',
        // the fatal error has no end before the next message
        'php warning b.php:99:- of the program,',
        'gcc warning -:-:- ends nowhere',
        'gcc error a.cpp:1:2 x',
      ],
    );
  });

  it('locates an error in code compiled at run time in the program', () => {
    assert.deepEqual(
      told(`PHP Parse error:  syntax error in /a b.php(12) : eval()'d code on line 1
PHP Warning:  x in /a.php(3) : runtime-created function on line 2
PHP Warning:  x in /a (4) b.php on line 2
`),
      ['php error /a b.php:12:- syntax error', 'php warning /a.php:3:- x', 'php warning /a (4) b.php:2:- x'],
    );
  });

  it('reports that the program doesn’t exist', () => {
    assert.deepEqual(told('Could not open input file: a.php\n'), [
      'php error -:-:- Could not open input file: a.php',
    ]);
  });
});
