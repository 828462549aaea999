import { l10n, ProgressLocation, window, type Uri } from 'vscode';
import { isPending, type KnownRecord } from '../../records';
import { ServiceFailed, type ServiceProfile } from '../../service';
import { reveal } from '../tree/reveal';
import type { ExtensionServices } from '../extensionServices';
import { explainState, recordName, verdictWord } from '../recordWords';
import { serviceName } from '../serviceWords';
import { showFailure } from '../showFailure';
import { askRequestId, type RecentRequest } from './askRequestId';
import { readyService } from './readyService';

const recentShown = 8;

/** «Fetch Judge Result»: a request ID in, the record out. */
export async function fetchJudgeResult(parts: ExtensionServices, argument?: unknown): Promise<void> {
  const profile = await readyService(parts);
  if (!profile) return;
  const given = typeof argument === 'string' && /^[\w-]{1,128}$/.test(argument) ? argument : undefined;
  const requestId = given ?? (await askRequestId(profile, recentRequests(parts, profile)));
  if (requestId === undefined) return;
  await fetchAndShow(parts, profile, requestId);
}

/** Asks once, with progress that can be cancelled where it takes its time, and shows what came back; `file` is tied to it. */
export async function fetchAndShow(
  parts: ExtensionServices,
  profile: ServiceProfile,
  requestId: string,
  file?: Uri,
): Promise<void> {
  const abort = new AbortController();
  const asking = parts.tracking.fetch(profile, requestId, abort.signal).catch((error: unknown) => {
    if (error instanceof ServiceFailed) return error;
    throw error;
  });
  const answer = await withPatience(
    asking,
    abort,
    l10n.t('Fetching {0} from {1}…', requestId, serviceName(profile)),
  );

  if (answer instanceof ServiceFailed) {
    if (answer.failure.kind === 'cancelled') return;
    await showFailure(parts, answer, profile, () => fetchAndShow(parts, profile, requestId, file));
    return;
  }
  switch (answer.kind) {
    case 'result':
      await reveal(parts, answer.record.key);
      await tieOrOffer(parts, answer.record, file);
      return;
    case 'notReady':
      if (answer.record && isPending(answer.record)) {
        window.setStatusBarMessage(explainState(answer.record), 5000);
        await reveal(parts, answer.record.key);
        if (file) await tieOrOffer(parts, answer.record, file);
        return;
      }
      await offerToKeepAsking(parts, profile, requestId, file);
  }
}

/** Before a notice says that something is under way, ms: most answers are there sooner, and it would only flash. */
const patience = 600;

async function withPatience<Answer>(
  asking: Promise<Answer>,
  abort: AbortController,
  title: string,
): Promise<Answer> {
  let isThere = false;
  let timer: NodeJS.Timeout | undefined;
  const soon = asking.then(() => {
    isThere = true;
  });
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)));
  await window.withProgress({ location: { viewId: 'judgeResults.records' } }, () =>
    Promise.race([soon, waited]),
  );
  clearTimeout(timer);
  if (isThere) return asking;
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      const cancelling = token.onCancellationRequested(() => abort.abort());
      try {
        return await asking;
      } finally {
        cancelling.dispose();
      }
    },
  );
}

async function tieOrOffer(
  parts: ExtensionServices,
  record: KnownRecord,
  file: Uri | undefined,
): Promise<void> {
  const diagnostics = await parts.diagnostics();
  if (file) await diagnostics.sources.tie(record, file);
  else await diagnostics.offerActiveFile(record);
}

/** 204: nothing is there yet. */
async function offerToKeepAsking(
  parts: ExtensionServices,
  profile: ServiceProfile,
  requestId: string,
  file: Uri | undefined,
): Promise<void> {
  const keepAsking = l10n.t('Keep Asking');
  const chosen = await window.showInformationMessage(
    l10n.t('{0} has no result for {1} yet: it is still being judged.', serviceName(profile), requestId),
    keepAsking,
  );
  if (chosen !== keepAsking) return;
  const record = await parts.tracking.track(profile, requestId);
  if (file) await tieOrOffer(parts, record, file);
  await reveal(parts, record.key);
}

function recentRequests(parts: ExtensionServices, profile: ServiceProfile): RecentRequest[] {
  return parts.store
    .records()
    .filter((record) => record.origin === profile.origin)
    .slice(0, recentShown)
    .map((record) => ({ requestId: record.requestId, label: describe(record) }));
}

function describe(record: KnownRecord): string {
  const name = recordName(record);
  return name === record.requestId ? verdictWord(record) : `${name} ${verdictWord(record)}`;
}
