import { l10n, window, env, Uri } from 'vscode';
import { errorMessage } from '../../base/log';
import type { KnownRecord } from '../../records';
import type { Judge } from '../../judges';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { type RowArguments, targetRecords } from '../shared/commands/commandTargets';
import { pickRecords } from './pickResults';
import type { Core } from '../shared/core';
import type { WithList } from '../list';

/**
 * “Open Result in Browser”: opens the record's page on the judge's website. Also works if the result can't be fetched.
 */
export async function openInBrowser(extension: Core & WithList, args: RowArguments): Promise<void> {
  const [target] = targetRecords(extension, args);
  const title = l10n.t('Open a result in the browser');
  const [record] = target ? [target] : await pickRecords(extension, title, 1, undefined, () => true);
  if (!record) return;
  const judge = await extension.judges.judgeOf(record.service);
  const page = judge?.pages?.record?.(record) ?? null;
  if (page === null) {
    void window.showInformationMessage(
      l10n.t('{0} has no page for this result.', nameOfJudgeId(record.service)),
    );
    return;
  }
  for (const address of await pagesOf(extension, judge, record, page))
    await env.openExternal(Uri.parse(address, true));
}

/** Returns the pages to open for a record. If the judge can't list them, `page`. */
async function pagesOf(
  extension: Core,
  judge: Judge | null,
  { requestId, hint }: KnownRecord,
  page: string,
): Promise<readonly string[]> {
  const fetchRecord = judge?.pages?.fetchRecord;
  if (!judge || !fetchRecord) return [page];
  try {
    return await extension.judges.ask(judge, (http) => fetchRecord(http, { requestId, hint }));
  } catch (error) {
    extension.log.warn(`pages of a record: ${errorMessage(error)}`);
    return [page];
  }
}
