import type { Memento } from 'vscode';
import * as v from 'valibot';
import { mementos } from '../shared/storage/storageKeys';
import { KEPT_PROBLEM_MS, MAX_KEPT_PROBLEMS } from './limits';

const stored = v.object({ at: v.number(), bodies: v.array(v.string()) });

/** Keeps a problem until the user opens a folder, which restarts the window. `body`: as received; `now`: ms since 1970 */
export async function keepProblem(
  state: Pick<Memento, 'get' | 'update'>,
  body: string,
  now: number,
): Promise<void> {
  const bodies = [...freshProblems(state, now), body].slice(-MAX_KEPT_PROBLEMS);
  await state.update(mementos.receivedWithoutFolder, { at: now, bodies });
}

/** Returns the kept problems of the last minutes, and forgets them. */
export async function takeKeptProblems(
  state: Pick<Memento, 'get' | 'update'>,
  now: number,
): Promise<readonly string[]> {
  const bodies = freshProblems(state, now);
  if (state.get<unknown>(mementos.receivedWithoutFolder) !== undefined)
    await state.update(mementos.receivedWithoutFolder, undefined);
  return bodies;
}

function freshProblems(state: Pick<Memento, 'get'>, now: number): readonly string[] {
  const read = v.safeParse(stored, state.get<unknown>(mementos.receivedWithoutFolder));
  return read.success && Math.abs(now - read.output.at) <= KEPT_PROBLEM_MS ? read.output.bodies : [];
}
