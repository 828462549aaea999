import { l10n, window, workspace } from 'vscode';
import type { KnownRecord } from '../../records';
import { sanitizeForUi } from '../labels/sanitizeText';
import { reasonToTie } from './chooseSubmittedFile';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Offers to use the active editor's file as the source file of a record, if that changes the Problems in it. */
export async function offerActiveFile(extension: Core & WithDiagnostics, record: KnownRecord): Promise<void> {
  const { problems, sources } = await extension.diagnostics();
  const file = sources.activeFile();
  const reason = file && reasonToTie(record, file.toString(), extension.store.records());
  if (!file || !reason) return;
  if ((await problems.filesOf(record)) !== null) return;
  const name = sanitizeForUi(workspace.asRelativePath(file), 200);
  const question =
    reason === 'problems'
      ? l10n.t(
          'Use {0} as the source file of this result? Compiler errors and warnings will be shown in it.',
          name,
        )
      : l10n.t('Use {0} as the source file of this result?', name);
  const useIt = l10n.t('Use This File');
  const chosen = await window.showInformationMessage(question, useIt, l10n.t('No'));
  if (chosen === useIt) await sources.link(record, file);
}
