import type { Uri } from 'vscode';
import {
  DocumentLink,
  EventEmitter,
  FoldingRange,
  languages,
  Range,
  workspace,
  type Disposable,
  type TextDocument,
} from 'vscode';
import { prepareMessage } from '../../compiler';
import type { RecordStore } from '../../records';
import type { Problems } from '../diagnostics/problems';
import { compileLanguage, compileScheme, keyOfCompileUri } from './address';
import { diagnosticsOf, printedPositions } from './parsed';

/**
 * Compile messages as read-only documents: exactly what the judge sent (color codes removed), positions as links
 * into the user's file, one fold a diagnostic.
 */
export class CompileMessages implements Disposable {
  private readonly changed = new EventEmitter<Uri>();
  private readonly disposables: Disposable[];

  constructor(
    private readonly store: RecordStore,
    private readonly problems: Problems,
  ) {
    const selector = { scheme: compileScheme };
    this.disposables = [
      this.changed,
      workspace.onDidOpenTextDocument(speakCompiler),
      workspace.registerTextDocumentContentProvider(compileScheme, {
        onDidChange: this.changed.event,
        provideTextDocumentContent: (uri) => this.text(uri),
      }),
      languages.registerDocumentLinkProvider(selector, {
        provideDocumentLinks: (document) => this.links(document),
      }),
      languages.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: (document) => this.folds(document),
      }),
      store.onDidChange(({ nodes }) => {
        for (const document of workspace.textDocuments) {
          if (document.uri.scheme !== compileScheme) continue;
          const change = nodes.get(keyOfCompileUri(document.uri));
          if (change?.compile || change?.whole) this.changed.fire(document.uri);
        }
      }),
    ];
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }

  private async text(uri: Uri): Promise<string> {
    const envelope = await this.store.loadEnvelope(keyOfCompileUri(uri));
    return prepareMessage(envelope?.data?.compile?.message ?? '');
  }

  /** A position is a link only where the user's file is known: nothing in a message can name a file to open. */
  private async links(document: TextDocument): Promise<DocumentLink[]> {
    const record = this.store.get(keyOfCompileUri(document.uri));
    if (!record) return [];
    const links: DocumentLink[] = [];
    const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
    for (const { file, locator } of (await this.problems.filesOf(record)) ?? []) {
      const found = printedPositions(lines, locator.diagnostics);
      for (const { diagnostic, note, messageLine, start, end } of found) {
        const place = note ? locator.find(note) : locator.where(diagnostic);
        if (!place) continue;
        const fragment = `L${place.line + 1},${place.start + 1}`;
        links.push(
          new DocumentLink(new Range(messageLine, start, messageLine, end), file.with({ fragment })),
        );
      }
    }
    return links;
  }

  private async folds(document: TextDocument): Promise<FoldingRange[]> {
    const compile = (await this.store.findEnvelope(keyOfCompileUri(document.uri)))?.data?.compile;
    return (compile ? diagnosticsOf(compile) : [])
      .filter(({ messageLine, messageEndLine }) => messageEndLine > messageLine + 1)
      .map(({ messageLine, messageEndLine }) => new FoldingRange(messageLine, messageEndLine - 1));
  }
}

/** By its name it would be a log, in which VS Code puts a box around every Chinese colon and curly quote. */
function speakCompiler(document: TextDocument): void {
  if (document.uri.scheme !== compileScheme || document.languageId === compileLanguage) return;
  void languages.setTextDocumentLanguage(document, compileLanguage);
}
