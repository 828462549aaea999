import {
  commands,
  env,
  l10n,
  QuickPickItemKind,
  Uri,
  window,
  type Disposable,
  type QuickPickItem,
} from 'vscode';
import { systemClock, type Clock } from '../../base/ports';
import type { FoundProblem, Judge, JudgeId, ListedProblems } from '../../judges';
import { contestKey, contestOfRecord, type KnownRecord, type ReportedContest } from '../../records';
import { clockWords, contestTitle, timeUntilChange, type TimedContest, type WithContests } from '../contests';
import { judgeForFile } from '../judges';
import { shortMoment } from '../labels/dateFormats';
import { nameOfJudge } from '../labels/judgeLabels';
import { problemLabel, timeLimitWords } from '../labels/problemLabel';
import { problemState, problemStateWords } from '../labels/problemState';
import { joined } from '../labels/recordLabels';
import { chosenIn } from '../shared/dialogs/quickPick';
import { answerOrNull } from '../shared/failures/showFailure';
import { LONGEST_TICK_MS } from './limits';
import { problemActions, type ProblemAction } from './judgeProblems';
import { showStatement } from './showStatement';
import type { Core } from '../shared/core';

interface ContestItem extends QuickPickItem {
  /** Opens what the row shows. Absent: the row is only text. */
  readonly open?: () => PromiseLike<unknown>;
  /** Absent: the row isn't a problem. */
  readonly problem?: ProblemWithActions;
}

/** A problem with its buttons, which leave the box open. */
interface ProblemWithActions {
  readonly name: FoundProblem;
  readonly actions: readonly ProblemAction[];
}

/** A judge of a contest, and the actions that are possible there. */
interface ContestJudge {
  readonly judge: Judge;
  readonly actions: readonly ProblemAction[];
  readonly clarifications: ContestClarifications | null;
}

/** The clarifications of a contest. `id`: as in `Contest.id` */
interface ContestClarifications {
  /** Returns “2 new”, or the number of all clarifications; empty: none. */
  countWords(judge: Judge, id: string): string;
  show(judge: Judge, id: string): Promise<void>;
}

interface WithContestClarifications {
  readonly clarifications: () => Promise<ContestClarifications>;
}

type ContestExtension = Core & WithContests & WithContestClarifications;

/**
 * “Show Contest”: lists the problems of the contests in the status bar, with the user's results, and the contests' pages.
 * Never starts the user's own time.
 */
