import { l10n, window } from 'vscode';
import type { ListedSubmission, LostSubmission, RequestFailed, RequestFailure } from '../../judges';
import { dayAndTime } from '../labels/dateFormats';
import { nameOfJudge } from '../labels/judgeLabels';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { explainFor } from '../shared/failures/showFailure';
import type { Core } from '../shared/core';
import { submissionWords } from './findLostSubmission';
import type { LateOutcome } from './notSent';
import { keepFound, withSearch, type UnansweredOutcome } from './sendProgram';
import { sendAgain, type Prepared, type SendStep, type SubmitStep } from './submitSteps';

/**
 * Shows that the judge may have accepted a submission. Never repeats it automatically: explains that, and lets the user
 * decide. If the judge's list didn't contain the submission, searches it once more before sending, because the submission
 * may have arrived meanwhile. Returns what the user wants to do; null: nothing.
 */
export async function showUnanswered(
  extension: Core,
  step: SendStep,
  unanswered: UnansweredOutcome & LateOutcome,
): Promise<SubmitStep | null> {
  const { prepared, choices } = step;
  const { error, search, mayTakeFocus } = unanswered;
  if (await showCandidates(extension, step, search)) return null;
  if (error.failure.kind === 'cancelled') {
    // doesn't offer to repeat a submission that the user just canceled
    void window.showWarningMessage(
      l10n.t(
        'Canceled. {1} may already have been submitted to {0}, but no ID was returned.',
        nameOfJudge(prepared.judge),
        prepared.source.name,
      ),
    );
    return null;
  }
  const wish = await askWhatToDo(extension, prepared, error, search, mayTakeFocus);
  // the judge may have accepted this very text
  if (wish === 'send') return sendAgain(step);
  if (wish === 'nothing') return null;
  const canceling = new AbortController();
  const again = await withSearch(extension, prepared, choices, unanswered, canceling);
  if (again.kind !== 'unanswered' || canceling.signal.aborted) return null;
  if (wish === 'sendUnlessListed' && again.search?.kind === 'notListed') return sendAgain(step);
  return showUnanswered(extension, step, { ...again, mayTakeFocus: false });
}

/** `search`: searches the judge's list again; `sendUnlessListed`: likewise, and sends the program if it isn't there */
type Wish = 'nothing' | 'search' | 'sendUnlessListed' | 'send';

/** Lets the user choose which listed submission is the lost one. Returns false if none is listed. */
async function showCandidates(
  extension: Core,
  { prepared, choices }: SendStep,
  search: LostSubmission | null,
): Promise<boolean> {
  const candidates = candidatesIn(search);
  if (candidates.length === 0) return false;
  const lost = await askWhichIsLost(prepared, candidates);
  if (lost) await keepFound(extension, prepared, choices, lost);
  return true;
}

/**
 * Lets the user choose which of these submissions is the lost one. The notification doesn't take the focus, because the
 * user may be typing again. Null: none of them, or the user didn't choose.
 */
async function askWhichIsLost(
  { judge, source }: Prepared,
  submissions: readonly ListedSubmission[],
): Promise<ListedSubmission | null> {
  const offered = submissions.slice(-MAX_OFFERED);
  const words = offered.map((submission) => submissionWords(submission, dayAndTime));
  const message = l10n.t(
    '{0} may be one of these submissions to {1}: {2}. Add which one?',
    source.name,
    nameOfJudge(judge),
    words.join('; '),
  );
  const buttons = offered.map((submission) => ({
    title: sanitizeForUi(submission.requestId, 64),
    submission,
  }));
  const pressed = await window.showErrorMessage(message, ...buttons);
  return pressed?.submission ?? null;
}

/** Maximum number of submissions that a notification offers. */
const MAX_OFFERED = 3;

function candidatesIn(search: LostSubmission | null): readonly ListedSubmission[] {
  switch (search?.kind) {
    case 'found':
      return [search.submission];
    case 'unclear':
      return search.submissions;
    case 'notListed':
    case 'unknown':
    case undefined:
      return [];
  }
}

/**
 * Lets the user decide whether to send a program again that the judge may have accepted. The default is not to send it.
 * After a search, which can take a minute, or if the user did something else meanwhile, the question doesn't take the
 * focus.
 */
async function askWhatToDo(
  extension: Core,
  { judge, source }: Prepared,
  error: RequestFailed,
  search: LostSubmission | null,
  mayTakeFocus: boolean,
): Promise<Wish> {
  const name = nameOfJudge(judge);
  const message = extension.judges.credentials.redaction.text(explainFor(judge, error, 'submission').message);
  const sendAgain = l10n.t('Send Again');
  if (search?.kind === 'notListed') {
    const words = l10n.t('{0} lists no new submission of {1}. It may still arrive.', name, source.name);
    const pressed = await window.showErrorMessage(joined(' ', message, words), sendAgain);
    return pressed === sendAgain ? 'sendUnlessListed' : 'nothing';
  }
  if (search) {
    const words = l10n.t(
      '{1} may have been submitted to {0}. Its list of submissions couldn’t be searched.',
      name,
      source.name,
    );
    const searchAgain = l10n.t('Search Again');
    const sendAnyway = l10n.t('Send Anyway');
    const pressed = await window.showErrorMessage(joined(' ', message, words), searchAgain, sendAnyway);
    if (pressed === searchAgain) return 'search';
    return pressed === sendAnyway ? 'send' : 'nothing';
  }
  const detail = isTaken(error.failure)
    ? l10n.t(
        '{0} accepted {1} but returned no readable ID. It has probably been submitted. Sending it again may create a duplicate.',
        name,
        source.name,
      )
    : l10n.t(
        '{1} may have been submitted to {0}, but no ID was returned. Sending it again may create a duplicate.',
        name,
        source.name,
      );
  const dontSend = l10n.t('Don’t Send');
  const pressed = mayTakeFocus
    ? await window.showWarningMessage(message, { modal: true, detail }, dontSend, sendAgain)
    : await window.showErrorMessage(joined(' ', message, detail), sendAgain);
  return pressed === sendAgain ? 'send' : 'nothing';
}

/** Returns whether the judge accepted the submission, but the response is unreadable. */
function isTaken({ kind }: RequestFailure): boolean {
  return kind === 'notJson' || kind === 'shape' || kind === 'place' || kind === 'unreadable';
}
