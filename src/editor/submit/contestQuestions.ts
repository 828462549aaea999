import { l10n, window, type MessageOptions } from 'vscode';
import { settlesWithin } from '../../base/async';
import { systemClock, type Clock } from '../../base/ports';
import type { Judge, Operation } from '../../judges';
import { contestState, type Contest } from '../../results';
import type { WithContests } from '../contests';
import { nameOfJudge } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { Core } from '../shared/core';
import { withCancel } from '../shared/dialogs/dialogs';
import { confirmsInTime, watchingPerson, type Confirmation } from '../shared/dialogs/personActions';
import { answerOrNull } from '../shared/failures/showFailure';
import { CONTEST_SOON_MS } from './limits';
import type { ChosenSubmission, Prepared } from './submitSteps';

/**
 * Lets the user decide whether a program is for the problem with the same ID in a running contest of the user, because
 * outside of the contest it wouldn't count there. Returns the submission with the chosen contest, or without one; null:
 * the user canceled.
 */
export async function withMeantPlace(
  extension: Core,
  { judge, offer: { problemList }, source }: Prepared,
  choices: ChosenSubmission,
  clock: Clock = systemClock,
): Promise<ChosenSubmission | null> {
  const { problemId, place, inputs, isOutside } = choices;
  if (!problemList?.hasOthers || place !== null || inputs !== null || isOutside) return choices;
  const { fetched, isWaiting } = await watchingPerson(
    async (person) => ({
      fetched: await fetchContestData(extension, judge, (http) => problemList.fetchAll(http), clock),
      isWaiting: person.isWaiting,
    }),
    clock,
  );
  if (fetched.kind === 'canceled') return null;
  const listed = fetched.value;
  const same = listed?.problems.find(
    (problem) => problem.problemId.toLowerCase() === problemId.toLowerCase(),
  );
  if (!same || same.place === null) return choices;
  const placed: ChosenSubmission = {
    ...choices,
    problemId: same.problemId,
    place: same.place,
    contest: listed?.contest ?? { title: same.contest ?? null, endsAt: null, id: same.place },
    ...(same.letter === undefined ? {} : { letter: same.letter }),
  };
  const contest = sanitizeForUi(same.contest ?? same.place, 100);
  const question = l10n.t(
    '{0} is also a problem of {1}, which is running. Where should {2} be submitted?',
    problemId,
    contest,
    source.name,
  );
  const detail = l10n.t('Outside of the contest, {0} counts it as practice.', nameOfJudge(judge));
  return isWaiting
    ? askPlace(question, { modal: true, detail }, placed, choices)
    : askPlace(`${question} ${detail}`, {}, placed, choices);
}

/** Lets the user decide whether to submit to the contest, or outside of it. Null: the user canceled. */
async function askPlace(
  question: string,
  options: MessageOptions,
  placed: ChosenSubmission,
  unplaced: ChosenSubmission,
): Promise<ChosenSubmission | null> {
  const inContest = l10n.t('Submit to the Contest');
  const outside = l10n.t('Submit Outside of It');
  const pressed = await window.showWarningMessage(question, options, inContest, outside);
  if (pressed === undefined) return null;
  return pressed === inContest ? placed : unplaced;
}

/** `value`: null after a failure, which is logged */
type FetchedOrCanceled<Value> =
  { readonly kind: 'fetched'; readonly value: Value | null } | { readonly kind: 'canceled' };

/** Fetches data about contests. If that isn't done soon, a notification shows it, in which it can be canceled. */
async function fetchContestData<Value>(
  extension: Core,
  judge: Judge,
  operation: Operation<Value>,
  clock: Clock,
): Promise<FetchedOrCanceled<Value>> {
  const canceling = new AbortController();
  const title = l10n.t('Loading contests from {0}…', nameOfJudge(judge));
  const loading = answerOrNull(extension, judge, operation, canceling.signal);
  // VS Code shows a notification for almost a second at least, also beneath the question that follows
  const isSoon = await settlesWithin(clock, CONTEST_SOON_MS, loading);
  const value = isSoon ? await loading : await withCancel(title, () => loading, canceling);
  return canceling.signal.aborted ? { kind: 'canceled' } : { kind: 'fetched', value };
}

/**
 * Lets the user decide whether to submit although the contest has ended. Fetches the contest again first, because it may
 * have been extended. Returns `no` if the user cancels that.
 */
export async function maySubmitAfterEnd(
  extension: Core & WithContests,
  { judge, source }: Prepared,
  { contest: ofProblem }: Pick<ChosenSubmission, 'contest'>,
  clock: Clock = systemClock,
): Promise<Confirmation> {
  const hasEnded = (known: Contest): boolean =>
    contestState(known, extension.judges.timeAt(judge.id)) === 'ended';
  const { fetch: fetchContest, only } = judge.contests ?? {};
  const contest = ofProblem ?? (only === undefined ? null : await extension.contests.known(judge.id, only));
  const id = contest?.id;
  if (!contest || !fetchContest || id === undefined || !hasEnded(contest)) return 'yes';
  return watchingPerson(async (person) => {
    const fetched = await fetchContestData(extension, judge, (http) => fetchContest(http, id), clock);
    if (fetched.kind === 'canceled') return 'no';
    const current = fetched.value;
    if (current && !hasEnded(current)) return 'yes';
    const title = sanitizeForUi(current?.title ?? contest.title ?? id, 100);
    const asked = {
      question: l10n.t('{0} has ended. Submit {1} anyway?', title, source.name),
      button: l10n.t('Submit Anyway'),
      detail: l10n.t('The judge may count it as too late.'),
    };
    return confirmsInTime(person, asked);
  }, clock);
}
