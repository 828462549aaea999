import {
  Disposable,
  DocumentLink,
  EventEmitter,
  FoldingRange,
  languages,
  Range,
  workspace,
  type TextDocument,
  Uri,
  Location,
} from 'vscode';
import {
  prepareMessage,
  parseCompilerOutput,
  type CompilerDiagnostic,
  type RelatedNote,
} from '../../compiler';
import {
  type CompileErrors,
  type KnownRecord,
  type RecordStore,
  recordKey,
  type RecordKey,
} from '../../records';
import type { FileDiagnostics } from './fileDiagnostics';
import { atUserLines, isInstalled, judgedFile } from './userLines';
import type { Compilation } from '../../judge';
import { recordName } from '../labels/recordLabels';
import { SEARCHED_OUTPUT_LINES } from './limits';

/** The user's files that a record's compile message is about; null where none is known. */
type FilesOf = (record: KnownRecord) => Promise<readonly FileDiagnostics[] | null>;

/**
 * Provides compile messages as read-only documents: exactly what the judge sent (color codes removed), positions as
 * links into the user's file, one fold a diagnostic.
 */
export function provideCompileMessages(store: RecordStore, filesOf: FilesOf): Disposable {
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
      provideDocumentLinks: (document) => linksIn(document, store, filesOf),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) => foldsOf(document, store),
    }),
    store.onDidChange(({ nodes }) => {
      for (const { uri } of workspace.textDocuments) {
        const change = uri.scheme === compileScheme ? nodes.get(keyOfCompileUri(uri)) : undefined;
        if (change?.compile || change?.wholeRecord) changed.fire(uri);
      }
    }),
  ];
  return Disposable.from(...providers);
}

/** A position is a link only where the user's file is known: nothing in a message can name a file to open. */
async function linksIn(
  document: TextDocument,
  store: RecordStore,
  filesOf: FilesOf,
): Promise<DocumentLink[]> {
  const record = store.get(keyOfCompileUri(document.uri));
  if (!record) return [];
  const links: DocumentLink[] = [];
  const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
  for (const { file, locator } of (await filesOf(record)) ?? []) {
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

/** Results are immutable: a message is parsed once, whoever asks, and what it says goes with the result. */
const parsed = new WeakMap<Compilation, readonly CompilerDiagnostic[]>();

/**
 * What the compiler says, in the order of its message. An error in a library is at the line of the program that leads
 * there.
 */
export function diagnosticsOf(compilation: Compilation): readonly CompilerDiagnostic[] {
  const known = parsed.get(compilation);
  if (known) return known;
  const printed = parseCompilerOutput(compilation.message ?? '');
  const diagnostics = atUserLines(printed, judgedFile(printed));
  parsed.set(compilation, diagnostics);
  return diagnostics;
}

/** What its row says of a compilation that has failed; null: no error is found in its message. */
export function compileErrors(compilation: Compilation): CompileErrors | null {
  const diagnostics = diagnosticsOf(compilation);
  const count = diagnostics.filter(({ severity }) => severity === 'error').length;
  return count === 0 ? null : { count, line: firstErrorAtLine(diagnostics)?.line ?? null };
}

/**
 * Returns the first error with a line in the program, else in another file of its author; undefined if there is none. A
 * line of a library means nothing to the user.
 */
export function firstErrorAtLine(diagnostics: readonly CompilerDiagnostic[]): CompilerDiagnostic | undefined {
  const errors = diagnostics.filter(({ severity, line }) => severity === 'error' && line !== null);
  const program = judgedFile(diagnostics);
  return (
    errors.find(({ file }) => file === null || file === program) ??
    errors.find(({ file }) => file === null || !isInstalled(file))
  );
}

/** A position that a compile message prints. */
export interface PrintedAt {
  readonly diagnostic: CompilerDiagnostic;
  /** the note of it whose place this is; null: it is the diagnostic's own */
  readonly note: RelatedNote | null;
  /** 0-based line of the message where the position stands, and UTF-16 offsets in that line */
  readonly messageLine: number;
  readonly start: number;
  readonly end: number;
}

/** Where a link in the message leads. */
export type CompileTarget = Pick<PrintedAt, 'diagnostic' | 'note' | 'messageLine'>;

/** The printed positions of diagnostics and their notes, in the order of the message; at most one a line. */
export function printedPositions(
  lines: readonly string[],
  diagnostics: readonly CompilerDiagnostic[],
): PrintedAt[] {
  const taken = new Map<number, PrintedAt>();
  for (const diagnostic of diagnostics) {
    // steps stand above the diagnostic or below, so they are looked for apart from the other notes
    let from = diagnostic.messageLine;
    let stepsFrom = diagnostic.messageLine;
    for (const note of [null, ...diagnostic.related]) {
      const { file, line } = note ?? diagnostic;
      if (file === null || line === null) continue;
      const isStep = note?.step !== undefined;
      const first = isStep ? stepsFrom : from;
      const end = Math.min(first + SEARCHED_OUTPUT_LINES, diagnostic.messageEndLine, lines.length);
      for (let at = first; at < end; at += 1) {
        const span = taken.has(at) ? null : positionIn(lines[at] ?? '', file, line);
        if (!span) continue;
        taken.set(at, { diagnostic, note, messageLine: at, ...span });
        if (isStep) stepsFrom = at + 1;
        else from = at + 1;
        break;
      }
    }
  }
  return [...taken.values()].sort((a, b) => a.messageLine - b.messageLine);
}

/** `file:28:16`, `file(28,16)`, `file", line 28`: from the file's name to its last number. */
function positionIn(line: string, file: string, number: number): { start: number; end: number } | null {
  const start = line.indexOf(file);
  if (start < 0) return null;
  const behind = line.slice(start + file.length, start + file.length + 40);
  const match = /^\D{1,12}?(\d+)(?:[:,.]\s?\d+)?\)?/.exec(behind);
  if (!match || Number(match[1]) !== number) return null;
  return { start, end: start + file.length + match[0].length };
}

const compileScheme = 'judge-compile';
/** contributed in package.json */
export const compileLanguage = 'judge-compile-message';

/**
 * The compile message of a record as a document: `judge-compile:/<request ID>/<name>.log?<service>`; the name is what
 * people read on its tab. The fragment names a line, 1-based, as the editor's own links do.
 */
export function compileUri(record: KnownRecord, line?: number): Uri {
  return Uri.from({
    scheme: compileScheme,
    path: `/${record.requestId}/${recordName(record).replaceAll('/', '-')}.log`,
    query: record.service,
    fragment: line === undefined ? '' : `L${line + 1}`,
  });
}

/** A line of the compile message, 0-based. */
export function compileLocation(record: KnownRecord, line: number): Location {
  return new Location(compileUri(record), new Range(line, 0, line, 0));
}

/** Which record a compile message belongs to. */
function keyOfCompileUri(uri: Uri): RecordKey {
  return recordKey(uri.query, uri.path.slice(1, uri.path.lastIndexOf('/')));
}
