import { l10n, window } from 'vscode';
import { systemClock } from '../../base/ports';
import { recordKey } from '../../records';
import {
  findLostSubmission,
  sentSubmissionsOf,
  type ListedSubmission,
  type LostSubmission,
  type SendingTimes,
  type RequestFailed,
  type Submission,
} from '../../judges';
import { shortMoment } from '../labels/dateFormats';
import { joined } from '../labels/recordLabels';
import { nameOfJudge } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { withCancel } from '../shared/dialogs/dialogs';
import type { Prepared } from './submitSteps';
import type { Core } from '../shared/core';

/** A submission that the judge may have accepted, although its response was lost. */
export interface UnansweredSubmission {
  readonly submission: Submission;
  readonly times: SendingTimes;
  readonly error: RequestFailed;
}

/**
 * Searches the judge's list for a submission whose response was lost. Shows the progress, which the user can cancel.
 * Null: the judge has no list. `canceling`: fires if the user cancels
 */
export async function searchLostSubmission(
  extension: Core,
  { judge, source }: Prepared,
  { submission, times }: UnansweredSubmission,
  canceling: AbortController,
): Promise<LostSubmission | null> {
  const { judges, store } = extension;
  const fetchSent = sentSubmissionsOf(judge, submission, await judges.accountOf(judge));
  if (!fetchSent) return null;
  const clockLead = judges.timeAt(judge.id) - Date.now();
  const title = l10n.t(
    'No response to {0}. Looking for it in the submissions on {1}…',
    source.name,
    nameOfJudge(judge),
  );
  const search = (signal: AbortSignal): Promise<LostSubmission> => {
    const list = {
      fetchSent: (sentAt: { readonly from: number; readonly to: number }) =>
        judges.ask(judge, fetchSent(sentAt), signal),
      isKnown: ({ requestId }: ListedSubmission) => store.get(recordKey(judge.id, requestId)) !== null,
    };
    return findLostSubmission(list, times, clockLead, systemClock, signal);
  };
  return withCancel(title, search, canceling);
}

/** Reports which submission was taken over. */
export function showTakenOver({ source }: Prepared, found: ListedSubmission): void {
  void window.showInformationMessage(
    l10n.t(
      // the notification is one line, so it omits the judge and the day
      '{0} was submitted ({1}). Only the response was lost.',
      source.name,
      submissionWords(found, shortMoment),
    ),
  );
}

export function submissionWords(
  { requestId, at }: ListedSubmission,
  timeWords: (time: number) => string,
): string {
  return joined(', ', at === null ? '' : timeWords(at), sanitizeForUi(requestId, 64));
}
