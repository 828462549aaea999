import type { Disposable } from 'vscode';
import { systemClock, type Leases } from '../../base/ports';
import type { AssistantRulesStorage } from '../../records';
import { assistantPermissions, onDidChangeSettings } from '../shared/settings';
import { ContestWatch } from './contestWatch';
import { PausedAssistantsStatus } from './pausedAssistants';
import type { Core } from '../shared/core';

/** The watch of contests, and its item in the status bar. */
export class Contests implements Disposable {
  readonly watch: ContestWatch;
  private readonly disposables: readonly Disposable[];

  constructor(
    { store, judges }: Pick<Core, 'store' | 'judges'>,
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
    const status = new PausedAssistantsStatus(this.watch);
    this.disposables = [
      this.watch,
      status,
      onDidChangeSettings('assistants', () => this.watch.updateSettings()),
    ];
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }
}
export type { WithContests } from './withContests';
