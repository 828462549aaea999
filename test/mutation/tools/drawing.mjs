// Makes Stryker test a random sample if testing all mutants would take too long. Mutants are sorted by a hash of the seed
// and their content, so that the sample is the same on every machine, and changes little with the code. Copied to the
// folder in which Stryker is installed.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { PlanKind } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';

function createDrawing({ draw }) {
  const placeOf = ({ mutant: { fileName, location, mutatorName, replacement } }) => {
    const file = path.relative(process.cwd(), fileName).replaceAll(path.sep, '/');
    const what = JSON.stringify([draw.seed, file, location, mutatorName, replacement]);
    return createHash('sha256').update(what).digest('hex');
  };
  return {
    /** Changes Stryker's plans in place: mutants outside the sample need no run. */
    onMutationTestingPlanReady({ mutantPlans }) {
      const places = new Map(mutantPlans.map((plan) => [plan, placeOf(plan)]));
      const order = [...mutantPlans].sort((a, b) => (places.get(a) < places.get(b) ? -1 : 1));
      for (const plan of order.slice(draw.count)) {
        plan.plan = PlanKind.EarlyResult;
        Object.assign(plan.mutant, { status: 'Ignored', statusReason: 'not drawn' });
      }
      console.log(
        `${Math.min(draw.count, order.length)} of ${order.length} drawn with the seed ${draw.seed}`,
      );
    },
  };
}
createDrawing.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'drawing', createDrawing)];
