import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UnitWindow } from '../../../../src/results/comparison/unitWindow';

const part = fc.oneof(
  fc.constantFrom('1 2.5\n', 'é', '\ud83d', '\ude00', '😀', '\u3000', '\0'),
  fc.integer({ min: 1, max: 700 }).map((count) => 'x1'.repeat(count)),
);
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

describe('A window of a text', () => {
  it('returns each unit of a string, also if it moves backward', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(10_000), { maxLength: 20 }), (string, jumps) => {
        const units = new UnitWindow(string);
        const indexes = [...Array.from(string, (_, index) => index), ...jumps];
        const differ = indexes.filter((index) => units.unitAt(index) !== (string.charCodeAt(index) || 0));
        assert.deepEqual(differ, []);
      }),
    );
  });

  it('returns each byte of a part of a buffer', () => {
    const all = Buffer.from('0123456789é');
    const units = new UnitWindow(all.subarray(3));
    const read = Array.from({ length: 11 }, (_, index) => units.unitAt(index));
    assert.deepEqual(read, [...all.subarray(3), 0, 0]);
  });
});
