import { commands, env, l10n, window } from 'vscode';
import { errorStack } from '../../base/log';
import { sanitizeForUi } from '../labels/sanitizeText';
import { mementos } from '../shared/storage/storageKeys';
import { showSkipped, type SkippedSample } from '../samples';
import { canRunHere } from './runLocally';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from './withLocalRuns';

/**
 * Shows that a program has no samples, and offers to add one, to receive problems with their samples from the browser, or to
 * run it with custom input. If it has only samples that can't be run, lists these instead. `statement`: ID of the problem
 * whose statement has no samples either; null: it wasn't read
 */
export function showNoSamples(
  extension: Pick<Core, 'context' | 'log'> & WithLocalRuns,
  source: SourceToSubmit,
  skipped: readonly SkippedSample[],
  statement: string | null = null,
): void {
  if (skipped.length > 0) {
    showSkipped(skipped);
    return;
  }
  offerSamples(extension, source, statement).catch((error: unknown) =>
    extension.log.error(errorStack(error)),
  );
}

async function offerSamples(
  extension: Pick<Core, 'context'> & WithLocalRuns,
  { name, uri }: SourceToSubmit,
  statement: string | null,
): Promise<void> {
  const message =
    statement === null
      ? l10n.t('No samples for {0}.', name)
      : l10n.t('No samples for {0}, and none in the statement of {1}.', name, sanitizeForUi(statement, 64));
  const add = l10n.t('Add Sample…');
  const customInput = l10n.t('Run with Custom Input…');
  const receive = l10n.t('Receive Problems…');
  const isHere = canRunHere(extension, uri);
  const { globalState } = extension.context;
  const isReceiving = globalState.get(mementos.receivesProblems(env.remoteName ?? '')) === true;
  const buttons = [add, ...(isHere && !isReceiving ? [receive] : []), ...(isHere ? [customInput] : [])];
  const pressed = await window.showInformationMessage(message, ...buttons);
  if (pressed === add) await commands.executeCommand('judgeResults.addSample', uri);
  else if (pressed === receive) await commands.executeCommand('judgeResults.receiveProblems');
  else if (pressed === customInput) await commands.executeCommand('judgeResults.runInputHere', uri);
}
