import { l10n } from 'vscode';
import { displayAddress, thisComputer, type Judge } from '../../judges';
import { mementos } from '../shared/storage/storageKeys';
import { confirms } from '../shared/dialogs/dialogs';
import { nameOfJudge } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';

/**
 * Requests confirmation to run programs on this computer. Once the user agrees, the same tools need no confirmation in
 * this workspace. Other tools do, because another user of this computer may have created a folder in which tools usually are.
 * @param tools absolute paths of the tools that compile and run the program; empty: a launch configuration does
 */
export async function confirmLocalRuns(
  { context }: Core,
  source: Pick<SourceToSubmit, 'name'>,
  tools: readonly string[],
): Promise<boolean> {
  const stateKey = mementos.samplesGoTo(thisComputer.id);
  const stored = context.workspaceState.get(stateKey);
  const agreed = Array.isArray(stored) ? stored.filter((tool) => typeof tool === 'string') : [];
  if (Array.isArray(stored) && tools.every((tool) => agreed.includes(tool))) return true;
  const [tool] = tools;
  const question = l10n.t(
    'The program is compiled and run like in a terminal, with your permissions and without a sandbox. Nothing is sent. You’re asked again if another tool is used.',
  );
  const isWanted = await confirms(
    l10n.t('Run {0} on this computer?', source.name),
    l10n.t('Run'),
    tool === undefined ? question : `${sanitizeForUi(tool, 200)}\n\n${question}`,
  );
  if (!isWanted) return false;
  await context.workspaceState.update(stateKey, [...new Set([...agreed, ...tools])]);
  return true;
}

/**
 * Requests confirmation to run samples on this judge. Once the user agrees, none is needed in this workspace. `count`:
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
