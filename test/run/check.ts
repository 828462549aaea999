// npm run check: what says in a minute whether a change is good: the checks of what has changed, and the unit tests. What
// needs compilers, downloads or a VS Code is left to `npm test`.
import { checks, mochaSuite } from './checks';
import { runAndSumUp } from './results';
import { runStep, type Step } from './step';

runAndSumUp(async (results) => {
  const oneByOne = async (...steps: readonly Step[]): Promise<void> => {
    for (const step of steps) results.count(await runStep(step));
  };
  // the unit tests take longest, and all cores; the others fill what they leave
  await Promise.all([oneByOne(mochaSuite('Unit tests', 'unit')), oneByOne(...checks('again'))]);
});
