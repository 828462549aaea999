import { areLinear } from '../../fuzz/growth';
import { textReaders } from '../../fuzz/readers';
import { runsBehind, wholeLines } from '../../fuzz/runs';

// `npm run fuzz` generates others.
const units = [' ', '\t', '+', '-', '^', '~', '1', 'a', '"', '(', '/', '\\'];

describe('A long run of one character after valid input', function () {
  this.timeout(60_000);

  for (const { name, samples, read } of textReaders) {
    it(`is read in linear time: ${name}`, () => {
      const shortest = samples.reduce((one, other) => (other.length < one.length ? other : one));
      areLinear(runsBehind(wholeLines(shortest), 'x', units), read);
    });
  }
});
