import assert from 'node:assert/strict';
import { withoutEscapeSequences } from '../../../src/base/escapeSequences';
import { plainLines, plainText } from '../../../src/results';
import { fastest, isLinear, slowestUnits } from '../../fuzz/growth';

describe('Cleaning text from a judge', () => {
  const whole = (text: string) => plainText(text, Number.MAX_SAFE_INTEGER);

  for (const [name, clean] of Object.entries({ withoutEscapeSequences, plainLines, plainText: whole })) {
    it(`takes linear time for a repeated unit: ${name}`, function () {
      this.timeout(120_000);
      for (const unit of slowestUnits((text) => clean(text), 12)) isLinear(unit, (text) => clean(text));
    });

    it(`takes linear time for a repeated sequence: ${name}`, () => {
      for (const part of [
        '\x1b]',
        '\x1b[0',
        '\x9b;',
        '\x1bP',
        '\x90\x1b',
        '\x9d ',
        '\x9f\x98',
        '\ud800\x9e',
        '\r\x9d',
      ])
        isLinear(part, (text) => clean(text));
    });
  }

  it('reads only the part of a text that is displayed', () => {
    const long = '\u202e'.repeat(5_000_000);
    for (const clean of [plainText, plainLines]) {
      const part = fastest(long, (text) => clean(text, 100));
      const all = fastest(long, (text) => clean(text, Number.MAX_SAFE_INTEGER));
      assert.ok(part < all / 20, `${part} ms of ${all} ms`);
      assert.equal(clean(long, 100), '…');
    }
  });
});
