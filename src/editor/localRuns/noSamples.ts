import { commands, l10n, window } from 'vscode';
import { errorStack } from '../../base/log';
import { sanitizeForUi } from '../labels/text';
import { offer } from '../shared/dialogs';
import { canRunHere } from './runLocally';
import { ownSampleNames } from '../samples';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from './withLocalRuns';

/**
 * Shows where to put samples, and offers to run the program with custom input. VS Code cuts off long notifications, so
 * the advice is short. `statement`: ID of the problem whose statement has no samples either; null: it wasn't read
 */
export function showNoSamples(
  extension: Pick<Core, 'log'> & WithLocalRuns,
  { name, uri }: SourceToSubmit,
  statement: string | null = null,
): void {
  const { input, expected } = ownSampleNames(name);
  const message =
    statement === null
      ? l10n.t('No samples for {0}. Put {1} and {2} next to it.', name, input, expected)
      : l10n.t(
          'No samples in the statement of {1}. Put {2} and {3} next to {0}.',
          name,
          sanitizeForUi(statement, 64),
          input,
          expected,
        );
  if (!canRunHere(extension, uri)) {
    void window.showInformationMessage(message);
    return;
  }
  offer(message, l10n.t('Run with Custom Input…'), () =>
    commands.executeCommand('judgeResults.runInputHere', uri),
  ).catch((error: unknown) => extension.log.error(errorStack(error)));
}
