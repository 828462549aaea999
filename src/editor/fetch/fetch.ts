import { commands, l10n, window, type Uri } from 'vscode';
import { isOfAnotherUser, isPending, recordKey, type KnownRecord } from '../../records';
import { isRequestId, readRequest, RequestFailed, type RecentSubmission, type Judge } from '../../judges';
import { offer, withCancel } from '../shared/dialogs/dialogs';
import { rejectsCredential } from '../shared/credentialAsId';
import { reveal, unfold } from '../list';
import { explainState } from '../labels/recordLabels';
import { nameOfJudge } from '../labels/judgeLabels';
import { logFailure, orFailure, showFailure } from '../shared/failures/showFailure';
import { watchingPerson, type Person } from '../shared/dialogs/personActions';
import { addJudge, readyJudge, testRequest } from '../judges';
import { tieFoundFile, offerActiveFile } from '../sourceFiles';
import { withContests, lookForMore, offerToFollow } from '../following';
import type { RecordDetails } from '../pending';
import { detailsOfListed } from '../shared/listedDetails';
import { loadRecents } from '../shared/storage/recentSubmissions';
import {
  askRequestId,
  recentRequests,
  type ChosenRequest,
  type ForeignAddress,
} from '../shared/dialogs/askRequestId';
import { MAX_SHOWN_SUBMISSIONS, PROGRESS_DELAY_MS } from './limits';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithFollowing } from '../following';

/** “Fetch Judge Result”: fetches a result by its request ID and shows it. */
export async function fetchJudgeResult(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  argument?: unknown,
): Promise<void> {
  const judge = await readyJudge(extension);
  if (!judge) return;
  if (typeof argument === 'string' && isRequestId(argument)) {
    await fetchAndShow(extension, { judge, requestId: argument, hint: null });
  } else await askAndFetch(extension, judge);
}

/** Prompts for one or more requests, and fetches or tracks them. `typed`: initial text of the input box. */
export async function askAndFetch(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  judge: Judge,
  typed = '',
): Promise<void> {
  const request = await askForRequest(extension, judge, typed);
  if (isList(request)) await trackAll(extension, request);
  else if (request) await fetchAndShow(extension, request);
}

function isList(
  request: ChosenRequest | readonly ChosenRequest[] | undefined,
): request is readonly ChosenRequest[] {
  return Array.isArray(request);
}

/** Adds a row for each request, and polls all of them within the rate limits. */
async function trackAll(extension: Core & WithList, requests: readonly ChosenRequest[]): Promise<void> {
  await watchingPerson(async (person) => {
    const accepted: ChosenRequest[] = [];
    for (const request of requests) {
      const { judge, requestId } = request;
      if (await rejectsCredential(extension, requestId)) continue;
      await extension.tracking.track(judge, requestId, detailsOf(extension, request));
      accepted.push(request);
    }
    const [first] = accepted;
    if (first) await reveal(extension, recordKey(first.judge.id, first.requestId), person);
  });
}

async function askForRequest(
  extension: Core,
  judge: Judge,
  typed = '',
): Promise<ChosenRequest | readonly ChosenRequest[] | undefined> {
  const chosen = await askRequestId({
    judge,
    typed,
    secrets: extension.judges.credentials.redaction,
    judges: await extension.judges.all(),
    recent: recentRequests(extension.store, judge),
    submissions: newestSubmissions(extension, judge),
    sources: ['file', 'demo'],
  });
  if (chosen && 'source' in chosen) {
    const isFile = chosen.source === 'file';
    await commands.executeCommand(isFile ? 'judgeResults.importJson' : 'judgeResults.openSample');
    return undefined;
  }
  return chosen && 'judgeUrl' in chosen ? requestAtNewJudge(extension, chosen) : chosen;
}

/**
 * Adds the judge that a pasted URL belongs to. Returns the request in the URL, or prompts for a request ID if there is
 * none.
 */
async function requestAtNewJudge(
  extension: Core,
  { address, judgeUrl }: ForeignAddress,
): Promise<ChosenRequest | readonly ChosenRequest[] | undefined> {
  const added = await addJudge(extension, address, judgeUrl);
  if (!added || (await extension.judges.isSignedOut(added))) return undefined;
  const { input } = readRequest(address, added, []);
  return input.kind === 'requestId'
    ? { judge: added, requestId: input.id, hint: input.hint ?? null }
    : askForRequest(extension, added);
}

/**
 * Returns the user's most recent submissions, including those in known contests. Only logs failures, and omits lists
 * that can't be read.
 */
async function newestSubmissions(extension: Core, judge: Judge): Promise<readonly RecentSubmission[]> {
  const { judges } = extension;
  const log = (failed: RequestFailed): void => {
    if (failed.failure.kind !== 'cancelled') logFailure(extension, failed, judge);
  };
  const listed = await orFailure(judges.recentSubmissions(judge, 'person'));
  if (listed instanceof RequestFailed) {
    log(listed);
    return [];
  }
  const places = knownPlaces(extension, judge);
  const inContests = await judges.submissionsInContests(judge, places, 'person', log);
  return withContests(listed ?? [], inContests).slice(0, MAX_SHOWN_SUBMISSIONS);
}

