import type { Cursor } from '../cursor';
import type { OfferedFix, RelatedNote, Severity } from '../diagnostic';
import type { DiagnosticDraft, Note, Report } from '../report';
import type { LineReader } from '../toolchain';
import { type Family, GnuColumns } from './columns';
import {
  endsLikeScope,
  readChainLine,
  readClangChainLine,
  type GnuHeader,
  readHeader,
  splitOption,
} from './header';
import type { GnuPosition } from './location';
import { offeredFixes, readParseableFix, readNestedNotes, readSnippet, type Snippet } from './snippet';

/** Maximum number of steps that are kept. A chain of instantiations can have thousands. */
const MAX_CONTEXT = 100;
/**
 * A position that Clang prints with `-fdiagnostics-print-source-range-info`. With this option, carets aren't below the
 * marked text in lines with tabs: Clang shifts source line and caret by one blank, but not text after a tab.
 */
const ranges = /:\d+:\{\d+:\d+-\d+:\d+\}/;
const RANGES_SEARCH_LENGTH = 65_536;
/** Shows that GCC indents notes below their diagnostic. */
const nestedNotes = /•|^ {2,40}\* (?:there (?:is|are) \d|candidate )/m;
const parseableFix = 'fix-it:"';
/**
 * Clang notes that show how the compiler got to the error: `in instantiation of … requested here`, `in implicit … first
 * required here`.
 */
const clangStep =
  /^(?:in (?:instantiation|call|evaluation|implicit|defaulted|inherited) |while |during )|(?:requested|required|needed) here$/;
/** The same in GCC. Its instantiation steps aren't notes, but are above the diagnostic. */
const gccStep = /^in expansion of macro |^在宏/;
const MAX_PARSEABLE_FIX_LENGTH = 2000;
const zigTrace = 'referenced by:';
/** Maximum length of `:LINE:COLUMN`. */
const MAX_NUMBERS_LENGTH = 20;

/** Opens a reader for GCC, Clang, and compilers with the same format, in any natural language. */
export function openGnu(family: Family, cursor: Cursor, report: Report): LineReader {
  const reader = new GnuReader(family, cursor, report);
  report.atEnd(() => reader.columns.applyUnit(report.drafts));
  return () => reader.read();
}

class GnuReader {
  readonly columns: GnuColumns;
  /** carets aren't reliably below the marked text, so only the printed columns are used */
  private readonly hasShiftedCarets: boolean;
  /** GCC 15 and newer may indent notes below their diagnostic. */
  private readonly hasNestedNotes: boolean;
  /** include chain and instantiations above the next header */
  private context: RelatedNote[] = [];
  /** 0-based line at which the context, or a line like `In function ‘f’:`, begins; null: none */
  private contextLine: number | null = null;
  /** 0-based line of the expected header; the context is dropped if the header is elsewhere */
  private contextEnd = -1;
  /** the diagnostic that the next note belongs to */
  private lastDraft: DiagnosticDraft | undefined;
  /** the last snippet and its position; compilers don't repeat a snippet for the next header with the same position */
  private lastSnippet: { readonly position: GnuPosition | null; readonly snippet: Snippet } | null = null;

  constructor(
    private readonly family: Family,
    private readonly cursor: Cursor,
    private readonly report: Report,
  ) {
    this.columns = new GnuColumns(family);
    this.hasNestedNotes = nestedNotes.test(cursor.text);
    this.hasShiftedCarets = family === 'clang' && ranges.test(cursor.text.slice(0, RANGES_SEARCH_LENGTH));
  }

  read(): boolean {
    const { content, line } = this.cursor;
    if (this.contextEnd !== line) this.dropContext();
    // headers aren't indented, but most lines are: they are source code
    if (content === '' || /^\s/.test(content)) return this.contextLine !== null && this.readChain();
    const header = readHeader(content, this.family === 'clang');
    if (!header) return this.readChain() || this.readScope();
    // notes of Microsoft's compiler have the same format
    if (header.position?.bracketed && header.kind === 'note' && this.report.lastDraft !== this.lastDraft)
      return false;
    if (header.context) this.readContext(header);
    else if (header.kind === 'passing') this.skip(header);
    else if (header.kind === 'note' && this.lastDraft) this.readNote(header, this.lastDraft);
    else this.readDiagnostic(header, header.kind === 'note' ? 'information' : header.kind);
    return true;
  }

  private readDiagnostic(header: GnuHeader, severity: Severity): void {
    const { cursor, report, columns } = this;
    const { position, message, code } = header;
    const { file, line, column } = position ?? {};
    const { unit } = columns;
    const draft = report.add(
      { severity, at: { file, line, column }, unit, message, code },
      this.contextLine ?? cursor.line,
    );
    for (const note of this.context) report.relate(draft, note);
    if (header.endColumn > 0) draft.endColumn = header.endColumn;
    this.lastDraft = draft;
    cursor.advance();
    const snippet = this.readOrRepeatSnippet(header);
    const caretLocation = snippet && !this.hasShiftedCarets ? columns.applySnippet(draft, snippet) : null;
    draft.fixes = offeredFixes(draft, caretLocation, snippet?.offered ?? null);
    this.relateLabels(draft, header, snippet);
    this.readRest(draft);
  }

  private readNote(header: GnuHeader, owner: DiagnosticDraft): void {
    const { cursor } = this;
    const note = noteOf(header);
    const isStep = (this.family === 'clang' ? clangStep : gccStep).test(note.message);
    cursor.advance();
    const snippet = this.readOrRepeatSnippet(header);
    this.report.relate(owner, isStep ? this.stepOf(note, snippet) : note);
    this.readRest(owner);
    owner.messageEndLine = cursor.line;
  }

