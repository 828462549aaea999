import { l10n, window, type Disposable } from 'vscode';
import { systemClock, type Leases } from '../../base/ports';
import { contestKey, contestOfRecord, type AssistantRulesStorage, type ReportedContest } from '../../records';
import { contestScoreWords } from '../labels/contestScore';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { ContestRequests } from '../shared/backgroundRequests/fetchedContests';
import { assistantPermissions } from '../shared/settings/assistantPermissions';
import { onDidChangeSettings } from '../shared/settings/settings';
import { ContestWatch } from './contestWatch';
import { shownContests, timedContests, type TimedContest } from './contestWords';
import { ContestStatus } from './contestStatus';
import type { Core } from '../shared/core';

/** The watch of contests, and its item in the status bar. */
export class Contests implements Disposable {
  readonly watch: ContestWatch;
  private readonly disposables: readonly Disposable[];

  constructor(
    private readonly store: Core['store'],
    private readonly judges: Core['judges'],
    leases: { openLeases(): Promise<Leases> },
    rules: AssistantRulesStorage,
    requests: ContestRequests,
    onError: (what: string, error: unknown) => void,
  ) {
    this.watch = new ContestWatch({
      store,
      rules,
      judges: {
        judgeOf: (service) => judges.judgeOf(service),
        isReady: async (service) => {
          const judge = await judges.judgeOf(service);
          return judge !== null && !(await judges.isSignedOut(judge));
        },
        fetchContest: (judge, id) => requests.contests.fetch(judge, id),
        timeAt: (service) => judges.timeAt(service),
      },
      spaced: requests.spaced,
      leases,
      clock: systemClock,
      random: Math.random,
      permissions: assistantPermissions,
      onError,
    });
    const { watch } = this;
    const status = new ContestStatus(
      { timed: () => this.timed(), paused: () => watch.paused(), onDidChange: watch.onDidChange },
      systemClock,
    );
    this.disposables = [
      this.watch,
      status,
      watch.onDidEnd((ended) => this.announceEnd(ended)),
      onDidChangeSettings('assistants', () => this.watch.updateSettings()),
      judges.onDidChange(() => {
        watch.updateJudges().catch((error: unknown) => onError('the judges could not be read', error));
      }),
    ];
  }

  /** Returns the contests in the status bar. */
  shown(): readonly TimedContest[] {
    return shownContests(this.timed());
  }

  /** Shows that a contest has ended, with the user's score as far as it is known. */
  private announceEnd({ service, contest }: ReportedContest): void {
    const records = this.store.records().filter((record) => {
      const found = contestOfRecord(record);
      return found !== null && contestKey(found) === contestKey({ service, contest });
    });
    const title = sanitizeForUi(contest.title ?? '', 100) || nameOfJudgeId(service);
    const score = contestScoreWords(records);
    // a notification shows only its first line
    const words =
      score === '' ? l10n.t('{0} has ended.', title) : l10n.t('Contest ended: {0} ({1}).', score, title);
    void window.showInformationMessage(words);
  }

  private timed(): readonly TimedContest[] {
    return timedContests(this.watch.known(), (service) => this.judges.timeAt(service));
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }
}
export { clockWords, contestTitle, timeUntilChange, type TimedContest } from './contestWords';
export type { WithContests } from './withContests';
