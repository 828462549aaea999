import type { Disposable } from 'vscode';
import { systemClock, type Leases } from '../../base/ports';
import type { AssistantRulesStorage } from '../../records';
import { assistantPermissions, onDidChangeSettings } from '../shared/settings';
import { ContestWatch } from './contestWatch';
import { shownContests, timedContests, type TimedContest } from './contestClock';
import { ContestStatus } from './contestStatus';
import type { Core } from '../shared/core';

/** The watch of contests, and its item in the status bar. */
export class Contests implements Disposable {
  readonly watch: ContestWatch;
  private readonly disposables: readonly Disposable[];

  constructor(
    store: Core['store'],
    private readonly judges: Core['judges'],
    leases: { openLeases(): Promise<Leases> },
    rules: AssistantRulesStorage,
    onError: (what: string, error: unknown) => void,
  ) {
    this.watch = new ContestWatch({
      store,
      rules,
      judges: {
        judgeOf: (service) => judges.judgeOf(service),
        requestInBackground: (judge, operation) => judges.ask(judge, operation, undefined, 'background'),
        timeAt: (service) => judges.timeAt(service),
      },
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
      onDidChangeSettings('assistants', () => this.watch.updateSettings()),
    ];
  }

  /** Returns the contests in the status bar. */
  shown(): readonly TimedContest[] {
    return shownContests(this.timed());
  }

  private timed(): readonly TimedContest[] {
    return timedContests(this.watch.known(), (service) => this.judges.timeAt(service));
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }
}
export { clockWords, type TimedContest } from './contestClock';
export type { WithContests } from './withContests';
