import {
  Disposable,
  DocumentLink,
  EventEmitter,
  FoldingRange,
  languages,
  Range,
  workspace,
  type TextDocument,
  type Uri,
} from 'vscode';
import { prepareMessage } from '../../compiler';
import type { RecordStore } from '../../records';
import type { Problems } from '../diagnostics/problems';
import { compileLanguage, compileScheme, keyOfCompileUri } from './address';
import { diagnosticsOf, printedPositions } from './parsed';

/**
 * Provides compile messages as read-only documents: exactly what the judge sent (color codes removed), positions as
 * links into the user's file, one fold a diagnostic.
 */
export function provideCompileMessages(store: RecordStore, problems: Problems): Disposable {
  const changed = new EventEmitter<Uri>();
  const selector = { scheme: compileScheme };
  const providers = [
    changed,
    workspace.onDidOpenTextDocument(speakCompiler),
    workspace.registerTextDocumentContentProvider(compileScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const envelope = await store.loadEnvelope(keyOfCompileUri(uri));
        return prepareMessage(envelope?.data?.compile?.message ?? '');
      },
    }),
    languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: (document) => linksIn(document, store, problems),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) => foldsOf(document, store),
    }),
    store.onDidChange(({ nodes }) => {
      for (const { uri } of workspace.textDocuments) {
        const change = uri.scheme === compileScheme ? nodes.get(keyOfCompileUri(uri)) : undefined;
        if (change?.compile || change?.whole) changed.fire(uri);
      }
    }),
  ];
  return Disposable.from(...providers);
}

/** A position is a link only where the user's file is known: nothing in a message can name a file to open. */
async function linksIn(
  document: TextDocument,
  store: RecordStore,
  problems: Problems,
): Promise<DocumentLink[]> {
  const record = store.get(keyOfCompileUri(document.uri));
  if (!record) return [];
  const links: DocumentLink[] = [];
  const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
  for (const { file, locator } of (await problems.filesOf(record)) ?? []) {
    const found = printedPositions(lines, locator.diagnostics);
    for (const { diagnostic, note, messageLine, start, end } of found) {
      const place = note ? locator.find(note) : locator.where(diagnostic);
      if (!place) continue;
      const fragment = `L${place.line + 1},${place.start + 1}`;
      links.push(new DocumentLink(new Range(messageLine, start, messageLine, end), file.with({ fragment })));
    }
  }
  return links;
}

async function foldsOf({ uri }: TextDocument, store: RecordStore): Promise<FoldingRange[]> {
  const compile = (await store.findEnvelope(keyOfCompileUri(uri)))?.data?.compile;
  return (compile ? diagnosticsOf(compile) : [])
    .filter(({ messageLine, messageEndLine }) => messageEndLine > messageLine + 1)
    .map(({ messageLine, messageEndLine }) => new FoldingRange(messageLine, messageEndLine - 1));
}

/** By its name it would be a log, in which VS Code puts a box around every Chinese colon and curly quote. */
function speakCompiler(document: TextDocument): void {
  if (document.uri.scheme !== compileScheme || document.languageId === compileLanguage) return;
  void languages.setTextDocumentLanguage(document, compileLanguage);
}
