import { serviceIdentity, type Judge } from '../../judges';
import type { Correction } from '../labels/requestErrors';
import { moveToService } from './moveToJudge';
import { changeServices, serviceDescription } from './settings';
import { showSettingsProblems } from './settingsProblems';
import type { Core } from './core';

/**
 * Replaces a wrong field of a judge in the settings, and keeps its results. Returns the corrected judge; null: it isn't
 * in the settings, or they are invalid, which was shown.
 */
export async function correctJudge(
  extension: Core,
  judge: Judge,
  { field, value }: Correction,
): Promise<Judge | null> {
  const { name } = serviceIdentity(judge.id);
  const described = serviceDescription(name);
  if (!described) return null;
  await changeServices({ [name]: { ...described, [field]: value } });
  const read = await extension.services.named(name);
  if (read.kind === 'wrong') {
    await showSettingsProblems(read.problems);
    return null;
  }
  if (read.judge.id !== judge.id) await moveToService(extension, judge, read.judge);
  return read.judge;
}
