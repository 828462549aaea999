import type { Disposable } from 'vscode';
import type { RecordStore } from '../../records';
import { VerdictStatusBar } from './verdictStatusBar';
import { provideCompileMessages } from './compilerOutput';
import { provideComparedTexts } from './comparedTexts';
import { LinkedSources } from './linkedSources';
import { Problems } from './publishProblems';
import { offerQuickFixes } from './quickFixes';

/** Shows results in the user’s files. Loaded with the first result for a file. */
export class ProblemsFeature implements Disposable {
  readonly sources: LinkedSources;
  readonly problems: Problems;
  private readonly disposables: Disposable[];

  constructor(store: RecordStore, onError: (what: string, error: unknown) => void) {
    this.sources = new LinkedSources(store, onError);
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

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }
}
