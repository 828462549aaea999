import { l10n, window, workspace, type Disposable } from 'vscode';
import type { KnownRecord, RecordStore } from '../../records';
import { VerdictStatusBar } from './verdictStatusBar';
import { sanitizeForUi } from '../labels/text';
import { provideCompileMessages } from './compileMessage';
import { provideComparedTexts, Sources } from './sources';
import { reasonToTie } from '../sourceFiles/choose';
import { Problems } from './problems';
import { offerQuickFixes } from './quickFixes';

/** What is shown of results in people's own files: loaded with the first one that has something to show there. */
export class Diagnostics implements Disposable {
  readonly sources: Sources;
  readonly problems: Problems;
  private readonly disposables: Disposable[];

  constructor(
    private readonly store: RecordStore,
    onError: (what: string, error: unknown) => void,
  ) {
    this.sources = new Sources(store, onError);
    this.problems = new Problems(store, this.sources, onError);
    this.disposables = [
      this.sources,
      this.problems,
      provideComparedTexts(store, this.sources),
      provideCompileMessages(store, (record) => this.problems.filesOf(record)),
      offerQuickFixes(this.problems),
      new VerdictStatusBar(store),
    ];
  }

  /** Offers to tie the active editor's file to a record where that changes the Problems in it. */
  async offerActiveFile(record: KnownRecord): Promise<void> {
    const file = this.sources.activeFile();
    const reason = file && reasonToTie(record, file.toString(), this.store.records());
    if (!file || !reason) return;
    if ((await this.problems.filesOf(record)) !== null) return;
    const name = sanitizeForUi(workspace.asRelativePath(file), 200);
    const [question, yes] =
      reason === 'problems'
        ? [
            l10n.t(
              'Use {0} as the source file of this result? Compiler errors and warnings will be shown in it.',
              name,
            ),
            l10n.t('Use This File'),
          ]
        : [l10n.t('Use {0} as the source file of this result?', name), l10n.t('Use This File')];
    const chosen = await window.showInformationMessage(question, yes, l10n.t('No'));
    if (chosen === yes) await this.sources.tie(record, file);
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }
}
