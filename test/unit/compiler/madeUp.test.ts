import { parseCompilerOutput } from '../../../src/compiler';
import { compileMessages } from '../../fuzz/compiler';
import { areLinear } from '../../fuzz/growth';
import { hostile } from '../../fuzz/hostile';

const runs = 3000;
const seed = 20_261_121;

describe('made-up compile messages', function () {
  this.timeout(120_000);

  it(`name no place that isn't in them (${runs} of seed ${seed})`, () => compileMessages.check(runs, seed));

  it('take no more than their share of time when they are made to be slow, whichever toolchain reads them', () => {
    areLinear(hostile, parseCompilerOutput);
  });
});
