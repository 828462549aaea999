import { columnOfOffset, widthIn } from '../columns';
import type { ColumnUnit, RelatedNote, SourceExcerpt } from '../diagnostic';
import type { DiagnosticDraft } from '../report';
import { type CaretPlace, excerptOf, placeClangCaret, placeGccCaret } from './place';
import type { Snippet } from './snippet';

export type Family = 'gcc' | 'clang';

interface FoundCaret {
  readonly place: CaretPlace;
  /** the drawing is Clang's */
  readonly clang: boolean;
  /** the marked line is plain ASCII up to the end of the mark */
  readonly plain: boolean;
}

const beyondAscii = /[^\0-\x7f]/;
/** So many carets that say cells, and none that says bytes, leave no doubt about the next one. */
const enoughCarets = 8;

/**
 * What one message's columns count. GCC counts display cells since version 11 and bytes before, or when it is told
 * to; Clang counts bytes. The carets of a message that has any tell, for all of its diagnostics.
 */
export class GnuColumns {
  /** those whose marked text is as long as it is only in one unit */
  private readonly wide: { draft: DiagnosticDraft; place: CaretPlace }[] = [];
  private inCells = 0;
  private inBytes = 0;
  private likeClang = 0;
  private likeGcc = 0;

  /** @param family what the words of the message made it out to be */
  constructor(readonly family: Family) {}

  /** What diagnostics are taken to count in until the message has been read. */
  get unit(): ColumnUnit {
    return this.family === 'clang' ? 'bytes' : 'cells';
  }

  /** Characters before a source line that stands without a gutter. */
  get margin(): number {
    return this.family === 'clang' ? 0 : 1;
  }

  /** Enters what the drawing beneath a header says; null where the caret stands before the source. */
  place(draft: DiagnosticDraft, snippet: Snippet): CaretPlace | null {
    const found = this.find(snippet, draft.column ?? 0, draft.message);
    if (!found) return null;
    const { place, clang, plain } = found;
    if (place.unit === 'cells') this.inCells++;
    else if (place.unit === 'bytes') this.inBytes++;
    this.enter(draft, place, clang, plain);
    return place;
  }

  /** Returns the source line that the drawing beneath a note shows; undefined if the caret stands before it. */
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
    // each character a byte and a cell
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
    // to Clang a caret alone is a point, to GCC a character
    if (!clang || excerpt.end - caret > 1) enterEnds(draft, place, plain);
    if (!plain) this.wide.push({ draft, place });
  }

  /** At the message's end: one unit for all of it. */
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

  /** Without a gutter GCC sets the source line off by a blank, Clang doesn't. */
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
