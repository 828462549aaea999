import { judgeIdentity, type Judge } from '../../../judges';
import type { Correction } from '../../labels/requestErrors';
import { moveToJudge } from './moveToJudge';
import { changeJudges, judgeDescription } from '../settings/judgeSettings';
import { showSettingsProblems } from '../settings/settingsProblems';
import type { Core } from '../core';

/**
 * Replaces a wrong field of a judge in the settings, and keeps its results. Returns the corrected judge; null: it isn't
 * in the settings, or they are invalid, which was shown.
 */
export async function correctJudge(
  extension: Core,
  judge: Judge,
  { field, value }: Correction,
): Promise<Judge | null> {
  const { name } = judgeIdentity(judge.id);
  const described = judgeDescription(name);
  if (!described) return null;
  await changeJudges({ [name]: { ...described, [field]: value } });
  const read = await extension.judges.named(name);
  if (read.kind === 'wrong') {
    await showSettingsProblems(read.problems);
    return null;
  }
  if (read.judge.id !== judge.id) await moveToJudge(extension, judge, read.judge);
  return read.judge;
}