/** Returns the domains and contests of the user's known submissions, starting with those submitted from here. */
function knownPlaces({ context, store }: Core, { id }: Judge): readonly string[] {
  const submitted = loadRecents(context.globalState).problems[id] ?? [];
  const fetched = store.records().filter(({ service }) => service === id);
  const places = [
    ...submitted.map(({ place }) => place),
    ...fetched.map(({ hint, submission }) => submission?.place ?? hint),
  ];
  return [...new Set(places.filter((place) => place !== null))];
}

/**
 * Fetches a result and shows it. If that takes a while, shows progress with a Cancel button. `file`: file to link to
 * the record.
 */
export async function fetchAndShow(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  request: ChosenRequest,
  file?: Uri,
): Promise<void> {
  await watchingPerson(async (person) => {
    if (await rejectsCredential(extension, request.requestId)) return;
    await fetchFor(extension, person, request, file);
  });
}

async function fetchFor(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  person: Person,
  request: ChosenRequest,
  file: Uri | undefined,
): Promise<void> {
  const { judge, requestId } = request;
  const details = detailsOf(extension, request);
  extension.tracking.requestedHere.add(recordKey(judge.id, requestId));
  const title = l10n.t('Fetching {0} from {1}…', requestId, nameOfJudge(judge));
  const answer = await withPatience(title, (signal) =>
    orFailure(extension.tracking.fetch(judge, requestId, signal, details)),
  );
  if (answer instanceof RequestFailed) {
    if (answer.failure.kind === 'cancelled') return;
    const tryAgain = (): Promise<void> => fetchAndShow(extension, request, file);
    const editId = (): Promise<void> => askAndFetch(extension, judge, requestId);
    const test = { title: l10n.t('Test Online Judge'), run: () => testRequest(extension, request) };
    // the judge responded, so its configured paths may be wrong
    const ways = ['place', 'shape'].includes(answer.failure.kind) ? [test] : [];
    await showFailure(extension, answer, judge, tryAgain, 'result', ways, editId);
    return;
  }
  switch (answer.kind) {
    case 'result':
      await reveal(extension, answer.record.key, person);
      await tieOrOffer(extension, answer.record, judge, file);
      await lookForMore(extension, judge);
      void offerToFollow(extension, judge);
      return;
    case 'notReady':
      if (answer.record && isPending(answer.record)) {
        window.setStatusBarMessage(explainState(answer.record), 5000);
        await reveal(extension, answer.record.key, person);
        if (file) await tieOrOffer(extension, answer.record, judge, file);
        return;
      }
      await trackFromNow(extension, person, request, file);
  }
}

/** Returns the details of a request: those of its entry in the user's list, if it was chosen there. */
function detailsOf({ store }: Core, { judge, requestId, hint, listed }: ChosenRequest): RecordDetails {
  if (listed) return detailsOfListed(listed, store.get(recordKey(judge.id, requestId)));
  return hint === null ? {} : { hint };
}

async function withPatience<Answer>(
  title: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const asking = ask(abort.signal);
  let isThere = false;
  let timer: NodeJS.Timeout | undefined;
  const soon = asking.then(() => {
    isThere = true;
  });
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, PROGRESS_DELAY_MS)));
  await window.withProgress({ location: { viewId: 'judgeResults.records' } }, () =>
    Promise.race([soon, waited]),
  );
  clearTimeout(timer);
  if (isThere) return asking;
  return withCancel(title, () => asking, abort);
}

/**
 * Links the user’s record to `file`, or to a file found in the workspace. If there is none, offers to link the active
 * file. If the record moves below its file's row, expands that row.
 */
async function tieOrOffer(
  extension: Core & WithDiagnostics & WithList,
  record: KnownRecord,
  judge: Judge,
  file: Uri | undefined,
): Promise<void> {
  if (isOfAnotherUser(record)) return;
  if (file) await (await extension.diagnostics()).sources.link(record, file);
  else if (!(await tieFoundFile(extension, record, judge))) await offerActiveFile(extension, record);
  const now = extension.store.get(record.key);
  if (now?.source && now.source.uri !== record.source?.uri) await unfold(extension, record.key);
}

/** Handles status 204 (no result yet): adds the row and starts polling. */
async function trackFromNow(
  extension: Core & WithDiagnostics & WithList,
  person: Person,
  request: ChosenRequest,
  file: Uri | undefined,
): Promise<void> {
  const { judge, requestId } = request;
  const details = detailsOf(extension, request);
  const record = await extension.tracking.track(judge, requestId, { ...details, answered: true });
  await reveal(extension, record.key, person);
  if (file) await tieOrOffer(extension, record, judge, file);
  await offer(
    l10n.t('The result of {1} isn’t ready on {0} yet. It is being tracked.', nameOfJudge(judge), requestId),
    l10n.t('Stop Tracking'),
    () => extension.tracking.stop([record.key]),
  );
}
