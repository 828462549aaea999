import { recordKey, type KnownRecord } from '../../records';
import {
  PostTimer,
  RequestFailed,
  type HiddenRecord,
  type Judge,
  type ListedSubmission,
  type LostSubmission,
  type RequestName,
  type Submitted,
} from '../../judges';
import { systemClock } from '../../base/ports';
import { fileNameOf, keepSubmitted, otherFilesOf, type SourceToSubmit } from '../program';
import { answerOrNull, logFailure, orFailure } from '../shared/failures/showFailure';
import type { Core } from '../shared/core';
import { remember } from './lastSubmission';
import { searchLostSubmission, showTakenOver, type UnansweredSubmission } from './findLostSubmission';
import type { ChosenSubmission, Prepared } from './submitSteps';

type SendingOutcome = AcceptedOutcome | FailedOutcome | UnansweredOutcome;

export type AcceptedOutcome =
  | { readonly kind: 'accepted'; readonly record: KnownRecord }
  /** The contest hides the result. */
  | { readonly kind: 'hidden' };

/** The judge didn't receive the program, or rejected it. */
export interface FailedOutcome {
  readonly kind: 'failed';
  readonly error: RequestFailed;
}

/** The judge may have accepted the program. */
export interface UnansweredOutcome extends UnansweredSubmission {
  readonly kind: 'unanswered';
  /** result of searching the judge's list; null: not searched, or the judge has no list */
  readonly search: LostSubmission | null;
}

/** Sends a program. If the judge accepted it, stores its record, tracks it, and remembers the choices. */
export async function sendAndTrack(
  extension: Core,
  { judge, offer, source }: Prepared,
  choices: ChosenSubmission,
  signal: AbortSignal,
): Promise<SendingOutcome> {
  const trackId = crypto.randomUUID().slice(0, offer.trackIdLimit);
  const submission = {
    ...choices,
    code: source.code,
    fileName: fileNameOf(source),
    others: otherFilesOf(source),
    trackId,
  };
  const timer = new PostTimer(systemClock);
  const submit = timer.timed((http) => offer.submit(http, submission));
  const submitted = await orFailure(extension.judges.ask(judge, submit, signal));
  if (submitted instanceof RequestFailed) {
    if (submitted.sent === 'no') return { kind: 'failed', error: submitted };
    const end = Date.now();
    const times = { start: timer.start ?? end, end };
    return { kind: 'unanswered', submission, times, error: submitted, search: null };
  }
  if (choices.inputs === null && !isKnown(extension, judge, submitted))
    extension.remaining.countSubmission(judge.id, choices);
  if (submitted.kind === 'accepted') {
    extension.remaining.noteNext(judge.id, choices, submitted.nextAt);
    const record = await storeSubmitted(extension, judge, source, choices, submitted);
    await remember(extension, judge, source, choices);
    return { kind: 'accepted', record };
  }
  await remember(extension, judge, source, choices);
  extension.tracking.onJudgeResponded(judge.id);
  const { findRecord } = submitted;
  const hidden = findRecord && (await answerOrNull(extension, judge, findRecord, signal));
  if (!hidden) return { kind: 'hidden' };
  const known = withHiddenContest(choices, hidden);
  const record = await storeSubmitted(extension, judge, source, known, hidden, { isHidden: true });
  return { kind: 'accepted', record };
}

/**
 * Searches the judge's list for a program that the judge may have accepted. Takes it over if the list contains it,
 * unless the user canceled: then it is only offered. `canceling`: fires if the user cancels the search
 */
export async function withSearch(
  extension: Core,
  prepared: Prepared,
  choices: ChosenSubmission,
  unanswered: UnansweredOutcome,
  canceling = new AbortController(),
): Promise<AcceptedOutcome | UnansweredOutcome> {
  logFailure(extension, unanswered.error, prepared.judge);
  // a run with custom inputs isn't listed
  if (choices.inputs !== null) return unanswered;
  const search = await searchLostSubmission(extension, prepared, unanswered, canceling);
  const isCanceled = unanswered.error.failure.kind === 'cancelled';
  if (search?.kind !== 'found' || isCanceled) return { ...unanswered, search };
  const record = await keepFound(extension, prepared, choices, search.submission);
  return { kind: 'accepted', record };
}

/** Stores the record of a submission that was found in the judge's list, and reports it. */
export async function keepFound(
  extension: Core,
  prepared: Prepared,
  choices: ChosenSubmission,
  found: ListedSubmission,
): Promise<KnownRecord> {
  const { judge, source } = prepared;
  extension.remaining.countSubmission(judge.id, choices);
  const record = await storeSubmitted(extension, judge, source, choices, found);
  await remember(extension, judge, source, choices);
  showTakenOver(prepared, found);
  return record;
}

/**
 * Returns whether the record already exists, because the judge returned the ID of an earlier submission of the same
 * program.
 */
function isKnown({ store }: Core, { id }: Judge, submitted: Submitted): boolean {
  return submitted.kind === 'accepted' && store.get(recordKey(id, submitted.requestId)) !== null;
}

function withHiddenContest(choices: ChosenSubmission, hidden: HiddenRecord): ChosenSubmission {
  return { ...choices, contest: hidden.contest ?? choices.contest };
}

/** Stores the record of an accepted submission, and tracks it. `isHidden`: its contest hides the result. */
function storeSubmitted(
  extension: Core,
  judge: Judge,
  source: SourceToSubmit,
  choices: ChosenSubmission,
  { requestId, hint }: RequestName,
  { isHidden } = { isHidden: false },
): Promise<KnownRecord> {
  const { problemId, title, letter, place, contest, language, languageName, optimise } = choices;
  const { inputs, expected, limits } = choices;
  const details = {
    hint,
    submission: {
      problemId,
      title,
      place,
      language,
      optimise,
      ...(letter ? { letter } : {}),
      ...(languageName === null ? {} : { languageName }),
      ...(contest ? { contest } : {}),
      ...(inputs === null ? {} : { isSelfTest: true as const }),
      ...(expected ? { hasSamples: true as const } : {}),
    },
    limits,
  };
  return keepSubmitted(extension, judge, source, requestId, details, isHidden);
}
