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
import { parseCompilerOutput, type CompilerDiagnostic } from '../../compiler';
import { withoutAnsi } from '../../judge';
import type { RecordStore } from '../../records';
import type { Problems } from '../diagnostics/problems';
import { compileLanguage, compileScheme, keyOfCompileUri } from './address';

/**
 * Compile messages as read-only documents: exactly what the judge sent (colour codes removed), positions as links
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
    return withoutAnsi(envelope?.data?.compile?.message ?? '');
  }

  /** A position is a link only where the user's file is known: nothing in a message can name a file to open. */
  private async links(document: TextDocument): Promise<DocumentLink[]> {
    const record = this.store.get(keyOfCompileUri(document.uri));
    if (!record) return [];
    const links: DocumentLink[] = [];
    for (const { file, placed } of (await this.problems.placesOf(record)) ?? []) {
      for (const { diagnostic, line, range } of placed) {
        const at = printedPosition(document, diagnostic);
        if (at) links.push(new DocumentLink(at, file.with({ fragment: `L${line + 1},${range.start + 1}` })));
      }
    }
    return links;
  }

  private folds(document: TextDocument): FoldingRange[] {
    return parseCompilerOutput(document.getText())
      .filter(({ messageLine, messageEndLine }) => messageEndLine > messageLine + 1)
      .map(({ messageLine, messageEndLine }) => new FoldingRange(messageLine, messageEndLine - 1));
  }
}

/** By its name it would be a log, in which VS Code puts a box around every Chinese colon and curly quote. */
function speakCompiler(document: TextDocument): void {
  if (document.uri.scheme !== compileScheme || document.languageId === compileLanguage) return;
  void languages.setTextDocumentLanguage(document, compileLanguage);
}

/** Where `file:line:column` stands in the first line of a diagnostic; null where it was printed in no such form. */
function printedPosition(document: TextDocument, diagnostic: CompilerDiagnostic): Range | null {
  const { file, line, column, messageLine, messageEndLine } = diagnostic;
  if (line === null || messageLine >= document.lineCount) return null;
  for (let at = messageLine; at < Math.min(messageEndLine, document.lineCount, messageLine + 4); at += 1) {
    const text = document.lineAt(at).text;
    const start = file === null ? -1 : text.indexOf(file);
    if (start < 0) continue;
    const rest = text.slice(start + (file ?? '').length);
    const numbers = /^["']?[:(,]?\s*(?:line )?(\d+)(?:[:,](\d+))?\)?/.exec(rest);
    if (
      numbers &&
      Number(numbers[1]) === line &&
      (!numbers[2] || column === null || Number(numbers[2]) >= 0)
    ) {
      return new Range(at, start, at, start + (file ?? '').length + numbers[0].length);
    }
  }
  return null;
}
