import { columnOfOffset, widthIn } from '../columns';
import type { ColumnUnit, RelatedNote, SourceExcerpt } from '../diagnostic';
import type { DiagnosticDraft } from '../report';
import { type CaretPlace, excerptOf, placeClangCaret, placeGccCaret } from './place';
import type { Snippet } from './snippet';

export type Family = 'gcc' | 'clang';

interface FoundCaret {
  readonly place: CaretPlace;
  /** the snippet has Clang's format */
  readonly clang: boolean;
  /** the source line is plain ASCII up to the end of the mark */
  readonly plain: boolean;
}

const beyondAscii = /[^\0-\x7f]/;
/** After this many carets that fit only cells, and none that fits only bytes, the unit is certain. */
const enoughCarets = 8;

/**
 * Determines the column unit of a message. GCC counts display cells since version 11; older versions count bytes, and
 * newer ones do if an option is set. Clang counts bytes. The carets of a message decide for all of its diagnostics.
 */
export class GnuColumns {
  /** diagnostics whose columns depend on the unit, because their source isn't plain ASCII */
  private readonly wide: { draft: DiagnosticDraft; place: CaretPlace }[] = [];
  private inCells = 0;
  private inBytes = 0;
  private likeClang = 0;
  private likeGcc = 0;

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
  place(draft: DiagnosticDraft, snippet: Snippet): CaretPlace | null {
    const found = this.find(snippet, draft.column ?? 0, draft.message);
    if (!found) return null;
    const { place, clang, plain } = found;
    if (place.unit === 'cells') this.inCells++;
    else if (place.unit === 'bytes') this.inBytes++;
    this.enter(draft, place, clang, plain);
    return place;
  }

  /** Returns the source line of the snippet below a note. Undefined if the caret is before the source line. */
  excerptOfNote({ column, message }: RelatedNote, snippet: Snippet): SourceExcerpt | undefined {
    return this.find(snippet, column ?? 0, message)?.place.excerpt;
  }

  private find(snippet: Snippet, column: number, message: string): FoundCaret | null {
    const clang = this.isClang(snippet, column);
    const margin = clang || snippet.gutter ? 0 : 1;
    const { drawn } = snippet;
    const start = Math.max(0, drawn.start - margin);
    const end = drawn.end - margin;
    const caret = drawn.caret === null ? start : drawn.caret - margin;
    if (caret < 0 || end <= caret) return null;
    const source = snippet.source.slice(margin);
    let place: CaretPlace;
    // each character takes one byte and one cell
    const plain = !beyondAscii.test(source.slice(0, end));
    if (plain) {
      const unit = clang || column === 0 || column === caret + 1 ? null : 'bytes';
      place = { excerpt: excerptOf(source, start, caret, end), caret, unit };
    } else if (clang) place = placeClangCaret(source, { start, caret, end }, column);
    else place = placeGccCaret(source, { start, caret, end }, column, message, this.countsCells);
    return { place, clang, plain };
  }

  private get countsCells(): boolean {
    return this.inCells >= enoughCarets && this.inBytes === 0;
  }

  private enter(draft: DiagnosticDraft, place: CaretPlace, clang: boolean, plain: boolean): void {
    const { excerpt, caret } = place;
    draft.excerpt = excerpt;
    // Clang's single caret marks a point, GCC's marks a character
    if (!clang || excerpt.end - caret > 1) enterEnds(draft, place, plain);
    if (!plain) this.wide.push({ draft, place });
  }

  /** Sets the same unit for all diagnostics, after the whole message has been read. */
  settle(drafts: readonly DiagnosticDraft[]): void {
    const clang = this.likeClang > this.likeGcc;
    if (!clang && this.inBytes <= this.inCells) return;
    for (const draft of drafts) {
      if (draft.toolchain !== this.family) continue;
      draft.unit = 'bytes';
      if (clang) draft.toolchain = 'clang';
    }
    for (const { draft, place } of this.wide) {
      draft.endColumn = undefined;
      enterEnds(draft, place, false);
      draft.fixes = draft.fixes?.map((fix) =>
        fix.expected === undefined ? fix : { ...fix, endColumn: fix.column + widthIn(fix.expected, 'bytes') },
      );
    }
  }

  /**
   * Returns whether a snippet is Clang's. Without a gutter, GCC prints a blank before the source line, Clang doesn't.
   */
  private isClang(snippet: Snippet, column: number): boolean {
    if (this.family === 'clang' || snippet.gutter) return this.family === 'clang';
    const flush = !snippet.source.startsWith(' ');
    const clang = flush || (column > 0 && snippet.drawn.caret === column - 1);
    if (clang) this.likeClang++;
    else this.likeGcc++;
    return clang;
  }
}

function enterEnds(draft: DiagnosticDraft, { excerpt, caret }: CaretPlace, plain: boolean): void {
  const { column, unit } = draft;
  const { text, start, end } = excerpt;
  if (column === null) return;
  draft.endColumn ??= column + (plain ? end - caret : columnOfOffset(text.slice(caret), end - caret, unit));
  if (start < caret)
    draft.startColumn =
      column - (plain ? caret - start : columnOfOffset(text.slice(start), caret - start, unit));
}
