// Any response to any request of any type of judge results in a value, or in one `RequestFailed`. All requests stay below the
// URL of the judge.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RequestFailed, judgeTypeNames } from '../../src/judges';
import { fieldNames, hostileAnswer, idOf, questionsOf, randomFrom } from '../support/hostileAnswers';
import { run } from '../support/operations';
import { leastJudge } from '../support/profiles';
import { untouchedPrototypes } from './envelopes';
import { target, type Target } from './target';

/** Each input is a response to each operation of a judge, followed by other responses. */
export const questions: readonly Target[] = judgeTypeNames.map((type) => {
  const judge = leastJudge(type);
  const names = fieldNames(type);
  return target(`requests of ${type}`, fc.noShrink(fc.nat(2 ** 31 - 1)), async (seed) => {
    for (const [name, question] of questionsOf(judge, idOf(type))) {
      const random = randomFrom(seed);
      try {
        await run(question, ({ path }) => {
          assert.ok(new URL(judge.baseUrl + path).href.startsWith(judge.baseUrl), path);
          return hostileAnswer(random, names);
        });
      } catch (error) {
        assert.ok(error instanceof RequestFailed, `${name}: ${String(error)}`);
      }
    }
    untouchedPrototypes();
  });
});
