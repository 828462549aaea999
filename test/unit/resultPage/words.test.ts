import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ageInWords } from '../../../src/resultPage/age';
import { contrast, inkOn } from '../../../src/resultPage/contrast';
import { nothingSaved, readSaved } from '../../../src/resultPage/savedState';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('An age', () => {
  it('is shown in the largest unit that it reaches', () => {
    const told = [0, 59_000, minute, 5 * minute, hour, 3 * hour, day, 12 * day, 65 * day, 800 * day].map(
      (age) => ageInWords(age, 'en'),
    );
    assert.deepEqual(told, [
      'now',
      'now',
      '1 minute ago',
      '5 minutes ago',
      '1 hour ago',
      '3 hours ago',
      'yesterday',
      '12 days ago',
      '2 months ago',
      '2 years ago',
    ]);
  });

  it('is shown in VS Code’s language', () => {
    assert.equal(ageInWords(5 * minute, 'zh-cn'), '5 分钟前');
    assert.equal(ageInWords(0, 'zh-cn'), '刚刚');
  });

  it('is never in the future', () => {
    assert.equal(ageInWords(-5 * day, 'en'), 'now');
  });
});

describe('The text color on a background', () => {
  it('is white if readable, otherwise black', () => {
    assert.deepEqual(inkOn([5, 34, 66]), [255, 255, 255]);
    assert.deepEqual(inkOn([82, 196, 26]), [0, 0, 0]);
    assert.deepEqual(inkOn([250, 219, 20]), [0, 0, 0]);
  });

  it('is readable on every color', () => {
    const channel = fc.nat(255);
    fc.assert(fc.property(fc.tuple(channel, channel, channel), (tone) => contrast(tone, inkOn(tone)) >= 4.5));
  });
});

describe('readSaved', () => {
  it('restores the saved state', () => {
    const saved = { ...nothingSaved, scroll: 120 };
    assert.deepEqual(readSaved(structuredClone(saved)), saved);
  });

  it('ignores a state saved by another version or another program', () => {
    for (const state of [null, undefined, 'x', {}, { version: 1 }])
      assert.equal(readSaved(state), nothingSaved);
  });
});
