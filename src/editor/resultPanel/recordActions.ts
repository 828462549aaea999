import { l10n } from 'vscode';
import type { Action, ActionId, ActionPlace } from '../../resultPage/messages';
import {
  canResumeTracking,
  hasJudgedText,
  hasSubmission,
  isNewer,
  isOfAnotherUser,
  isPending,
  isSample,
  namesProblem,
  type KnownRecord,
  isAwaited,
  showsVerdict,
  verdictOf,
} from '../../records';
import type { Judge } from '../../judges';
import { placeWords } from '../labels/recordLabels';
import { earlierOf, versionsOf } from './versions';
import { MAX_PAGE_BUTTONS } from './limits';

/** Data about a record that its judge provides. */
export interface AtJudge {
  /** whether its problem has a web page */
  readonly hasProblemPage: boolean;
  /** whether the judge lists the user's submissions to its problem */
  readonly listsByProblem: boolean;
  /** whether the record has a web page */
  readonly hasRecordPage: boolean;
  /** false: the result of a run on this computer, which has ended */
  readonly mayChange: boolean;
  /** domain of the record, from `placeWords` */
  readonly place: string;
}

/** Returns the data about a record's judge that its page needs. `judge`: null if it was removed */
export function dataAtJudge(record: KnownRecord, judge: Judge | null): AtJudge {
  return {
    hasProblemPage: Boolean(judge?.pages?.problem && namesProblem(record.submission)),
    listsByProblem: Boolean(judge?.problemSubmissions && namesProblem(record.submission)),
    hasRecordPage: judge?.pages?.record?.(record) != null,
    mayChange: !judge?.runsHere || isPending(record),
    place: placeWords(record, judge),
  };
}

interface ActionContext {
  readonly all: readonly KnownRecord[];
  /** Whether the page must not be reused for another record. */
  readonly isKept: boolean;
  readonly isComparison: boolean;
  /** The earlier record of a comparison; null: this isn't a comparison, or the record was removed. */
  readonly before: KnownRecord | null;
  readonly atJudge: AtJudge;
  /** Only the record's web page shows the compiler output. */
  readonly isOutputOnPage: boolean;
}

/** Returns the actions on the page of a record, in display order, each with its position. */
export function recordActions(record: KnownRecord, context: ActionContext): readonly Action[] {
  const { before, atJudge, isOutputOnPage } = context;
  const keep = context.isKept ? [] : [action('keep', 'icon')];
  if (context.isComparison) {
    const canCompare = before && hasJudgedText(before) && hasJudgedText(record);
    return [...keep, ...(canCompare ? [action('compareSources', 'button')] : [])];
  }
  if (isNewer(record)) return [...keep, action('reloadWindow', 'primary'), action('copyRequestId', 'menu')];
  const canRefresh =
    atJudge.mayChange && !isSample(record) && !canResumeTracking(record) && hasSubmission(record);
  const buttons = buttonsOf(record, context.all);
  return [
    // demo results have no judge
    ...(canRefresh ? [action('refresh', 'icon')] : []),
    ...keep,
    ...(atJudge.hasProblemPage ? [action('openProblem', 'link')] : []),
    ...(atJudge.hasRecordPage && !isOutputOnPage ? [action('openInBrowser', 'link')] : []),
    ...(atJudge.hasRecordPage && isOutputOnPage ? [openTeamPage()] : []),
    ...buttons.slice(0, MAX_PAGE_BUTTONS),
    ...buttons.slice(MAX_PAGE_BUTTONS).map(({ id }) => action(id, 'menu')),
    ...(record.source || isOfAnotherUser(record) ? [action('setSourceFile', 'menu')] : []),
    ...(record.source && !atJudge.mayChange ? actionsOfRun() : []),
    ...(atJudge.listsByProblem ? [action('showProblemSubmissions', 'menu')] : []),
    ...(record.summary ? [action('copyAsMarkdown', 'menu')] : []),
    action('editNote', 'menu'),
    ...(hasSubmission(record) ? [action('copyRequestId', 'menu')] : []),
    ...(record.summary ? [action('exportJson', 'menu')] : []),
  ];
}

/** Returns the buttons of the record, most useful first. */
function buttonsOf(record: KnownRecord, all: readonly KnownRecord[]): Action[] {
  const newest = versionsOf(record, all).at(-1) ?? record;
  // if the file was only linked, the problem may not accept submissions from here
  const canSubmit = record.submission && record.source?.how === 'submitted' && !isSample(record);
  const isFailed = hasFailed(record);
  const again = record.submission?.hasSamples ? 'runSamples' : 'submitAgain';
  const submit = canSubmit ? [action(again, isFailed ? 'primary' : 'button')] : [];
  return [
    ...(canResumeTracking(record) ? [action('resumeTracking', 'primary')] : []),
    ...(isAwaited(record) ? [action('stopTracking', 'button')] : []),
    ...(isFailed ? submit : []),
    ...(record.source || isSample(record) || isOfAnotherUser(record)
      ? []
      : [action('setSourceFile', 'primary')]),
    ...(newest.key !== record.key && hasJudgedText(record) ? [action('restoreVersion', 'button')] : []),
    ...(earlierOf(record, all) ? [action('compareWithPrevious', 'button')] : []),
    ...(record.source || hasCodeOfAnotherUser(record) ? [action('openSource', 'button')] : []),
    ...(isFailed ? [] : submit),
  ];
}

/** Returns whether “Open Source” can open the code of another user's submission. */
function hasCodeOfAnotherUser(record: KnownRecord): boolean {
  return isOfAnotherUser(record) && hasJudgedText(record);
}

/** Returns whether there is a verdict other than accepted. */
function hasFailed(record: KnownRecord): boolean {
  return showsVerdict(record) && verdictOf(record)?.meaning?.kind !== 'accepted';
}

/** Returns the actions of a run on this computer: run again, and change the samples of its program. */
function actionsOfRun(): readonly Action[] {
  return [
    action('runAgain', 'menu'),
    action('addSample', 'menu'),
    action('editSample', 'menu'),
    action('deleteSample', 'menu'),
  ];
}

function openTeamPage(): Action {
  return { ...action('openInBrowser', 'primary'), label: l10n.t('Open Team’s Page') };
}

function action(id: ActionId, place: ActionPlace): Action {
  const labels: Readonly<Record<ActionId, string>> = {
    refresh: l10n.t('Refresh'),
    keep: l10n.t('Keep Open'),
    resumeTracking: l10n.t('Resume Tracking'),
    submitAgain: l10n.t('Submit Again'),
    runSamples: l10n.t('Run Samples'),
    runAgain: l10n.t('Run Again'),
    openSource: l10n.t('Open Source'),
    compareWithPrevious: l10n.t('Compare with Previous'),
    compareSources: l10n.t('Compare Sources'),
    restoreVersion: l10n.t('Restore This Version'),
    reloadWindow: l10n.t('Reload Window'),
    setSourceFile: l10n.t('Set Source File…'),
    addSample: l10n.t('Add Sample…'),
    editSample: l10n.t('Edit Sample'),
    deleteSample: l10n.t('Remove Sample…'),
    openProblem: l10n.t('Problem'),
    showProblemSubmissions: l10n.t('Submissions to This Problem…'),
    openInBrowser: l10n.t('Submission'),
    stopTracking: l10n.t('Stop Tracking'),
    copyAsMarkdown: l10n.t('Copy as Markdown'),
    editNote: l10n.t('Edit Note…'),
    copyRequestId: l10n.t('Copy ID'),
    exportJson: l10n.t('Export as JSON…'),
  };
  return { id, label: labels[id], place };
}
