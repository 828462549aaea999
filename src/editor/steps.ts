/** The answer of a person who wants the question before again. */
export const back = Symbol('back');

/** One of several questions; it keeps what was answered itself. Undefined: the person changed their mind. */
export type Step = (place: number) => Promise<'next' | typeof back | undefined>;

/** Asks one after the other. False: not all were answered. */
export async function askInTurn(steps: readonly Step[]): Promise<boolean> {
  let place = 0;
  for (let step = steps[0]; step; step = steps[place]) {
    const answer = await step(place);
    if (answer === undefined) return false;
    place = answer === back ? Math.max(0, place - 1) : place + 1;
  }
  return true;
}
