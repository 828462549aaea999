import * as v from 'valibot';
import type { Memento, Uri } from 'vscode';
import type { Judge, JudgeId } from '../../judges';
import { MAX_REMEMBERED_FILES } from '../shared/limits';
import { mementos } from '../shared/storage/storageKeys';
import type { Core } from '../shared/core';

/** The judge of a file, and the chosen judge that it replaces. */
const otherJudge = v.object({ judge: v.string(), insteadOf: v.string() });
const otherJudges = v.record(v.string(), otherJudge);

function storedJudges(state: Pick<Memento, 'get'>): v.InferOutput<typeof otherJudges> {
  const read = v.safeParse(otherJudges, state.get<unknown>(mementos.otherJudges));
  return read.success ? read.output : {};
}

/**
 * Stores that a file belongs to a judge although another one is chosen, because the user pasted the URL of a problem there.
 * Ends when the user chooses a judge.
 */
export async function setJudgeOfFile(
  { context, judges }: Pick<Core, 'context' | 'judges'>,
  file: Pick<Uri, 'toString'>,
  judge: Judge,
): Promise<void> {
  const { workspaceState } = context;
  const chosen = await judges.chosen();
  const uri = file.toString();
  const others = Object.entries(storedJudges(workspaceState)).filter(([key]) => key !== uri);
  const isOther = chosen !== null && chosen.id !== judge.id;
  const entry = isOther ? [[uri, { judge: judge.id, insteadOf: chosen.id }] as const] : [];
  const kept = others.slice(-(MAX_REMEMBERED_FILES - entry.length));
  await workspaceState.update(mementos.otherJudges, Object.fromEntries([...kept, ...entry]));
}

/** Returns the ID of the judge to which a file belongs instead of the chosen one; null: the chosen one. */
export function otherJudgeOfFile(
  { workspaceState }: Core['context'],
  file: Pick<Uri, 'toString'>,
  chosen: Judge,
): JudgeId | null {
  const other = storedJudges(workspaceState)[file.toString()];
  return other?.insteadOf === chosen.id ? other.judge : null;
}

/** Removes the judges of all files, because the user chose a judge. */
export async function clearJudgesOfFiles({ context }: Pick<Core, 'context'>): Promise<void> {
  await context.workspaceState.update(mementos.otherJudges, undefined);
}
