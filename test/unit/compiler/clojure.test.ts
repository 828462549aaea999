import assert from 'node:assert/strict';
import { clojure } from '../../../src/compiler/toolchains/clojure';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('clojure', () => {
  describeCases('clojure');

  describeKnown(clojure, [
    'Syntax error compiling at (a.clj:2:13).',
    'Execution error (ArithmeticException) at user/div (a.clj:3).',
    'Unexpected error (X) macroexpanding f at (a.clj:1:1).',
    'CompilerException java.lang.RuntimeException: x, compiling:(a.clj:2:5)',
  ]);

  it('reads the position and the message below', () => {
    assert.deepEqual(
      told(`Syntax error reading source at (C:\\judge files (2)\\a.clj:6:1).
EOF while reading, starting at line 1

Full report at:
/tmp/clojure-1.edn
Syntax error (ClassNotFoundException) compiling at (a.clj:1:2).
foo.Bar
Execution error - invalid arguments to user/f at (a.clj:4).
-1 - failed: pos? at: [:n]
more

Syntax error macroexpanding clojure.core/let at (a.clj:1:1).
[x 1 y] - failed: even-number-of-forms? at: [:bindings]

Exception in thread "main" java.lang.RuntimeException: Unable to resolve symbol: x in this context, compiling:(a.clj:3:4)
`),
      [
        'clojure error C:\\judge files (2)\\a.clj:6:1 EOF while reading, starting at line 1',
        'clojure error a.clj:1:2 foo.Bar\nExecution error - invalid arguments to user/f at (a.clj:4).\n-1 - failed: pos? at: [:n]\nmore',
        'clojure error a.clj:1:1 [x 1 y] - failed: even-number-of-forms? at: [:bindings]',
        'clojure error a.clj:3:4 java.lang.RuntimeException: Unable to resolve symbol: x in this context',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'Syntax error compiling at (k.clj:9:8).\nknown\n\n';
    const expected = told(known);
    for (const line of [
      'A Syntax error compiling at (a.clj:2:13).',
      'Syntax error compiling at (a.clj:2:13)',
      'Syntax error compiling at (a.clj:2:13). Or so',
      'Syntax error compiling at (a.clj).',
      'Syntax error compiling in (a.clj:2:13).',
      'Semantic error compiling at (a.clj:2:13).',
      'Caused by: x, compiling:(a.clj:two:5)',
      'A CompilerException x, compiling:(a.clj:2:5)',
    ])
      assert.deepEqual(told(`${line}\n\n${known}`), expected, line);
  });

  it('uses the header as the message if nothing follows', () => {
    assert.deepEqual(
      told(`Execution error (ArithmeticException) at user/div (a.clj:3).

Syntax error compiling at (a.clj:4:5).
${'more\n'.repeat(25)}
Caused by: java.lang.RuntimeException: x, compiling:(a.clj:2:5)
below
`),
      [
        'clojure error a.clj:3:- Execution error (ArithmeticException) at user/div (a.clj:3).',
        `clojure error a.clj:4:5 ${Array(20).fill('more').join('\n')}`,
        'clojure error a.clj:2:5 java.lang.RuntimeException: x',
      ],
    );
  });
});
