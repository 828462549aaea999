import assert from 'node:assert/strict';
import type { Toolchain } from '../../../src/compiler/toolchain';

/** Defines a test with short messages. The toolchain must be detected in each of them. */
export function describeKnown(toolchain: Toolchain, messages: readonly string[]): void {
  it(`${toolchain.name} is detected by each of its words and formats alone`, () => {
    for (const message of messages) {
      assert.ok(toolchain.detect(message) > 0, message);
    }
  });
}
