import { shares } from '../../fuzz/targets';

// a share of `npm run fuzz`, always the same: what a change breaks is found here, what nobody thought of is found there
describe('made-up input', () => {
  for (const [one, runs] of shares(6000)) {
    it(`breaks nothing: ${one.name}`, async function () {
      this.timeout(120_000);
      await one.check(runs, 20_261_121);
    });
  }
});
