import { shares } from '../../fuzz/targets';

// A part of `npm run fuzz` with a fixed seed: it finds regressions, and `npm run fuzz` finds new faults.
describe('Generated input', () => {
  for (const [one, runs] of shares(6000)) {
    it(`causes no failure: ${one.name}`, async function () {
      this.timeout(120_000);
      await one.check(runs, 20_261_121);
    });
  }
});
