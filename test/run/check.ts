// npm run check: checks the format of changed files and the strings first. Then runs the other checks, the tests of the
// documents, and the unit tests, without property tests of unchanged folders. Stops if lint or types fail, because the
// tests would only repeat that. `npm test` also runs the checks of the build, and tests that need compilers, downloads,
// or VS Code.
import { checks, documentTests, quickChecks, unitTestsForChange } from './checks';
import { runAndSumUp } from './results';
import { runStep, type Step } from './step';

runAndSumUp(async (results) => {
  /** Runs steps one after the other. Resolves to whether all passed. */
  const run = async (...steps: readonly Step[]): Promise<boolean> => {
    let hasPassed = true;
    for (const step of steps) {
      const outcome = await runStep(step);
      results.count(outcome);
      hasPassed &&= outcome.counts.failed === 0;
    }
    return hasPassed;
  };
  await Promise.all(quickChecks('changed').map((check) => run(check)));
  const { lint, others } = checks('again');
  const lintPasses = run(lint);
  const lintFails = new Promise<void>((resolve) => {
    void lintPasses.then((hasPassed) => (hasPassed ? undefined : resolve()));
  });
  // The unit tests take longest and use all cores. The other checks use the remaining time.
  const everything = Promise.all([
    run(unitTestsForChange(), documentTests),
    lintPasses.then((hasPassed) => hasPassed && run(...others)),
  ]);
  await Promise.race([lintFails, everything]);
});
