import type { Cursor } from '../cursor';
import type { OfferedFix, RelatedNote, Severity } from '../diagnostic';
import type { DiagnosticDraft, Report } from '../report';
import type { LineReader } from '../toolchain';
import { type Family, GnuColumns } from './columns';
import { endsLikeScope, readChainLine, readClangChainLine } from './context';
import { endsInQuestion, offeredFixes, readParseableFix } from './fixes';
import { HeaderScan } from './header';
import { readNestedNotes } from './nested';
import { isIndented, space } from './scan';
import { SnippetScan } from './snippet';

/** A chain of instantiations can be thousands long: its ends say enough. */
const longestContext = 100;
/**
 * What Clang's `-fdiagnostics-print-source-range-info` puts behind a position; the first ones tell for all. It then
 * moves the source by a blank and the caret with it, but not what stands behind a tab.
 */
const ranges = /:\d+:\{\d+:\d+-\d+:\d+\}/;
const searchedForRanges = 65_536;
const parseableFix = 'fix-it:"';
const longestParseableFix = 2000;
const parseableFirst = parseableFix.charCodeAt(0);

/** Reads what GCC, Clang and the compilers that took over their form print, in any language. */
export function openGnu(family: Family, cursor: Cursor, report: Report): LineReader {
  const reader = new GnuReader(family, cursor, report);
  report.atEnd(() => reader.finish());
  return () => reader.read();
}

class GnuReader {
  private readonly columns: GnuColumns;
  private readonly header: HeaderScan;
  private readonly snippet = new SnippetScan();
  /** carets don't stand beneath what they mean: the printed columns are all there is */
  private readonly misdrawn: boolean;
  /** include chain and instantiations above the header that is still to come */
  private context: RelatedNote[] = [];
  /** where they, or a line that says in which function, begin; -1: nowhere */
  private contextLine = -1;
  /** the line that must follow for the context to count */
  private contextEnd = -1;
  /** what a note belongs to */
  private last: DiagnosticDraft | undefined;
  /** the place that was drawn last: what follows there is not drawn again */
  private drawnFile: string | null = null;
  private drawnLine = 0;
  private drawnColumn = 0;

  constructor(
    family: Family,
    private readonly cursor: Cursor,
    private readonly report: Report,
  ) {
    this.columns = new GnuColumns(family);
    this.misdrawn = family === 'clang' && ranges.test(cursor.text.slice(0, searchedForRanges));
    this.header = new HeaderScan(cursor.text, cursor.units, family === 'clang');
  }

  read(): boolean {
    const { units, start, end, line } = this.cursor;
    if (this.contextLine >= 0 && this.contextEnd !== line) this.dropContext();
    if (isIndented(units, start, end)) return this.contextLine >= 0 && this.readChain();
    const { header } = this;
    if (!header.read(start, end)) return this.readChain() || this.readScope();
    // Microsoft's own notes look the same
    if (header.bracketed && header.kind === 'note' && this.report.last !== this.last) return false;
    if (header.context) this.readContext();
    else if (header.kind === 'passing') this.passOver();
    else if (header.kind === 'note' && this.last) this.readNote(this.last);
    else this.readDiagnostic(header.kind === 'note' ? 'information' : header.kind);
    return true;
  }

  finish(): void {
    this.columns.settle(this.report.drafts);
  }

  private readDiagnostic(severity: Severity): void {
    const { cursor, report, columns, header, snippet } = this;
    const from = this.contextLine >= 0 ? this.contextLine : cursor.line;
    const { file, line, column, message, code } = header;
    const draft = report.draft(
      columns.family,
      severity,
      file,
      line,
      column,
      columns.unit,
      message,
      code,
      from,
    );
    for (const note of this.context) report.relate(draft, note);
    if (header.endColumn > 0) draft.endColumn = header.endColumn;
    this.last = draft;
    cursor.advance();
    const drawn = this.readDrawing(file, line, column);
    const place = drawn && !this.misdrawn ? columns.place(draft, cursor, snippet) : null;
    if (snippet.offered || endsInQuestion(message))
      draft.fixes = offeredFixes(draft, place, snippet.offered ?? []);
    this.readRest(draft);
  }

