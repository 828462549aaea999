import fc from 'fast-check';

/** Code under test, which receives generated inputs. */
export interface Target {
  readonly name: string;
  /** Cost of one input, relative to the cheapest target. Targets with real sockets get fewer inputs. */
  readonly cost: number;
  /** Throws with the smallest failing input, and with how to repeat it. */
  check(runs: number, seed: number): Promise<void>;
}

/** Makes a target that checks a property with any input. */
export function target<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  examine: (input: Input) => void | Promise<void>,
  { cost = 1 } = {},
): Target {
  return {
    name,
    cost,
    async check(numRuns, seed) {
      // no time limit, because a slow machine isn’t a failure
      const property = fc.asyncProperty(input, async (one) => examine(one));
      await fc.assert(property, { numRuns, seed });
    },
  };
}
