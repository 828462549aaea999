// Whatever a service of any type answers to any of its questions: a value, or one `ServiceFailed`; and what is asked then
// stays below its address.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceFailed, serviceTypes } from '../../src/service';
import { fieldNames, hostileAnswer, idOf, questionsOf, randomFrom } from '../support/hostileAnswers';
import { run } from '../support/operations';
import { leastService } from '../support/profiles';
import { untouchedPrototypes } from './envelopes';
import { target, type Target } from './target';

/** One input is an answer to each of a service's questions, with others behind it. */
export const questions: readonly Target[] = serviceTypes.map((type) => {
  const profile = leastService(type);
  const names = fieldNames(type);
  return target(`questions of ${type}`, fc.noShrink(fc.nat(2 ** 31 - 1)), async (seed) => {
    for (const [name, question] of questionsOf(profile, idOf(type))) {
      const random = randomFrom(seed);
      try {
        await run(question, ({ path }) => {
          assert.ok(new URL(profile.baseUrl + path).href.startsWith(profile.baseUrl), path);
          return hostileAnswer(random, names);
        });
      } catch (error) {
        assert.ok(error instanceof ServiceFailed, `${name}: ${String(error)}`);
      }
    }
    untouchedPrototypes();
  });
});
