/** The answer of a person who wants the question before again. */
export const back = Symbol('back');

/** What a person says to one of several questions. Undefined: they changed their mind. */
export type Answer<Value> = Promise<Value | typeof back | undefined>;

/** One of several questions; it keeps what was answered itself. Undefined: the person changed their mind. */
export type Step = (place: number) => Answer<'next'>;

/** Keeps what was answered, and goes on to the next question. */
export async function keeping<Value>(
  answer: Answer<Value>,
  keep: (value: Awaited<Value>) => void,
): Answer<'next'> {
  const value = await answer;
  if (value === undefined) return undefined;
  if (value === back) return back;
  keep(value);
  return 'next';
}

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