  private readNote(owner: DiagnosticDraft): void {
    const { cursor, header } = this;
    this.report.relate(owner, noteOf(header));
    cursor.advance();
    this.readDrawing(header.file, header.line, header.column);
    this.readRest(owner);
    owner.messageEndLine = cursor.line;
  }

  /** What is drawn beneath a header, or was beneath the one before where that is of the same place. */
  private readDrawing(file: string | null, line: number, column: number): boolean {
    if (this.snippet.read(this.cursor, line, column, this.columns.margin)) {
      this.drawnFile = file;
      this.drawnLine = line;
      this.drawnColumn = column;
      return true;
    }
    return column > 0 && line === this.drawnLine && column === this.drawnColumn && file === this.drawnFile;
  }

  /** What may follow the drawing beneath a header. */
  private readRest(owner: DiagnosticDraft): void {
    const { cursor } = this;
    const first = cursor.units[cursor.start];
    if (first === space) readNestedNotes(cursor, (note) => this.report.relate(owner, note));
    else if (first === parseableFirst) this.readParseableFixes(owner);
    this.dropContext();
  }

  /** Several belong together: one alone would leave half of what is offered undone. */
  private readParseableFixes(owner: DiagnosticDraft): void {
    const { cursor } = this;
    const line = cursor.head(longestParseableFix);
    let count = 0;
    for (; cursor.text.startsWith(parseableFix, cursor.start); cursor.advance()) count++;
    const fix = count === 1 ? readParseableFix(line, owner.file) : null;
    if (!fix || owner.fixes?.some((known) => isSameFix(known, fix))) return;
    owner.fixes = [...(owner.fixes ?? []), fix];
  }

  private passOver(): void {
    this.cursor.advance();
    this.snippet.read(this.cursor, this.header.line, this.header.column, this.columns.margin);
    this.dropContext();
  }

  private readContext(): void {
    const note = noteOf(this.header);
    this.cursor.advance();
    // newer GCCs draw the source beneath each step
    this.snippet.read(this.cursor, this.header.line, this.header.column, this.columns.margin);
    this.addContext(note);
  }

  /** A line of an include chain, or `inlined from`. */
  private readChain(): boolean {
    const { text, units, start, end } = this.cursor;
    const read = this.columns.family === 'clang' ? readClangChainLine : readChainLine;
    const note = read(text, units, start, end) ?? readChainLine(text, units, start, end);
    if (!note) return false;
    this.cursor.advance();
    this.addContext(note);
    return true;
  }

  /** Remembers where a diagnostic may have begun; what it is about stands in its own position. */
  private readScope(): boolean {
    const { units, end, line } = this.cursor;
    if (!endsLikeScope(units, end)) return false;
    if (this.contextLine < 0) this.contextLine = line;
    this.contextEnd = line + 1;
    return false;
  }

  private addContext(note: RelatedNote): void {
    if (this.contextLine < 0) this.contextLine = this.cursor.line - 1;
    if (this.context.length < longestContext) this.context.push(note);
    this.contextEnd = this.cursor.line;
  }

  private dropContext(): void {
    if (this.contextLine < 0) return;
    this.context = [];
    this.contextLine = -1;
  }
}

/** The drawing may have shown the same before, at the same place, though its columns count something else. */
function isSameFix(known: OfferedFix, fix: OfferedFix): boolean {
  return known.line === fix.line && known.replacement === fix.replacement;
}

function noteOf({ file, line, column, message, context }: HeaderScan): RelatedNote {
  const note = { file, line: line || null, column: column || null, message };
  return context ? { ...note, context } : note;
}
