import { l10n, window } from 'vscode';
import { parseUrl } from '../../service';
import type { KnownRecord } from '../../records';
import { sanitizeForUi } from '../sanitizeForUi';
import { recordName } from '../recordWords';

/** Tells that nobody can be asked for this record. */
export function showServiceNotSetUp(record: KnownRecord): void {
  const url = parseUrl(record.origin);
  const words =
    url && url.host !== ''
      ? l10n.t(
          '{0} belongs to {1}, which is no longer set up. Choose that service to refresh it.',
          recordName(record),
          sanitizeForUi(record.origin, 200),
        )
      : l10n.t('{0} was imported from a file and can’t be refreshed.', recordName(record));
  void window.showWarningMessage(words);
}
