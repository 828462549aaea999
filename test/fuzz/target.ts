import fc from 'fast-check';

/** Something that is given made-up input and must hold out. */
export interface Target {
  readonly name: string;
  /** What one input costs, in inputs of the cheapest kind: those that open a real socket get fewer. */
  readonly cost: number;
  /** Throws with the smallest input that breaks it, and how to repeat that. */
  check(runs: number, seed: number): Promise<void>;
}

/** A target that holds a property over one arbitrary input. */
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
      // no limit of time: a slow machine is no failure
      const property = fc.asyncProperty(input, async (one) => examine(one));
      await fc.assert(property, { numRuns, seed });
    },
  };
}
