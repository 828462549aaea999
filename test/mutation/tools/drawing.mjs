// Has Stryker try a drawn sample, where all mutants would take too long. Each takes its place by a hash of the seed and of what it
// is, so that the draw is the same on every machine, and a change of the code changes little of it. Copied to where Stryker is
// installed.
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
    /** Stryker goes on with these very plans: those that were not drawn become ones that need no run. */
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
