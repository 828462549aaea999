import { compileMessages } from '../../fuzz/compiler';

const runs = 3000;
const seed = 20_261_121;

describe('made-up compile messages', function () {
  this.timeout(120_000);

  it(`name no place that isn't in them (${runs} of seed ${seed})`, () => compileMessages.check(runs, seed));
});
