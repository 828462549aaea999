import { env, l10n, window } from 'vscode';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import { recordsAsMarkdown, type Written } from './markdown';
import type { Core, WithSelection } from '../shared/core';

/** Copies records as Markdown for an issue or a chat. */
export async function copyAsMarkdown(extension: Core & WithSelection, args: RowArguments): Promise<void> {
  const records = targetRecords(extension, args);
  if (records.length === 0) return;
  const written: Written[] = [];
  for (const record of records) {
    written.push({ record, envelope: await extension.store.loadEnvelope(record.key) });
  }
  await extension.judges.credentials.redaction.complete();
  // removes secrets first, because they couldn't be found in escaped or truncated text
  const clean = extension.judges.credentials.redaction.value(written);
  await env.clipboard.writeText(recordsAsMarkdown(clean));
  window.setStatusBarMessage(
    records.length === 1
      ? l10n.t('Copied as Markdown')
      : l10n.t('{0} results copied as Markdown', records.length),
    2000,
  );
}
