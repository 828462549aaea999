import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../../src/compiler';
import { diagnosticsOf, printedPositions } from '../../../../src/editor/compileMessage';
import type { Compilation } from '../../../../src/judge';

describe('diagnosticsOf a compilation', () => {
  it('parses its message once', () => {
    const compilation: Compilation = { success: false, message: 'src:1:1: error: x\n', opt2: null };
    const diagnostics = diagnosticsOf(compilation);
    assert.equal(diagnostics.length, 1);
    assert.equal(diagnosticsOf(compilation), diagnostics);
    assert.deepEqual(diagnosticsOf({ success: null, message: null, opt2: null }), []);
  });
});

describe('printedPositions', () => {
  /** One diagnostic of rustc with this many labels, none of which is printed with a position. */
  const labelled = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => `${at + 2} | let x = 1;\n  |     - label ${at}\n`);
    return `error[E0001]: x\n --> src/main.rs:1:1\n  |\n1 | fn\n  | ^^\n${rows.join('')}`;
  };

  /** Lines of the message that are read for its positions. */
  function linesRead(message: string): number {
    const lines = message.split('\n');
    let read = 0;
    const counting = new Proxy(lines, {
      get: (target, key): unknown => {
        if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    const diagnostics = parseCompilerOutput(message);
    assert.ok((diagnostics[0]?.related.length ?? 0) > 100);
    assert.deepEqual(
      printedPositions(counting, diagnostics).map(({ messageLine }) => messageLine),
      [1],
    );
    return read;
  }

  it('read so many lines as there are notes, not as many times more', () => {
    assert.ok(linesRead(labelled(4000)) < 11 * linesRead(labelled(400)));
  });
});