export async function showContest(
  extension: ContestExtension,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<void> {
  const shown = await extension.contests.shown();
  const contests = await Promise.all(
    shown.map(async (timed) => ({ timed, at: await contestJudge(extension, timed.service), problems: null })),
  );
  const box = new ContestBox(extension, contests, shown, clock);
  const chosen = await box.choose();
  await chosen?.();
}

/** A contest in the box. */
interface ListedContest {
  /** with the time at which the box opened */
  readonly timed: TimedContest;
  /** null: the judge was removed */
  readonly at: ContestJudge | null;
  /** null: not fetched yet, or unknown */
  problems: ListedProblems | null;
}

/** The box with the problems and the pages of contests. The remaining time counts down while it is open. */
class ContestBox implements Disposable {
  private readonly pick = window.createQuickPick<ContestItem>();
  private readonly closed = new AbortController();
  private nextTick: Disposable | null = null;

  constructor(
    private readonly extension: ContestExtension,
    private readonly contests: readonly ListedContest[],
    /** the contests in the status bar, which change while the box is open */
    private shown: readonly TimedContest[],
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.pick.placeholder = l10n.t('Select a problem to open it');
    this.pick.matchOnDescription = true;
  }

  dispose(): void {
    this.closed.abort();
    this.nextTick?.dispose();
  }

  /** Shows the box until the user closes it or chooses a row. Returns what opens the row; undefined: nothing. */
  async choose(): Promise<ContestItem['open']> {
    const { pick } = this;
    this.showRows();
    this.tickLater();
    pick.busy = true;
    pick.show();
    const fetching = this.contests.flatMap((contest) => [this.refresh(contest), this.listProblems(contest)]);
    void Promise.all(fetching).then(() => (pick.busy = false));
    const buttons = pick.onDidTriggerItemButton(({ item: { problem }, button }) => {
      const action = problem?.actions.find((other) => other.button === button);
      if (problem) action?.run(problem.name);
    });
    return chosenIn(pick, () => pick.activeItems[0]?.open, [buttons, this]);
  }

  /** whether there is one contest, whose remaining time is in the title of the box */
  private get hasOne(): boolean {
    return this.contests.length === 1;
  }

  private showRows(): void {
    const { pick, extension } = this;
    const items = this.contests.flatMap((contest) => {
      const timed = this.shown.find((other) => contestKey(other) === contestKey(contest.timed));
      return contestItems(extension, { ...contest, timed: timed ?? contest.timed }, !this.hasOne);
    });
    const [active] = pick.activeItems;
    pick.items = [...items, ...assistantItems()];
    const same = pick.items.filter(({ label }) => label === active?.label).slice(0, 1);
    if (same.length > 0) pick.activeItems = same;
    this.showTitle();
  }

  private showTitle(): void {
    const [only] = this.shown;
    this.pick.title = joined(' · ', l10n.t('Contest'), this.hasOne && only ? clockWords(only) : '');
  }

  /** Fetches the times of a contest again, because organizers move them. */
  private async refresh({ timed: { service, contest } }: ListedContest): Promise<void> {
    if (contest.id !== undefined) await this.extension.contests.refresh(service, contest.id);
    this.shown = await this.extension.contests.shown();
    if (this.closed.signal.aborted) return;
    this.showRows();
    this.tickLater();
  }

  private async listProblems(contest: ListedContest): Promise<void> {
    const { signal } = this.closed;
    if (contest.at)
      contest.problems = await fetchProblems(this.extension, contest.timed, contest.at.judge, signal);
    if (!signal.aborted) this.showRows();
  }

  private async tick(): Promise<void> {
    this.shown = await this.extension.contests.shown();
    // new rows would take the mouse’s target away, so they are replaced only if they contain times
    if (this.hasOne) this.showTitle();
    else this.showRows();
    this.tickLater();
  }

  private tickLater(): void {
    this.nextTick?.dispose();
    const next = Math.min(...this.shown.map(timeUntilChange));
    if (next < Infinity && !this.closed.signal.aborted)
      this.nextTick = this.clock.after(Math.min(next, LONGEST_TICK_MS), () => void this.tick());
  }
}

/** Null: the judge was removed. */
async function contestJudge(extension: ContestExtension, service: JudgeId): Promise<ContestJudge | null> {
  const judge = await extension.judges.judgeOf(service);
  if (!judge) return null;
  const file = window.activeTextEditor?.document.uri ?? null;
  const choice = file && (await judgeForFile(extension, file)).choice;
  // “Get Samples” requests them from the judge of the file
  const isOfFile = choice?.kind === 'chosen' && choice.judge.id === judge.id;
  return {
    judge,
    actions: problemActions(extension, judge, isOfFile ? file : null),
    clarifications: judge.contests?.clarifications ? await extension.clarifications() : null,
  };
}

/** Fetches the problems of a contest. Null: the judge doesn't list them, or the request failed. */
async function fetchProblems(
  extension: Core,
  { contest: { id } }: TimedContest,
  judge: Judge,
  signal: AbortSignal,
): Promise<ListedProblems | null> {
  const list = judge.contests?.fetchProblems;
  if (!list || id === undefined) return null;
  return answerOrNull(extension, judge, (http) => list(http, id, false), signal);
}

/** `hasClock`: whether the row of the contest shows the remaining time */
function contestItems(
  extension: ContestExtension,
  { timed, at, problems: listed }: ListedContest,
  hasClock: boolean,
): readonly ContestItem[] {
  const { contest } = timed;
  const { judge = null, actions = [] } = at ?? {};
  const title = contestTitle(contest, judge ? nameOfJudge(judge) : '') || l10n.t('contest');
  const page = contest.id === undefined ? undefined : judge?.pages?.contest?.(contest.id);
  const openPage = page === undefined ? undefined : () => env.openExternal(Uri.parse(page, true));
  const { problems = [], ownTime } = listed ?? {};
  const rows = problems.map((problem): ContestItem => {
    const label = `$(list-ordered) ${problemLabel(problem)}`;
    const open = judge ? (openerOf(extension, judge, problem) ?? openPage) : undefined;
    const description = describe(extension, timed, problem);
    const buttons = actions.map(({ button }) => button);
    const row = { label, description, buttons, problem: { name: problem, actions } };
    return open ? { ...row, open } : row;
  });
  return [
    {
      label: joined(' · ', title, hasClock ? clockWords(timed) : ''),
      kind: QuickPickItemKind.Separator,
    },
    ...(rows.length === 0 ? emptyRows(timed, ownTime !== undefined) : rows),
    ...(at ? clarificationRows(timed, at) : []),
    ...(openPage
      ? [{ label: `$(link-external) ${l10n.t('Open Contest Page')}`, alwaysShow: true, open: openPage }]
      : []),
  ];
}

/** Returns the rows for the clarifications of a contest and for a question; none if the judge has no clarifications. */
function clarificationRows(
  { contest: { id } }: TimedContest,
  { judge, clarifications }: ContestJudge,
): readonly ContestItem[] {
  if (!clarifications || id === undefined) return [];
  return [
    {
      label: `$(comment-discussion) ${l10n.t('Clarifications')}`,
      description: clarifications.countWords(judge, id),
      alwaysShow: true,
      open: () => clarifications.show(judge, id),
    },
    {
      label: `$(question) ${l10n.t('Ask the Jury…')}`,
      alwaysShow: true,
      open: () => commands.executeCommand('judgeResults.askJury', undefined, judge.id, id),
    },
  ];
}

/** Returns the row with the reason why no problem is listed; none: the reason is unknown. */
function emptyRows({ contest: { startsAt = null }, now }: TimedContest, isOwnTime: boolean): ContestItem[] {
  if (isOwnTime) return [{ label: `$(watch) ${l10n.t('You haven’t started the contest yet.')}` }];
  if (startsAt === null || startsAt <= now) return [];
  return [{ label: `$(clock) ${l10n.t('The contest begins at {0}.', shortMoment(startsAt, now))}` }];
}

/** Returns the time limit of a problem, and the user's result. */
function describe(extension: Core, timed: TimedContest, problem: FoundProblem): string {
  const records = extension.store.records().filter((record) => isOf(record, timed, problem));
  return joined(' · ', timeLimitWords(problem.limits), problemStateWords(problemState(records)));
}

function isOf(record: KnownRecord, contest: ReportedContest, { problemId }: FoundProblem): boolean {
  const ofRecord = contestOfRecord(record);
  return (
    record.submission?.problemId === problemId &&
    ofRecord !== null &&
    contestKey(ofRecord) === contestKey(contest)
  );
}

/** Returns the function that shows the statement of a problem, or opens its page; undefined: the judge has neither. */
function openerOf(
  extension: Core,
  judge: Judge,
  problem: FoundProblem,
): (() => PromiseLike<unknown>) | undefined {
  if (judge.submission?.fetchStatement) return () => showStatement(extension, judge, problem);
  const page = judge.pages?.problem?.(problem);
  return page === undefined ? undefined : () => env.openExternal(Uri.parse(page, true));
}

function assistantItems(): readonly ContestItem[] {
  return [
    { label: '', kind: QuickPickItemKind.Separator },
    {
      label: `$(shield) ${l10n.t('Assistants During Contests')}…`,
      open: () => commands.executeCommand('judgeResults.assistantsDuringContests'),
    },
  ];
}
