import { window, l10n, commands } from 'vscode';
import { fileName } from '../labels/recordLabels';
import { fileOf, judgedUri } from '../diagnostics';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Compares the judged text with the current file. */
export async function compareWithJudged(
  extension: Core & WithDiagnostics & WithSelection,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const { sources } = await extension.diagnostics();
  const uri = await fileOf(extension, record);
  const judged = record.source ? await sources.judgedText(record) : null;
  if (!uri || judged === null) {
    void window.showInformationMessage(
      l10n.t('The submitted code isn’t saved. It is saved when you submit or set a source file.'),
    );
    return;
  }
  const title =
    record.source?.how === 'submitted'
      ? l10n.t('{0}: submitted ↔ current', fileName(uri.toString()))
      : l10n.t(
          '{0}: when set as source (may differ from what was submitted) ↔ current',
          fileName(uri.toString()),
        );
  await commands.executeCommand('vscode.diff', judgedUri(record, uri), uri, title);
}
