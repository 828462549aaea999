import { l10n, window } from 'vscode';
import { hasSubmission, isInBrowser, isNewer, isPending, type KnownRecord } from '../../records';
import { RequestFailed, judgeIdentity } from '../../judges';
import { offer, offerJudges } from '../shared/dialogs/dialogs';
import { recordName } from '../labels/recordLabels';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { logFailure, orFailure, showFailure } from '../shared/failures/showFailure';
import { lookForMore, type WithFollowing } from '../following';
import { chooseJudge } from '../judges';
import { recordsToChange, type RowArguments } from '../shared/commands/commandTargets';
import type { Core, WithSelection } from '../shared/core';
import type { WithSubmissions } from '../submit';

/** Fetches the selected records again. A final result is replaced if it was rejudged. */
export async function refresh(
  extension: Core & WithSelection & WithSubmissions,
  args: RowArguments,
): Promise<void> {
  const records = recordsToChange(extension, args);
  if (records.some(isInBrowser)) (await extension.browserSubmissions()).pollSoon();
  await refreshRecords(extension, records.filter(hasSubmission));
}

/** Fetches all pending records of the chosen judge again. If there are none, fetches the most recent ones. */
export async function refreshAll(extension: Core & WithFollowing & WithSubmissions): Promise<void> {
  const choice = await extension.judges.choice();
  if (choice.kind === 'none') {
    await offerToChoose(extension);
    return;
  }
  if (choice.kind === 'wrong') {
    await showSettingsProblems(choice.problems);
    return;
  }
  await lookForMore(extension, choice.judge);
  const { id, resultLifetime } = choice.judge;
  const kept = Date.now() - (resultLifetime?.end ?? Infinity);
  const records = extension.store
    .records()
    // skips results that the judge has already deleted
    .filter((record) => record.service === id && (isPending(record) || record.addedAt > kept))
    .filter((record) => !isNewer(record) && hasSubmission(record));
  if (extension.store.records().some(isInBrowser)) (await extension.browserSubmissions()).pollSoon();
  if (records.length === 0) window.setStatusBarMessage(l10n.t('Nothing to refresh'), 3000);
  const pending = records.filter(isPending);
  await refreshRecords(extension, pending.length > 0 ? pending : records.slice(0, 20));
}

/**
 * Offers to choose a judge. The list can contain results although no judge is chosen: demo results, imported ones, or
 * results of another judge.
 */
async function offerToChoose(extension: Core & WithFollowing & WithSubmissions): Promise<void> {
  await offer(l10n.t('No online judge selected.'), l10n.t('Choose Online Judge'), async () => {
    if (await chooseJudge(extension)) await refreshAll(extension);
  });
}

interface Failed {
  readonly record: KnownRecord;
  readonly error: RequestFailed;
}

async function refreshRecords(extension: Core, records: readonly KnownRecord[]): Promise<void> {
  if (records.length === 0) return;
  const left: KnownRecord[] = [];
  const failures = await window.withProgress(
    { location: { viewId: 'judgeResults.records' }, title: l10n.t('Refreshing…') },
    async () => {
      const failed: Failed[] = [];
      const silent = new Set<string>();
      for (const record of records) {
        if (silent.has(record.service)) {
          left.push(record);
          continue;
        }
        const error = await refreshOne(extension, record);
        if (!error) continue;
        failed.push({ record, error });
        if (isOfJudge(error)) silent.add(record.service);
      }
      return failed;
    },
  );
  await tell(extension, failures, left);
}

/** Returns whether other records of the judge would fail in the same way. */
function isOfJudge({ failure }: RequestFailed): boolean {
  switch (failure.kind) {
    case 'status':
      return failure.status === 401 || failure.status === 429 || failure.status >= 500;
    case 'cancelled':
    case 'tooLarge':
    case 'shape':
    case 'unreadable':
      return false;
    default:
      return true;
  }
}

async function refreshOne(extension: Core, record: KnownRecord): Promise<RequestFailed | null> {
  const judge = await extension.judges.judgeOf(record.service);
  if (!judge) return new RequestFailed({ kind: 'notSetUp', service: record.service });
  // a record that is removed while the request runs must not reappear
  const isThere = (): boolean => extension.store.get(record.key) !== null;
  if (!isThere()) return null;
  const fetched = await orFailure(extension.tracking.fetch(judge, record.requestId, undefined, {}, isThere));
  return fetched instanceof RequestFailed ? fetched : null;
}

/**
 * Shows one failure in full if it is the only one or concerns the whole judge, else a single notification
 * for all failures. `left`: records that weren't fetched.
 */
async function tell(
  extension: Core,
  failures: readonly Failed[],
  left: readonly KnownRecord[],
): Promise<void> {
  const ofJudge = failures.find(({ error }) => isOfJudge(error));
  const first = ofJudge ?? failures[0];
  if (!first) return;
  const judge = await extension.judges.judgeOf(first.record.service);
  if (!judge) {
    showJudgeNotSetUp(first.record);
    return;
  }
  if (ofJudge || failures.length === 1) {
    await showFailure(extension, first.error, judge, () =>
      refreshRecords(extension, [first.record, ...left]),
    );
    return;
  }
  for (const { error } of failures) logFailure(extension, error, judge);
  await offer(
    l10n.t('Couldn’t refresh {0} results. Existing data is kept.', failures.length),
    l10n.t('Try Again'),
    () =>
      refreshRecords(
        extension,
        failures.map(({ record }) => record),
      ),
    window.showWarningMessage,
  );
}

/** Shows why the record can't be refreshed: its judge was removed, or it was imported from a file. */
export function showJudgeNotSetUp(record: KnownRecord): void {
  if (judgeIdentity(record.service).name === '') {
    void window.showWarningMessage(
      l10n.t('{0} was imported from a file and can’t be refreshed.', recordName(record)),
    );
    return;
  }
  offerJudges(
    l10n.t(
      '{0} is from {1}, which was removed. Add {1} again to refresh this result.',
      recordName(record),
      nameOfJudgeId(record.service),
    ),
    window.showWarningMessage,
  );
}
