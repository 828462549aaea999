import { commands, l10n, window } from 'vscode';
import { errorStack } from '../../base/log';
import { sanitizeForUi } from '../labels/text';
import { canRunHere } from './runLocally';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from './withLocalRuns';

/**
 * Says that a program has no samples, and offers to add one, or to run it with custom input. `statement`: ID of the problem
 * whose statement has no samples either; null: it wasn't read
 */
export function showNoSamples(
  extension: Pick<Core, 'log'> & WithLocalRuns,
  source: SourceToSubmit,
  statement: string | null = null,
): void {
  offerSamples(extension, source, statement).catch((error: unknown) =>
    extension.log.error(errorStack(error)),
  );
}

async function offerSamples(
  extension: WithLocalRuns,
  { name, uri }: SourceToSubmit,
  statement: string | null,
): Promise<void> {
  const message =
    statement === null
      ? l10n.t('No samples for {0}.', name)
      : l10n.t('No samples for {0}, and none in the statement of {1}.', name, sanitizeForUi(statement, 64));
  const add = l10n.t('Add Sample…');
  const customInput = l10n.t('Run with Custom Input…');
  const buttons = canRunHere(extension, uri) ? [add, customInput] : [add];
  const pressed = await window.showInformationMessage(message, ...buttons);
  if (pressed === add) await commands.executeCommand('judgeResults.addSample', uri);
  else if (pressed === customInput) await commands.executeCommand('judgeResults.runInputHere', uri);
}
