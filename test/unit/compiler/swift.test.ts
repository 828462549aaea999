import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { swift } from '../../../src/compiler/toolchains/swift';
import { describeKnown } from './known';
import { told } from './told';

describe('crashes of Swift programs', () => {
  describeKnown(swift, [
    'main/src.swift:3: Fatal error: x',
    'Swift/Array.swift:3: Precondition failed',
    'src/a b.swift:3: Assertion failed: x',
    'Fatal error: Index out of range: file Swift/Array.swift, line 600',
    '💣 Program crashed: System trap at 0x0001',
    '*** Program crashed: Illegal instruction at 0x0001 ***',
  ]);

  it('are read as traps in the program or a library, in both formats', () => {
    assert.deepEqual(
      told(`src/my src.swift:3: Fatal error: Unexpectedly found nil while unwrapping an Optional value
Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
src/src.swift:9: Precondition failed
Fatal error: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 444
`),
      [
        'swift error src/my src.swift:3:- Fatal error: Unexpectedly found nil while unwrapping an Optional value',
        'swift error Swift/ContiguousArrayBuffer.swift:600:- Fatal error: Index out of range',
        'swift error src/src.swift:9:- Precondition failed',
        'swift error Swift/ContiguousArrayBuffer.swift:444:- Fatal error: Index out of range',
      ],
    );
  });

  it('have the calls of the crashed thread as steps', () => {
    const message = `Swift/ErrorType.swift:254: Fatal error: Error raised at top level

*** Signal 4: Backtracing from 0x7f0f... done ***

*** Program crashed: Illegal instruction at 0x00007f0f ***

Thread 0 "src" crashed:

0               0x00007f0f _assertionFailure(_:_:file:line:flags:) + 176 in libswiftCore.so
1 [inlined]     0x000055d0 look at(_:) in src at /w/my src.swift:7:15

     5│ func look(_ x: Int) {
     7│   print("at /w/other.swift:1:1")
      │             ▲

2 [ra]          0x000055d1 main + 41 in src at /w/my src.swift:35

Thread 1:

0 0x0003 worker() + 8 in src at /w/my src.swift:99:1
`;
    assert.deepEqual(told(message), [
      'swift error Swift/ErrorType.swift:254:- Fatal error: Error raised at top level',
      '+ /w/my src.swift:7:15 called here',
      '+ /w/my src.swift:35:- called here',
    ]);
    assert.deepEqual(
      parseCompilerOutput(message)[0]?.related.map(({ step }) => step),
      ['use', 'use'],
    );
  });

  it('are located at the innermost call with a position if there is no trap', () => {
    assert.deepEqual(
      told(`💣 Program crashed: System trap at 0x0000000104d0

Thread 0 crashed:

0 0x0001 add(_:) + 12 in src at /w/src.swift:7:15
1 0x0002 main + 40 in src at /w/src.swift:12:1

Registers:
0 0x0003 nothing in src at /w/src.swift:1:1
`),
      ['swift error /w/src.swift:7:15 Program crashed: System trap', '+ /w/src.swift:12:1 called here'],
    );
  });

  it('ignores lines that only resemble its output', () => {
    for (const line of [
      'a.swift:3: Fatal: x',
      'a.swift: Fatal error: x',
      'a.swiftx:3: Fatal error: x',
      'The Program crashed: x',
      'Fatal error: x: file a.swift, line x',
    ])
      assert.equal(swift.detect(line), 0, line);
  });
});
