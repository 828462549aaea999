// npm run check: checks the format of changed files and the strings first. Then runs the other checks and the unit tests,
// without property tests of unchanged folders. `npm test` also runs the checks of the build, and tests that need
// compilers, downloads, or VS Code.
import { checks, quickChecks, unitTestsForChange } from './checks';
import { runAndSumUp } from './results';
import { runStep, type Step } from './step';

runAndSumUp(async (results) => {
  const run = async (step: Step): Promise<void> => results.count(await runStep(step));
  await Promise.all(quickChecks('changed').map(run));
  const oneByOne = async (...steps: readonly Step[]): Promise<void> => {
    for (const step of steps) await run(step);
  };
  // The unit tests take longest and use all cores. The other checks use the remaining time.
  await Promise.all([oneByOne(unitTestsForChange()), oneByOne(...checks('again'))]);
});
