import { areLinear } from '../../fuzz/growth';
import { textReaders } from '../../fuzz/readers';
import { runsBehind, wholeLines } from '../../fuzz/runs';

// the rest is drawn by `npm run fuzz`
const units = [' ', '\t', '+', '-', '^', '~', '1', 'a', '"', '(', '/', '\\'];

describe('a run of one character behind what a reader knows', function () {
  this.timeout(60_000);

  for (const { name, samples, read } of textReaders) {
    it(`costs no more than its length: ${name}`, () => {
      const shortest = samples.reduce((one, other) => (other.length < one.length ? other : one));
      areLinear(runsBehind(wholeLines(shortest), 'x', units), read);
    });
  }
});
