import { columnOfOffset, widthIn } from '../columns';
import type { ColumnUnit, RelatedNote, SourceExcerpt } from '../diagnostic';
import type { DiagnosticDraft } from '../report';
import { type CaretLocation, excerptOf, locateClangCaret, locateGccCaret } from './location';
import type { Snippet } from './snippet';

export type Family = 'gcc' | 'clang';

interface FoundCaret {
  readonly location: CaretLocation;
  /** the snippet has Clang's format */
  readonly isClang: boolean;
  /** the source line is plain ASCII up to the end of the mark */
  readonly isAscii: boolean;
}

const beyondAscii = /[^\0-\x7f]/;
/** After this many carets that fit only cells, and none that fits only bytes, the unit is certain. */
const SUFFICIENT_CARETS = 8;

/**
 * Determines the column unit of a message. GCC 11 and newer count display cells, unless an option is set. Older
 * versions and Clang count bytes. The carets of a message decide the unit for all of its diagnostics.
 */
export class GnuColumns {
  /** diagnostics whose columns depend on the unit, because their source isn't plain ASCII */
  private readonly unitDependent: { draft: DiagnosticDraft; location: CaretLocation }[] = [];
  private inCells = 0;
  private inBytes = 0;
  private clangSnippets = 0;
  private gccSnippets = 0;

  /** @param family the compiler according to the text of the message */
  constructor(readonly family: Family) {}

  /** Unit of diagnostics until the whole message has been read. */
  get unit(): ColumnUnit {
    return this.family === 'clang' ? 'bytes' : 'cells';
  }

  /** Number of characters before a source line without a gutter. */
  get margin(): number {
    return this.family === 'clang' ? 0 : 1;
  }

  /** Adds the snippet below a header to its diagnostic. Returns null if the caret is before the source line. */
  applySnippet(draft: DiagnosticDraft, snippet: Snippet): CaretLocation | null {
    const located = this.locateCaret(snippet, draft.column ?? 0, draft.message);
    if (!located) return null;
    const { location, isClang, isAscii } = located;
    if (location.unit === 'cells') this.inCells++;
    else if (location.unit === 'bytes') this.inBytes++;
    const { excerpt, caret } = location;
    draft.excerpt = excerpt;
    // Clang's single caret marks a point, GCC's marks a character
    if (!isClang || excerpt.end - caret > 1) setEnds(draft, location, isAscii);
    if (!isAscii) this.unitDependent.push({ draft, location });
    return location;
  }

  /** Returns the source line of the snippet below a note. Undefined if the caret is before the source line. */
  excerptOfNote({ column, message }: RelatedNote, snippet: Snippet): SourceExcerpt | undefined {
    return this.locateCaret(snippet, column ?? 0, message)?.location.excerpt;
  }

  private locateCaret(snippet: Snippet, column: number, message: string): FoundCaret | null {
    const isClang = this.hasClangFormat(snippet, column);
    this.countFormat(snippet, isClang);
    const margin = isClang || snippet.gutter ? 0 : 1;
    const { marks } = snippet;
    const start = Math.max(0, marks.start - margin);
    const end = marks.end - margin;
    const caret = marks.caret === null ? start : marks.caret - margin;
    if (caret < 0 || end <= caret) return null;
    const source = snippet.source.slice(margin);
    let location: CaretLocation;
    // each character takes one byte and one cell
    const isAscii = !beyondAscii.test(source.slice(0, end));
    if (isAscii) {
      const unit = isClang || column === 0 || column === caret + 1 ? null : 'bytes';
      location = { excerpt: excerptOf(source, start, caret, end), caret, unit };
    } else if (isClang) location = locateClangCaret(source, { start, caret, end }, column);
    else location = locateGccCaret(source, { start, caret, end }, column, message, this.countsCells);
    return { location, isClang, isAscii };
  }

  private get countsCells(): boolean {
    return this.inCells >= SUFFICIENT_CARETS && this.inBytes === 0;
  }

  /**
   * Switches all diagnostics to bytes if the carets show that the message counts bytes. Called after the whole message
   * has been read.
   */
  applyUnit(drafts: readonly DiagnosticDraft[]): void {
    const isClang = this.clangSnippets > this.gccSnippets;
    if (!isClang && this.inBytes <= this.inCells) return;
    for (const draft of drafts) {
      if (draft.toolchain !== this.family) continue;
      draft.unit = 'bytes';
      if (isClang) draft.toolchain = 'clang';
    }
    for (const { draft, location } of this.unitDependent) {
      draft.endColumn = undefined;
      setEnds(draft, location, false);
      draft.fixes = draft.fixes?.map((fix) =>
        fix.expected === undefined ? fix : { ...fix, endColumn: fix.column + widthIn(fix.expected, 'bytes') },
      );
    }
  }

  /**
   * Returns whether a snippet has Clang's format. Without a gutter, GCC prints a blank before the source line, and Clang
   * doesn't.
   */
  private hasClangFormat(snippet: Snippet, column: number): boolean {
    if (this.family === 'clang' || snippet.gutter) return this.family === 'clang';
    const isFlush = !snippet.source.startsWith(' ');
    return isFlush || (column > 0 && snippet.marks.caret === column - 1);
  }

  /** Counts a snippet whose format shows whether a message that looks like GCC's is Clang's. */
  private countFormat(snippet: Snippet, isClang: boolean): void {
    if (this.family === 'clang' || snippet.gutter) return;
    if (isClang) this.clangSnippets++;
    else this.gccSnippets++;
  }
}

function setEnds(draft: DiagnosticDraft, { excerpt, caret }: CaretLocation, isAscii: boolean): void {
  const { column, unit } = draft;
  const { text, start, end } = excerpt;
  if (column === null) return;
  draft.endColumn ??= column + (isAscii ? end - caret : columnOfOffset(text.slice(caret), end - caret, unit));
  if (start < caret)
    draft.startColumn =
      column - (isAscii ? caret - start : columnOfOffset(text.slice(start), caret - start, unit));
}
