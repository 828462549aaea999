import { commands, env, extensions, l10n, Uri, window, workspace, type Disposable } from 'vscode';
import { TaskQueue } from '../../base/async';
import { errorMessage, errorStack } from '../../base/log';
import { systemClock } from '../../base/ports';
import { sanitizeForUi } from '../labels/sanitizeText';
import { confirms, offer } from '../shared/dialogs/dialogs';
import { mementos } from '../shared/storage/storageKeys';
import { COMPANION_PORTS } from './limits';
import { ProblemReceiver, type ReceiverState } from './problemReceiver';
import { FilesForProblems } from './filesForProblems';
import { receivesProblems } from './register';
import { openShared, sharedFolder } from './userFolder';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from '../localRuns';

const COMPANION_PAGE = 'https://github.com/jmerle/competitive-companion#readme';

/** Extensions of VS Code that also create a file for each problem. */
const others = ['DivyanshuAgrawal.competitive-programming-helper', 'langningchen.cph-ng'];

/** “Receive Problems from the Browser”: receives problems from Competitive Companion while the user wants that. */
export class ReceivingSwitch implements Disposable {
  private receiver: ProblemReceiver | null = null;
  private readonly problems: FilesForProblems;
  private readonly work: TaskQueue;
  private readonly disposables: readonly Disposable[];
  private focusedAt = 0;
  private shownState = '';

  constructor(private readonly extension: Core & WithLocalRuns) {
    this.problems = new FilesForProblems(extension);
    this.work = new TaskQueue((error) => this.failed(error));
    if (window.state.focused) this.focusedAt = Date.now();
    this.disposables = [
      this.problems,
      workspace.onDidGrantWorkspaceTrust(() => this.updateLater()),
      window.onDidChangeWindowState(({ focused }) => this.focusChanged(focused)),
    ];
    this.updateLater();
  }

  /** Turns receiving on, after the user has agreed, or off in all windows. */
  async toggle(): Promise<void> {
    const { context } = this.extension;
    const isOn = receivesProblems(context);
    if (!isOn && !(await agrees())) return;
    await context.globalState.update(mementos.receivesProblems(env.remoteName ?? ''), !isOn);
    if (isOn) {
      const { receiver } = this;
      this.receiver = null;
      await receiver?.turnOff();
      window.setStatusBarMessage(l10n.t('Problems from the browser aren’t received anymore.'), 10_000);
      return;
    }
    this.updateLater();
    sayHow().catch((error: unknown) => this.extension.log.error(errorStack(error)));
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
    this.work.add(() => this.stop());
  }

  private focusChanged(focused: boolean): void {
    if (!focused) return;
    this.focusedAt = Date.now();
    this.receiver?.focused(this.focusedAt);
    this.updateLater();
  }

  private updateLater(): void {
    this.work.add(() => this.update());
  }

  /** Starts or stops receiving. The user may have changed that in another window. */
  private async update(): Promise<void> {
    const isWanted = workspace.isTrusted && receivesProblems(this.extension.context);
    if (!isWanted) return this.stop();
    if (this.receiver) return;
    const { lock, secret } = await openShared(sharedFolder(), (error) => this.failed(error));
    const receiver = new ProblemReceiver({
      ports: COMPANION_PORTS,
      secret,
      lock,
      clock: systemClock,
      random: Math.random,
      onProblem: (body) => this.problems.take(body),
      onOff: () => this.work.add(() => this.stop()),
      onState: (state) => this.stateChanged(state),
      onRefused: ({ status, reason }) => this.extension.log.warn(`receiving problems: ${status} ${reason}`),
      onError: (error) => this.failed(error),
    });
    this.receiver = receiver;
    receiver.start(this.focusedAt);
    await this.problems.takeKept();
  }

  private async stop(): Promise<void> {
    const { receiver } = this;
    this.receiver = null;
    await receiver?.stop();
  }

  private stateChanged(state: ReceiverState): void {
    const port = 'port' in state ? ` on port ${state.port}` : '';
    this.extension.log.info(`receiving problems${port}: ${state.kind}`);
    const words = stateProblem(state);
    if (words !== null) this.showTrouble(words);
  }

  private failed(error: unknown): void {
    this.extension.log.error(errorStack(error));
    const words = l10n.t('Problems can’t be received: {0}', errorMessage(error));
    this.showTrouble(words);
  }

  /** Shows why problems can't be received, once until that changes. */
  private showTrouble(words: string): void {
    if (words === this.shownState) return;
    this.shownState = words;
    const open = (): Thenable<unknown> => commands.executeCommand('judgeResults.showLog');
    void offer(words, l10n.t('Show Log'), open, window.showWarningMessage);
  }
}

/** Shows how the user can send problems from the browser. */
function sayHow(): Promise<void> {
  if (!workspace.isTrusted) {
    return offer(
      l10n.t('This window receives no problems, because its workspace isn’t trusted.'),
      l10n.t('Manage Workspace Trust'),
      () => commands.executeCommand('workbench.trust.manage'),
    );
  }
  return offer(
    l10n.t('Open a problem in the browser and select the green + of Competitive Companion.'),
    l10n.t('Get Competitive Companion'),
    () => env.openExternal(Uri.parse(COMPANION_PAGE)),
  );
}

/** Explains what is received and from whom. Returns true if the user agrees. */
async function agrees(): Promise<boolean> {
  const installed = others.flatMap((id) => {
    const manifest = extensions.getExtension(id)?.packageJSON as
      { readonly displayName?: string } | undefined;
    return manifest ? [manifest.displayName ?? id] : [];
  });
  const detail = [
    l10n.t(
      'Judge Results will listen on 127.0.0.1:{0} for the browser extension Competitive Companion, and create a file with samples for each problem that you send. Every program on this computer can send problems.',
      COMPANION_PORTS[0] ?? '',
    ),
    ...installed.map((name) =>
      l10n.t('{0} also creates a file for each problem, so you will get two.', sanitizeForUi(name, 100)),
    ),
  ].join('\n\n');
  return confirms(l10n.t('Receive problems from the browser?'), l10n.t('Receive Problems'), detail);
}

/** Returns what prevents this window from receiving problems; null: nothing. */
function stateProblem(state: ReceiverState): string | null {
  switch (state.kind) {
    case 'noPort':
      return l10n.t(
        'Problems can’t be received, because other programs use all ports of Competitive Companion.',
      );
    case 'unclear':
      return l10n.t(
        'Problems can’t be received, because the program at port {0} doesn’t respond.',
        state.port,
      );
    case 'closed':
    case 'seeking':
    case 'owner':
    case 'waiting':
      return null;
  }
}
