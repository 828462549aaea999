import assert from 'node:assert/strict';
import type { Toolchain } from '../../../src/compiler/toolchain';

/** Makes a test of messages of a line or two, each of which alone shows that it is by this toolchain. */
export function describeKnown(toolchain: Toolchain, messages: readonly string[]): void {
  it(`${toolchain.name} is detected by each of its words and formats alone`, () => {
    for (const message of messages) {
      assert.ok(toolchain.detect(message) > 0, message);
    }
  });
}
