import { l10n, StatusBarAlignment, window, type Disposable, type Event } from 'vscode';
import type { Clock } from '../../base/ports';
import { contestKey } from '../../records';
import { clockWords, contestLines, shownContests, timeUntilChange, type TimedContest } from './contestWords';
import type { PausedJudge } from './contestWatch';
import { LONGEST_WATCH_TIMER_MS } from './limits';
import { pauseWords } from './pauseWords';

/** The known contests, and the judges whose results assistants can't read because of them. */
export interface WatchedContests {
  timed(): readonly TimedContest[];
  paused(): readonly PausedJudge[];
  readonly onDidChange: Event<void>;
}

/**
 * Shows in the status bar how much time a contest has left, or when it begins. Hidden, and without a timer, if no contest
 * is known or near.
 */
export class ContestStatus implements Disposable {
  private readonly item = window.createStatusBarItem('judgeResults.contest', StatusBarAlignment.Left, 3);
  private timer: { dispose(): void } | null = null;
  private readonly disposables: readonly Disposable[];

  constructor(
    private readonly watch: WatchedContests,
    private readonly clock: Clock,
  ) {
    this.item.name = l10n.t('Contest');
    this.item.command = 'judgeResults.showContest';
    this.disposables = [
      this.item,
      watch.onDidChange(() => this.update()),
      // a contest may have come near while no timer was running
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.update();
      }),
    ];
    this.update();
  }

  dispose(): void {
    this.timer?.dispose();
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  /** Called after the contests or the settings have changed, and when the words change. */
  update(): void {
    const shown = shownContests(this.watch.timed());
    this.setTimer(shown);
    const [first] = shown;
    const paused = this.watch.paused();
    if (!first && paused.length === 0) {
      this.item.hide();
      return;
    }
    const words = first ? clockWords(first) : l10n.t('running');
    const described = new Set(shown.map(contestKey));
    const undescribed = paused.filter((judge) => !described.has(contestKey(judge)));
    const pauses = paused.length === 0 ? [] : [explanation(), ...undescribed.map(pauseWords)];
    const lines = [...shown.flatMap(contestLines), ...pauses];
    this.item.text = `$(watch) ${words}`;
    // plain text, because Markdown would turn URLs in the titles of contests into links
    this.item.tooltip = lines.join('\n');
    this.item.accessibilityInformation = { label: [words, ...lines].join('. '), role: 'button' };
    this.item.show();
  }

  private setTimer(shown: readonly TimedContest[]): void {
    this.timer?.dispose();
    const next = Math.min(...shown.map(timeUntilChange));
    // timers stop while the computer sleeps
    this.timer =
      next === Infinity
        ? null
        : this.clock.after(Math.min(next, LONGEST_WATCH_TIMER_MS), () => this.update());
  }
}

function explanation(): string {
  return l10n.t('Assistants can’t read results of a judge while a contest is running there.');
}
