import assert from 'node:assert/strict';
import { rustPanic } from '../../../src/compiler/toolchains/crashes/rust';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('a panic of Rust', () => {
  describeCases('rust');

  describeKnown(rustPanic, ["thread 'main' panicked at x", "thread '<unnamed>' (123) panicked at x"]);

  it('has a position in its first line, and a message below or before it', () => {
    assert.deepEqual(
      told(`output of the program
thread 'main' (12) panicked at /tmp/my task/src.rs:12:5:
assertion \`left == right\` failed: sum
of two lines
  left: 2
 right: 3
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

thread '<unnamed>' panicked at src.rs:23:9:
second
more output
thread 'main' panicked at 'index out of bounds: the len is 3
but the index is 5', ./src.rs:34:7
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
thread 'main' panicked at 'it''s', src.rs:45:6
thread 'a' panicked at src.rs:56:1:
assertion \`left == right\` failed
  left: 2
 right: 3
`),
      [
        'rust error /tmp/my task/src.rs:12:5 assertion `left == right` failed: sum\nof two lines\n  left: 2\n right: 3',
        'rust error src.rs:23:9 second\nmore output',
        'rust error src.rs:34:7 index out of bounds: the len is 3\nbut the index is 5',
        "rust error src.rs:45:6 it''s",
        'rust error src.rs:56:1 assertion `left == right` failed\n  left: 2\n right: 3',
      ],
    );
  });

  it('at the end of the output keeps only the certain lines of its message', () => {
    assert.deepEqual(
      told(`thread 'main' panicked at src.rs:5:1:
assertion \`left == right\` failed
  left: 2
 right: 3
more output
`),
      ['rust error src.rs:5:1 assertion `left == right` failed\n  left: 2\n right: 3'],
    );
  });

  it('in the library is located at the innermost call of the program', () => {
    const stack = `stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/598076/library/std/src/panicking.rs:689:5
   1:     0x55f8ab957c31 - core::slice::sort
                               at /home/me/.cargo/registry/src/a-1.0/src/lib.rs:5:1
   2: src::pick
             at ./src.rs:13:5
   3: src::pick
             at ./src.rs:13:7
   4: src::main
             at ./src.rs:28:20
   5: helper::run
             at ./helper.rs:9:1
   6: __libc_start_main
             at csu/../csu/libc-start.c:360:3
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.
`;
    assert.deepEqual(
      told(
        `thread 'main' panicked at /rustc/598076/library/core/src/slice/sort.rs:860:5:\nno order\n${stack}`,
      ),
      [
        'rust error src.rs:13:5 no order',
        '+ src.rs:28:20 called in src::main',
        '+ helper.rs:9:1 called in helper::run',
      ],
    );
    assert.deepEqual(told(`thread 'main' panicked at src.rs:13:5:\nx\n${stack.replaceAll('./', '/tmp/')}`), [
      'rust error src.rs:13:5 x',
      '+ src.rs:28:20 called in src::main',
      '+ /tmp/helper.rs:9:1 called in helper::run',
    ]);
    assert.deepEqual(told("thread 'main' panicked at library/core/src/a.rs:860:5:\nno order\n"), [
      'rust error -:-:- no order',
    ]);
  });

  it('of the compiler itself is ignored, like similar text', () => {
    const known = "thread 'main' panicked at src.rs:3:5:\nknown\nnote: run with `RUST_BACKTRACE=1`\n";
    for (const line of [
      "thread 'rustc' (1) panicked at src.rs:1:2:",
      "thread 'main' panicked at src.rs",
      "thread 'main' panicked at 'x', src.rs",
      "thread 'main' panicked at src.rs:1:2: x",
      "thread 'main' has overflowed its stack",
      "my thread 'main' panicked at src.rs:1:2:",
    ])
      assert.deepEqual(told(`${line}\n${known}`), ['rust error src.rs:3:5 known'], line);
  });
});
