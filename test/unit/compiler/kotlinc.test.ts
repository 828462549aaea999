import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';

describe('kotlinc', () => {
  describeCases('kotlinc');

  it('passes over what is about the class path', () => {
    const message = `warning: unable to find kotlin-stdlib.jar in the Kotlin home directory
src.kt:2:9: warning: variable 'x' is never used
    val x = 3
        ^
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.severity, d.line, d.column, d.message]),
      [['warning', 2, 9, "variable 'x' is never used"]],
    );
  });
});