  private relateLabels(owner: DiagnosticDraft, { position }: GnuHeader, snippet: Snippet | null): void {
    for (const { line, column, message } of snippet?.labels ?? []) {
      this.report.relate(owner, {
        file: position?.file,
        line,
        column,
        message: splitOption(message).message,
      });
    }
  }

  /**
   * Reads the snippet below a header. If there is none, returns the snippet of the previous header if both headers have
   * the same position.
   */
  private readOrRepeatSnippet(header: GnuHeader): Snippet | null {
    const { position } = header;
    const snippet = this.readSnippet(position);
    if (snippet) {
      this.lastSnippet = { position, snippet };
      return snippet;
    }
    return position && this.lastSnippet && isSamePosition(position, this.lastSnippet.position)
      ? { ...this.lastSnippet.snippet, offered: null, labels: [] }
      : null;
  }

  /** Reads everything that may follow the snippet of a header. */
  private readRest(owner: DiagnosticDraft): void {
    if (this.hasNestedNotes) readNestedNotes(this.cursor, (note) => this.report.relate(owner, note));
    const { content } = this.cursor;
    if (content.startsWith(parseableFix)) this.readParseableFixes(owner);
    else if (content === zigTrace) this.readZigTrace(owner);
    this.dropContext();
  }

  /**
   * Reads the lines of a Zig trace, `    FUNCTION: FILE:LINE:COLUMN`. The first function uses the faulty code, and each
   * further function uses the one above.
   */
  private readZigTrace(owner: DiagnosticDraft): void {
    const { cursor } = this;
    for (cursor.advance(); cursor.content.startsWith('    '); cursor.advance()) {
      const note = zigReference(cursor.content);
      if (note) this.report.relate(owner, note);
    }
  }

  /** Reads the fixes of a diagnostic. Ignores them if there are several, because they must be applied together. */
  private readParseableFixes(owner: DiagnosticDraft): void {
    const { cursor } = this;
    const line = cursor.content.slice(0, MAX_PARSEABLE_FIX_LENGTH);
    let count = 0;
    for (; cursor.content.startsWith(parseableFix); cursor.advance()) count++;
    const fix = count === 1 ? readParseableFix(line, owner.file) : null;
    if (!fix || owner.fixes?.some((existing) => isSameFix(existing, fix))) return;
    owner.fixes = [...(owner.fixes ?? []), fix];
  }

  private readSnippet(position: GnuPosition | null): Snippet | null {
    return readSnippet(this.cursor, position?.line ?? 0, position?.column ?? 0, this.columns.margin);
  }

  private skip({ position }: GnuHeader): void {
    this.cursor.advance();
    this.readSnippet(position);
    this.dropContext();
  }

  private readContext(header: GnuHeader): void {
    this.cursor.advance();
    // newer versions of GCC print a snippet below each step
    const snippet = this.readSnippet(header.position);
    this.addContext(this.stepOf(noteOf(header), snippet));
  }

  private stepOf(note: RelatedNote, snippet: Snippet | null): RelatedNote {
    const excerpt = snippet && !this.hasShiftedCarets ? this.columns.excerptOfNote(note, snippet) : undefined;
    return excerpt ? { ...note, step: 'use', excerpt } : { ...note, step: 'use' };
  }

  /** Reads a line of an include chain, or `inlined from`. */
  private readChain(): boolean {
    const { content } = this.cursor;
    const note = (this.family === 'clang' ? readClangChainLine(content) : null) ?? readChainLine(content);
    if (!note) return false;
    this.cursor.advance();
    this.addContext(note);
    return true;
  }

  /**
   * Remembers a line like `In function ‘f’:` as the beginning of the next diagnostic. Always returns false, so that the
   * line is also offered to other toolchains.
   */
  private readScope(): boolean {
    const { content, line } = this.cursor;
    if (!endsLikeScope(content)) return false;
    this.contextLine ??= line;
    this.contextEnd = line + 1;
    return false;
  }

  private addContext(note: RelatedNote): void {
    this.contextLine ??= this.cursor.line - 1;
    if (this.context.length < MAX_CONTEXT) this.context.push(note);
    this.contextEnd = this.cursor.line;
  }

  private dropContext(): void {
    if (this.contextLine === null) return;
    this.context = [];
    this.contextLine = null;
  }
}

const endOfReference = /:(\d{1,9}):(\d{1,9})$/;

function zigReference(text: string): Note | null {
  const colon = text.indexOf(': ');
  const hit = endOfReference.exec(text.slice(-MAX_NUMBERS_LENGTH));
  if (colon < 0 || !hit) return null;
  const [numbers, line, column] = hit;
  const file = text.slice(colon + 2, -numbers.length);
  return { file, line, column, message: `${zigTrace} ${text.slice(0, colon).trim()}`, step: 'use' };
}

/**
 * Returns whether two fixes are the same. Ignores the columns, because those of a fix from the snippet may have another
 * unit.
 */
function isSameFix(existing: OfferedFix, fix: OfferedFix): boolean {
  return existing.line === fix.line && existing.replacement === fix.replacement;
}

function isSamePosition(position: GnuPosition, other: GnuPosition | null): boolean {
  return (
    position.column > 0 &&
    position.line === other?.line &&
    position.column === other.column &&
    position.file === other.file
  );
}

function noteOf({ position, message }: GnuHeader): RelatedNote {
  const { file = null, line = 0, column = 0 } = position ?? {};
  return { file, line: line || null, column: column || null, message };
}
