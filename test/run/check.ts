// npm run check: what says in a minute whether a change is good: the checks of what has changed, and the unit tests. What
// needs compilers, downloads or a VS Code is left to `npm test`.
import { availableParallelism } from 'node:os';
import { checks, mochaSuite } from './checks';
import { runAndSumUp } from './results';
import { runStep } from './step';

runAndSumUp(async (results) => {
  // the unit tests take longest, and use one core
  const steps = [mochaSuite('Unit tests', 'unit'), ...checks('again')];
  const next = async (): Promise<void> => {
    for (let step = steps.shift(); step; step = steps.shift()) results.count(await runStep(step));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
});
