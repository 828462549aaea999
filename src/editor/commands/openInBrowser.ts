import { env, l10n, Uri, window } from 'vscode';
import type { Uses } from '../extensionServices';
import { nameOfService } from '../serviceWords';
import { targetRecords, type ListServices, type RowArguments } from './targets';

/** “Open Record in Browser”: the record's page at its service, also where its result can't be fetched. */
export async function openInBrowser(
  extension: ListServices & Uses<'services'>,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  const profile = await extension.services.profileOf(record.service);
  const page = profile?.recordPage?.(record) ?? null;
  if (page === null) {
    void window.showInformationMessage(
      l10n.t('{0} has no page for this record.', nameOfService(record.service)),
    );
    return;
  }
  // from a string Uri.parse would make other characters of an encoded ID
  await env.openExternal(Uri.parse(page, true));
}
