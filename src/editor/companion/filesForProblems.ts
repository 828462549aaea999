import {
  commands,
  l10n,
  StatusBarAlignment,
  window,
  workspace,
  type Disposable,
  type StatusBarItem,
} from 'vscode';
import { TaskQueue } from '../../base/async';
import { errorStack } from '../../base/log';
import { systemClock } from '../../base/ports';
import { shownFileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { offer } from '../shared/dialogs/dialogs';
import { chooseExtension, rememberExtension } from './chooseExtension';
import { ContestBatch } from './contestBatch';
import { createProgram, type Created } from './createProgram';
import { keepProblem, takeKeptProblems } from './keptUntilFolderOpens';
import { MAX_PROBLEMS_PER_MINUTE } from './limits';
import { readProblem, type ReceivedProblem } from './companionFormat';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from '../localRuns';

type CreatedFile = Extract<Created, { kind: 'file' }>;

/** Turns received problems into files, and shows them. */
export class FilesForProblems implements Disposable {
  private readonly work: TaskQueue;
  private readonly batches: ContestBatch<Created>;
  private readonly status: StatusBarItem;
  private readonly disposables: readonly Disposable[];
  /** times of the last problems, ms since 1970 */
  private receivedAt: number[] = [];

  constructor(private readonly extension: Core & WithLocalRuns) {
    this.work = new TaskQueue((error) => extension.log.error(errorStack(error)));
    this.batches = new ContestBatch(systemClock, (created) => this.work.add(() => this.show(created)));
    this.status = window.createStatusBarItem('judgeResults.received', StatusBarAlignment.Left, 0);
    this.status.name = l10n.t('Received Problem');
    this.disposables = [
      this.status,
      this.batches,
      window.onDidChangeActiveTextEditor(() => this.status.hide()),
    ];
  }

  /** Handles the body of a request. Problems that this window can’t use are logged. */
  take(body: string): void {
    const problem = readProblem(body);
    if (!problem) {
      this.extension.log.warn('a received problem has an unknown format');
      return;
    }
    if (!this.mayCreate() || !this.batches.accepts(problem.batch)) {
      this.extension.log.warn('too many problems were received');
      return;
    }
    this.work.add(() => this.create(problem, body));
  }

  /** Handles the problems that this window received before the user opened a folder in it. */
  async takeKept(): Promise<void> {
    if (!workspace.workspaceFolders || !window.state.focused) return;
    for (const body of await takeKeptProblems(this.extension.context.globalState, Date.now()))
      this.take(body);
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  private mayCreate(): boolean {
    const now = Date.now();
    this.receivedAt = this.receivedAt.filter((at) => Math.abs(now - at) < 60_000);
    this.receivedAt.push(now);
    return this.receivedAt.length <= MAX_PROBLEMS_PER_MINUTE;
  }

  private async create(problem: ReceivedProblem, body: string): Promise<void> {
    const { context } = this.extension;
    const [root] = workspace.workspaceFolders ?? [];
    if (!root) {
      await keepProblem(context.globalState, body, Date.now());
      this.offerFolder(problem).catch((error: unknown) => this.extension.log.error(errorStack(error)));
      return;
    }
    const extension = await chooseExtension(this.extension);
    if (extension === null) return;
    const created = await createProgram(this.extension, problem, root.uri, extension);
    if (created.kind === 'file') await rememberExtension(context, extension);
    this.batches.add(problem.batch, created);
  }

  private offerFolder({ name }: ReceivedProblem): Promise<void> {
    return offer(
      l10n.t('Received {0}. Open a folder for it.', sanitizeForUi(name, 100)),
      l10n.t('Open Folder…'),
      () => commands.executeCommand('workbench.action.files.openFolder'),
    );
  }

  /** Opens the first file of a contest, or the only one. */
  private async show(created: readonly Created[]): Promise<void> {
    const files = created.filter((one) => one.kind === 'file');
    for (const one of created) {
      if (one.kind === 'failed') showNotCreated(one);
    }
    const [first] = files;
    if (!first) return;
    await window.showTextDocument(first.uri, { preview: false });
    this.status.text = statusWords(first, files.length);
    this.status.command =
      first.problem.interactive || first.problem.tests.length === 0
        ? undefined
        : {
            title: l10n.t('Run Samples'),
            command: 'judgeResults.runSamples',
            arguments: [first.uri],
          };
    this.status.tooltip = sanitizeForUi(first.problem.name, 200);
    this.status.show();
    if (first.problem.interactive) sayInteractive(first);
  }
}

/** Shows what an interactive problem needs, because it has no samples to run. */
function sayInteractive({ uri }: CreatedFile): void {
  void window.showInformationMessage(
    l10n.t(
      '{0} is interactive: your program talks to the judge’s. To run it here, put a program “interactor” next to it. You can also submit it.',
      shownFileName(uri),
    ),
  );
}

function statusWords({ uri, problem }: CreatedFile, count: number): string {
  const parts = [shownFileName(uri), ...samplesWords(problem)];
  if (count > 1) parts.unshift(l10n.t('problems: {0}', count));
  return `$(beaker) ${parts.join(' · ')}`;
}

function samplesWords({ interactive, tests }: ReceivedProblem): readonly string[] {
  if (interactive) return [l10n.t('interactive')];
  if (tests.length === 0) return [l10n.t('no samples')];
  return [l10n.t('samples: {0}', tests.length), l10n.t('Run Samples')];
}

function showNotCreated({ problem, reason }: Extract<Created, { kind: 'failed' }>): void {
  const name = sanitizeForUi(problem.name, 100);
  void window.showWarningMessage(
    reason === ''
      ? l10n.t('No file was created for {0}.', name)
      : l10n.t('No file was created for {0}: {1}', name, sanitizeForUi(reason, 300)),
  );
}
