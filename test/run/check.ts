// npm run check: checks a change in about a minute with the checks of changed files and the unit tests. Tests that need
// compilers, downloads, or VS Code are part of `npm test`.
import { checks, mochaSuite } from './checks';
import { runAndSumUp } from './results';
import { runStep, type Step } from './step';

runAndSumUp(async (results) => {
  const oneByOne = async (...steps: readonly Step[]): Promise<void> => {
    for (const step of steps) results.count(await runStep(step));
  };
  // The unit tests take longest and use all cores. The other checks use the remaining time.
  await Promise.all([oneByOne(mochaSuite('Unit tests', 'unit')), oneByOne(...checks('again'))]);
});
