import assert from 'node:assert/strict';
import { Chooser } from '../../../src/compiler/choose';
import type { Toolchain } from '../../../src/compiler/toolchain';
import { unitsOf } from '../../../src/compiler/units';

/** Makes a test of messages of a line or two, each of which alone shows that it is by this toolchain. */
export function describeKnown(toolchain: Toolchain, messages: readonly string[]): void {
  it(`${toolchain.name} is known by each of its words and shapes alone`, () => {
    for (const message of messages) {
      assert.ok(toolchain.detect(message) > 0, message);
      // the words that a message is searched for come before its shape is looked at
      assert.equal(new Chooser([toolchain]).choose(message, unitsOf(message)).length, 1, message);
    }
  });
}
