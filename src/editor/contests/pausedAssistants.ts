import { l10n, StatusBarAlignment, window, type Disposable, type Event } from 'vscode';
import { shortMoment } from '../labels/dateFormats';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/text';
import type { PausedJudge } from './contestWatch';

/** Shows in the status bar that assistants can't read results, only while a contest is running. */
export class PausedAssistantsStatus implements Disposable {
  private readonly item = window.createStatusBarItem(
    'judgeResults.pausedAssistants',
    StatusBarAlignment.Left,
    3,
  );
  private readonly disposables: readonly Disposable[];

  constructor(
    private readonly watch: { paused(): readonly PausedJudge[]; readonly onDidChange: Event<void> },
  ) {
    this.item.name = l10n.t('Paused assistants');
    this.item.command = 'judgeResults.assistantsDuringContests';
    this.disposables = [this.item, watch.onDidChange(() => this.update())];
    this.update();
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  /** Called after the contests or the settings have changed. */
  update(): void {
    const paused = this.watch.paused();
    if (paused.length === 0) {
      this.item.hide();
      return;
    }
    const lines = paused.map(pauseWords);
    const explanation = l10n.t('Assistants can’t read results of a judge while a contest is running there.');
    this.item.text = `$(shield) ${titleOf(paused)}`;
    // plain text, because Markdown would turn URLs in the titles of contests into links
    this.item.tooltip = [explanation, ...lines].join('\n');
    this.item.accessibilityInformation = { label: [titleOf(paused), ...lines].join('. '), role: 'button' };
    this.item.show();
  }
}

/** Returns the text of the item, with the end of the contest that ends last. */
function titleOf(paused: readonly PausedJudge[]): string {
  const ends = paused.map(({ contest }) => contest.endsAt ?? Infinity);
  const last = Math.max(0, ...ends);
  return last === Infinity
    ? l10n.t('Assistants paused')
    : l10n.t('Assistants paused until {0}', shortMoment(last));
}

/** Describes a paused judge: its name, the contest, and the end of the contest. */
export function pauseWords({ service, contest }: PausedJudge): string {
  const judge = nameOfJudgeId(service);
  const title = sanitizeForUi(contest.title ?? '', 60) || l10n.t('contest');
  return contest.endsAt === null
    ? l10n.t('{0}: {1} is running, and its end is unknown', judge, title)
    : l10n.t('{0}: {1} is running until {2}', judge, title, shortMoment(contest.endsAt));
}
