import { l10n, window, workspace, type Disposable } from 'vscode';
import type { KnownRecord } from '../../records';
import { sanitizeForUi } from '../sanitizeForUi';
import { CompileMessages } from '../compileMessage/compileMessages';
import type { RecordStore } from '../../records';
import { JudgedTexts } from './judgedTexts';
import { Problems } from './problems';
import { QuickFixes } from './quickFixes';
import { Sources } from './sources';

/** Everything about compile messages: loaded when the first one is there. */
export class Diagnostics implements Disposable {
  readonly sources: Sources;
  readonly problems: Problems;
  readonly judgedTexts: JudgedTexts;
  private readonly disposables: Disposable[];

  constructor(store: RecordStore, onTrouble: (what: string, error: unknown) => void) {
    this.sources = new Sources(store, onTrouble);
    this.problems = new Problems(store, this.sources, onTrouble);
    this.judgedTexts = new JudgedTexts(store, this.sources);
    this.disposables = [
      this.sources,
      this.problems,
      this.judgedTexts,
      new CompileMessages(store, this.problems),
      new QuickFixes(this.problems),
    ];
    void this.problems.republishAll().catch((error: unknown) => onTrouble('problems', error));
  }

  /** Offers to tie the active editor's file to a record whose compile message has something to show in it. */
  async offerActiveFile(record: KnownRecord): Promise<void> {
    const file = this.sources.activeFile();
    if (!file || record.source || !record.summary?.hasCompileMessage) return;
    if ((await this.problems.filesOf(record)) !== null) return;
    const yes = l10n.t('Yes, Show Problems');
    const name = sanitizeForUi(workspace.asRelativePath(file), 200);
    const chosen = await window.showInformationMessage(
      l10n.t('Is {0} the file that was judged? The compiler’s messages can then be shown in it.', name),
      yes,
      l10n.t('No'),
    );
    if (chosen === yes) await this.sources.tie(record, file);
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }
}
