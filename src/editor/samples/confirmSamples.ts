import { l10n } from 'vscode';
import { displayAddress, thisComputer, type Judge } from '../../judges';
import { mementos } from '../shared/storageKeys';
import { confirms } from '../shared/dialogs';
import { nameOfJudge } from '../labels/judgeLabels';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';

/** Asks whether programs may be run on this computer. Once the user agrees, doesn't ask again in this workspace. */
export async function confirmLocalRuns(
  { context }: Core,
  source: Pick<SourceToSubmit, 'name'>,
): Promise<boolean> {
  const stateKey = mementos.samplesGoTo(thisComputer.id);
  if (context.workspaceState.get(stateKey) === true) return true;
  const isWanted = await confirms(
    l10n.t('Run {0} on this computer?', source.name),
    l10n.t('Run'),
    l10n.t(
      'The program is compiled and run like in a terminal, with your permissions and without a sandbox. Nothing is sent. You won’t be asked again in this workspace.',
    ),
  );
  if (!isWanted) return false;
  await context.workspaceState.update(stateKey, true);
  return true;
}

/**
 * Asks whether samples may be run on this judge. Once the user agrees, doesn't ask again in this workspace. `count`:
 * number of samples.
 */
export async function confirmSamples(
  { context }: Core,
  judge: Judge,
  source: Pick<SourceToSubmit, 'name'>,
  count: number,
): Promise<boolean> {
  const stateKey = mementos.samplesGoTo(judge.id);
  if (context.workspaceState.get(stateKey) === true) return true;
  const isWanted = await confirms(
    count === 1
      ? l10n.t('Run 1 sample of {0} on {1}?', source.name, nameOfJudge(judge))
      : l10n.t('Run {2} samples of {0} on {1}?', source.name, nameOfJudge(judge), count),
    l10n.t('Run Samples'),
    l10n.t(
      'Your program and its samples will be sent to {0}. You won’t be asked again in this workspace.',
      displayAddress(judge.baseUrl),
    ),
  );
  if (!isWanted) return false;
  await context.workspaceState.update(stateKey, true);
  return true;
}
