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
          '{0} was judged by {1}, which is not set up any more. Choose that service to ask it again.',
          recordName(record),
          sanitizeForUi(record.origin, 200),
        )
      : l10n.t('{0} came from a file: no service is known that could be asked for it.', recordName(record));
  void window.showWarningMessage(words);
}
