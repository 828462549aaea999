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
import { CurrentPositions } from './currentPositions';
import type { FileDiagnostics } from './fileDiagnostics';
import { atUserLines, isInstalled, judgedFile } from './userLines';
import type { Compilation } from '../../results';
import { recordName } from '../labels/recordLabels';
import { SEARCHED_OUTPUT_LINES } from './limits';

/** Returns the user's files that the compiler output refers to; null: unknown. */
type FilesOf = (record: KnownRecord) => Promise<readonly FileDiagnostics[] | null>;

/**
 * Provides compiler output as read-only documents: unchanged except for color codes, with links to the user's files,
 * and one folding range per diagnostic.
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

/**
 * Creates links for positions in the user's known files only. Compiler output must not be able to open any other file.
 */
async function linksIn(
  document: TextDocument,
  store: RecordStore,
  filesOf: FilesOf,
): Promise<DocumentLink[]> {
  const record = store.get(keyOfCompileUri(document.uri));
  if (!record) return [];
  const links: DocumentLink[] = [];
  const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
  for (const { file, positions } of (await filesOf(record)) ?? []) {
    const found = printedPositions(lines, positions.diagnostics);
    for (const { diagnostic, note, messageLine, start, end } of found) {
      const place = note ? positions.find(note) : positions.where(diagnostic);
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

/**
 * Sets the language of compiler output. Without it, VS Code would detect a log by the file name, and highlight Chinese
 * colons and quotation marks.
 */
function speakCompiler(document: TextDocument): void {
  if (document.uri.scheme !== compileScheme || document.languageId === compileLanguage) return;
  void languages.setTextDocumentLanguage(document, compileLanguage);
}

/** Parsed output by compilation. Compilations are immutable, so each is only parsed once. */
const parsed = new WeakMap<Compilation, readonly CompilerDiagnostic[]>();

/**
 * Returns the diagnostics of a compilation in the order of its output. Errors in a library are moved to the line of the
 * program that caused them.
 */
export function diagnosticsOf(compilation: Compilation): readonly CompilerDiagnostic[] {
  const known = parsed.get(compilation);
  if (known) return known;
  const printed = parseCompilerOutput(compilation.message ?? '');
  const diagnostics = atUserLines(printed, judgedFile(printed));
  parsed.set(compilation, diagnostics);
  return diagnostics;
}

/**
 * Returns the number of errors, and the line of the first one, for the record's row; null: no error found. `judged`: the
 * judged text, in which the line may be another one than the compiler's; null: unknown
 */
export function compileErrors(compilation: Compilation, judged: string | null): CompileErrors | null {
  const diagnostics = diagnosticsOf(compilation);
  const count = diagnostics.filter(({ severity }) => severity === 'error').length;
  const first = firstErrorAtLine(diagnostics);
  return count === 0 ? null : { count, line: first ? lineInProgram(first, diagnostics, judged) : null };
}

/** Returns the line of a diagnostic in the judged program, 1-based; null: it has none. */
function lineInProgram(
  first: CompilerDiagnostic,
  diagnostics: readonly CompilerDiagnostic[],
  judged: string | null,
): number | null {
  const { file } = first;
  if (judged === null || (file !== null && file !== judgedFile(diagnostics))) return first.line;
  const ofProgram = diagnostics.filter((diagnostic) => diagnostic.file === file);
  const positions = new CurrentPositions(judged, { text: judged, how: 'submitted' }, ofProgram);
  const { line, outdated } = positions.where(first);
  return outdated ? first.line : line + 1;
}

/**
 * Returns the first error with a line in the program, or else in another file of the user; undefined if there is none.
 * Lines in libraries don't help the user.
 */
export function firstErrorAtLine(diagnostics: readonly CompilerDiagnostic[]): CompilerDiagnostic | undefined {
  const errors = diagnostics.filter(({ severity, line }) => severity === 'error' && line !== null);
  const program = judgedFile(diagnostics);
  return (
    errors.find(({ file }) => file === null || file === program) ??
    errors.find(({ file }) => file === null || !isInstalled(file))
  );
}

export interface PrintedAt {
  readonly diagnostic: CompilerDiagnostic;
  /** the note at this position; null: the diagnostic itself */
  readonly note: RelatedNote | null;
  /** 0-based line of the output */
  readonly messageLine: number;
  /** UTF-16 offset in that line */
  readonly start: number;
  /** UTF-16 offset in that line, exclusive */
  readonly end: number;
}

export type CompileTarget = Pick<PrintedAt, 'diagnostic' | 'note' | 'messageLine'>;

/** Returns the positions of diagnostics and notes, in the order of the output; at most one per line. */
export function printedPositions(
  lines: readonly string[],
  diagnostics: readonly CompilerDiagnostic[],
): PrintedAt[] {
  const taken = new Map<number, PrintedAt>();
  for (const diagnostic of diagnostics) {
    // steps can be above or below the diagnostic, so they are searched separately
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

/** Finds `file:28:16`, `file(28,16)`, or `file", line 28`: from the file's name to its last number. */
function positionIn(line: string, file: string, number: number): { start: number; end: number } | null {
  const start = line.indexOf(file);
  if (start < 0) return null;
  const behind = line.slice(start + file.length, start + file.length + 40);
  const match = /^\D{1,12}?(\d+)(?:[:,.]\s?\d+)?\)?/.exec(behind);
  if (!match || Number(match[1]) !== number) return null;
  return { start, end: start + file.length + match[0].length };
}

const compileScheme = 'judge-compile';
/** declared in package.json */
export const compileLanguage = 'judge-compile-message';

/**
 * Returns the URI of the compiler output: `judge-compile:/<request ID>/<name>.log?<service>`. The tab shows the name.
 * The fragment contains the 1-based line, as in VS Code's own links.
 */
export function compileUri(record: KnownRecord, line?: number): Uri {
  return Uri.from({
    scheme: compileScheme,
    path: `/${record.requestId}/${recordName(record).replaceAll('/', '-')}.log`,
    query: record.service,
    fragment: line === undefined ? '' : `L${line + 1}`,
  });
}

/** `line`: 0-based */
export function compileLocation(record: KnownRecord, line: number): Location {
  return new Location(compileUri(record), new Range(line, 0, line, 0));
}

function keyOfCompileUri(uri: Uri): RecordKey {
  return recordKey(uri.query, uri.path.slice(1, uri.path.lastIndexOf('/')));
}
