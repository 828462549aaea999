import { answers } from './answers';
import { callbacks, guards } from './callbacks';
import { callbackConnections, pushSockets } from './connections';
import { compileMessageTimes, compileMessages } from './compiler';
import { csesAnswers } from './cses';
import { envelopes } from './envelopes';
import { files } from './files';
import { frames } from './frames';
import { hydroAnswers } from './hydro';
import { orders } from './orders';
import { otherJudges } from './otherJudges';
import { questions } from './questions';
import { results } from './results';
import { runTimes } from './runs';
import type { Target } from './target';
import { cleanedTexts, cleaningTimes, loopbackAddresses, redactedTexts, replacements } from './texts';
import { wholeAnswers } from './wholeAnswers';

/** All targets. */
export const targets: readonly Target[] = [
  envelopes,
  results,
  orders,
  frames,
  guards,
  callbacks,
  answers,
  hydroAnswers,
  ...otherJudges,
  csesAnswers,
  ...questions,
  files,
  pushSockets,
  callbackConnections,
  compileMessages,
  compileMessageTimes,
  cleanedTexts,
  cleaningTimes,
  redactedTexts,
  replacements,
  loopbackAddresses,
  runTimes,
  wholeAnswers,
];

/** Distributes a number of inputs to all targets by their cost. Each gets at least one. */
export function shares(runs: number, chosen: readonly Target[] = targets): ReadonlyMap<Target, number> {
  const whole = chosen.reduce((sum, { cost }) => sum + 1 / cost, 0);
  return new Map(chosen.map((one) => [one, Math.max(1, Math.round(runs / one.cost / whole))]));
}
