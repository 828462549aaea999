import type { OfferedFix, SourceExcerpt } from '../../diagnostic';
import { isPosition, setPosition, type DiagnosticDraft, type Position, type Report } from '../../report';
import { columnOf, locate, readSpans, type Row, type Span, widen, codePoints } from './snippet';

interface Note {
  text: string;
  file: string | null;
  line: number | null;
  column: number | null;
}

/** Rows from a different file than the block's position: `::: FILE:LINE:COLUMN`. */
interface OtherFile {
  readonly file: string;
  /** 1-based; NaN if none is printed */
  readonly line: number;
  /** 1-based; NaN if none is printed */
  readonly column: number;
  readonly rows: Row[];
}

/** Notes and labels that are steps on the way from the program to the diagnostic. */
const stepNames =
  /^(?:inside |in this (?:macro invocation|expansion)|the above error was encountered while |erroneous constant )/;
const lint = /#!?\[(?:warn|deny|forbid)\(([\w:-]{1,100})\)\]/;
/** Replaces the beginning of a line that is too long. */
const cut = '...';
const offered = /: `([^`]*)`$/;

/**
 * Collects the parts of a diagnostic: its source lines with labels, then its notes, which may also have source lines.
 */
export class Block {
  private note: Note | null = null;
  private groups: Row[][] = [[]];
  /** the next rows belong to the last one */
  private otherFiles: OtherFile[] = [];
  private readonly sources = new Map<number, string>();
  private readonly fixes: OfferedFix[] = [];
  /**
   * offset of the printed source line from the actual one, in columns: positive if tabs are printed as blanks, negative
   * if `...` replaces the beginning of a long line
   */
  private widened = 0;

  constructor(
    private readonly draft: DiagnosticDraft,
    private readonly report: Report,
  ) {}

  addPosition(position: Position): void {
    const target = this.note ?? this.draft;
    if (target.line === null) setPosition(target, position);
  }

  beginNote(text: string): void {
    this.close();
    this.note = { text, file: null, line: null, column: null };
    const named = lint.exec(text);
    if (named) this.draft.code ??= named[1] ?? null;
  }

  continueText(text: string): void {
    if (this.note) this.note.text += `\n${text}`;
    else this.draft.message += `\n${text}`;
  }

  /** Starts the rows of another file. */
  enterFile({ file, line, column }: Omit<OtherFile, 'rows'>): void {
    this.otherFiles.push({ file, line, column, rows: [] });
  }

  row(line: number | null, sign: string, content: string): void {
    const rowsOfFile = this.otherFiles[this.otherFiles.length - 1];
    if (rowsOfFile) {
      if (line !== null) rowsOfFile.rows.push({ line, sign, content, marks: [] });
      else if (content) rowsOfFile.rows[rowsOfFile.rows.length - 1]?.marks.push(content);
      return;
    }
    const group = this.groups[this.groups.length - 1];
    if (!group) return;
    if (line !== null) group.push({ line, sign, content, marks: [] });
    else if (content) group[group.length - 1]?.marks.push(content);
    else if (group.length > 0) this.groups.push([]);
  }

  /** Ends the current note, or the main part of the diagnostic. */
  close(): void {
    const { groups } = this;
    if (groups[groups.length - 1]?.length === 0) groups.pop();
    const rows = groups.flat();
    if (this.note) this.closeNote(this.note, groups, rows);
    else this.closeMain(rows);
    if (this.fixes.length > 0) this.draft.fixes = [...this.fixes];
    for (const rowsOfFile of this.otherFiles) this.closeOtherFile(rowsOfFile);
    this.groups = [[]];
    this.otherFiles = [];
    this.note = null;
  }

  private closeNote(note: Note, groups: readonly Row[][], rows: readonly Row[]): void {
    const { file, line, column } = note;
    const isStep = stepNames.test(note.text);
    let message = note.text;
    let excerpt: SourceExcerpt | undefined;
    if (rows.length > 0) {
      const edits = readEdits(groups, (lineNumber) => this.sources.get(lineNumber));
      // suggestions are never shortened with `...`
      this.addFixes(edits, Math.max(0, this.widened));
      const { spans, shift } = readSpans(rows);
      const label = spans.find((span) => span.primary && span.label)?.label;
      if (label) message += `\n${label}`;
      const marked = isStep
        ? spans.find((span) => span.primary && !span.severalLines && span.line === Number(line))
        : undefined;
      if (marked) excerpt = excerptOf(marked, shift);
    }
    const step = isStep ? 'use' : undefined;
    this.report.relate(this.draft, { file, line, column, message, unit: 'codePoints', step, excerpt });
  }

  private closeOtherFile({ file, line, column, rows }: OtherFile): void {
    if (Number.isNaN(line)) return;
    const { spans, shift } = readSpans(rows);
    for (const span of spans) {
      const { label } = span;
      if (!label || label.startsWith('help: ')) continue;
      const printedColumn = columnOf(span, shift);
      const isStep = stepNames.test(label);
      this.report.relate(this.draft, {
        file,
        line: span.line,
        // rustc prints tabs as blanks, so only the position in the header is certain
        column: span.line === line && printedColumn + 1 === column ? column : null,
        message: label,
        unit: 'codePoints',
        step: isStep ? 'use' : undefined,
        excerpt: isStep ? excerptOf(span, shift) : undefined,
      });
    }
  }

  private closeMain(rows: readonly Row[]): void {
    const { spans, shift } = readSpans(rows);
    for (const row of rows)
      if (!row.content.startsWith(cut, shift)) this.sources.set(row.line, row.content.slice(shift));
    const primary = this.findPrimary(spans, shift);
    if (primary && !primary.severalLines) this.pointAt(primary, shift);
    for (const span of spans) this.closeSpan(span, span === primary, shift);
  }

  private findPrimary(spans: readonly Span[], shift: number): Span | undefined {
    const { line, column } = this.draft;
    const spansOnLine = spans.filter((span) => span.primary && span.line === line);
    return (
      spansOnLine.find((span) => !span.severalLines && columnOf(span, shift) + 1 === column) ?? spansOnLine[0]
    );
  }

  private pointAt(span: Span, shift: number): void {
    const printed = this.draft.column;
    if (printed === null) return;
    const wideSpan = widen(span, (start) => columnOf({ ...span, start }, shift) + 1 === printed);
    const { text, start, end, column, length } = locate(wideSpan, shift);
    this.widened = Math.max(text.startsWith(cut) ? -Infinity : 0, column + 1 - printed);
    this.draft.endColumn = printed + length;
    this.draft.excerpt = { text, start, end };
  }

  private closeSpan(span: Span, primary: boolean, shift: number): void {
    if (!span.label) return;
    const help = span.label.startsWith('help: ');
    if (help && !span.severalLines) this.offer(span, shift);
    if (primary && !help) {
      this.draft.message += `\n${span.label}`;
      return;
    }
    const column = span.severalLines ? null : this.realColumn(span.line, columnOf(span, shift) + 1);
    const message = help ? span.label.slice('help: '.length) : span.label;
    this.report.relate(this.draft, {
      file: this.draft.file,
      line: span.line,
      column,
      message,
      unit: 'codePoints',
    });
  }

  /** Adds the fix of a label: `help: a similar name exists: `x`` or `help: remove this …`. */
  private offer(span: Span, shift: number): void {
    const { text, start, end, column, length } = locate(span, shift);
    const helpText = span.label.slice('help: '.length);
    const inserted = offered.exec(helpText)?.[1];
    const expected = text.slice(start, end);
    // a marked blank means that the text is to be inserted before it
    const replacement = inserted !== undefined && expected === ' ' ? `${inserted} ` : inserted;
    if (replacement === undefined && !helpText.startsWith('remove ')) return;
    const edit = { line: span.line, column: column + 1, endColumn: column + 1 + length };
    this.addFixes([{ ...edit, expected, replacement: replacement ?? '' }], this.widened);
  }

  /** Adds the edits of a suggestion, or none of them if one has no valid position, as in a damaged message. */
  private addFixes(edits: readonly OfferedFix[], widened: number): void {
    const moved = edits.map((edit) => this.moved(edit, widened));
    if (moved.every(({ line, column }) => isPosition(line) && isPosition(column))) this.fixes.push(...moved);
  }

  /** Corrects the columns of an edit in the diagnostic's line, see `widened`. */
  private moved(edit: OfferedFix, widened: number): OfferedFix {
    if (widened === 0 || edit.line !== this.draft.line) return edit;
    return { ...edit, column: edit.column - widened, endColumn: edit.endColumn - widened };
  }

  private realColumn(line: number, printed: number): number | null {
    if (this.widened === 0) return printed;
    return line === this.draft.line && printed > this.widened ? printed - this.widened : null;
  }
}

function excerptOf(span: Span, shift: number): SourceExcerpt {
  const { text, start, end } = locate(span, shift);
  return { text, start, end };
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const additions = /^[ +]+$/;
const replacements = /^[ ~]+$/;
/** Maximum length of a replacement, so that a menu can show it. */
const MAX_FIX_LENGTH = 200;

/**
 * Reads the edits of a `help:` block: `- old` above `+ new`, or the new line with `+++` or `~~~` below the changed
 * text. Alternatives are separated by an empty gutter line, or repeat the same line. Omits alternatives that change
 * several lines.
 *
 * @param original returns the source of a 1-based line, if another part of the message contains it
 */
function readEdits(
  groups: readonly (readonly Row[])[],
  original: (line: number) => string | undefined,
): OfferedFix[] {
  return groups.flatMap((rows) => {
    const edits = rows.flatMap((row, i) => editOf(row, rows[i - 1], original) ?? []);
    return edits.length > 0 && rows.every((row) => row.line === rows[0]?.line) ? edits : [];
  });
}

function editOf(
  row: Row,
  rowAbove: Row | undefined,
  original: (line: number) => string | undefined,
): OfferedFix | null {
  if (row.sign === '+') {
    return rowAbove?.sign === '-' && rowAbove.line === row.line
      ? difference(row.line, rowAbove.content, row.content)
      : null;
  }
  const marks = row.marks[0]?.trimEnd();
  if (row.sign === '-' || !marks) return null;
  const oldLine = original(row.line) ?? (additions.test(marks) ? withoutMarked(row.content, marks) : null);
  if (oldLine === null || !(additions.test(marks) || row.sign === '~' || replacements.test(marks)))
    return null;
  return difference(row.line, oldLine, row.content);
}

/** Removes the marked additions from a line. Null if a neighboring blank may also have been added, without a mark. */
function withoutMarked(content: string, marks: string): string | null {
  let remaining = '';
  for (let at = 0; at < content.length; at++) {
    if (marks[at] !== '+') remaining += content[at];
    else if (marks[at - 1] !== '+' && content[at - 1] === ' ') return null;
    else if (marks[at + 1] !== '+' && content[at + 1] === ' ') return null;
  }
  return remaining;
}

/**
 * Returns the smallest replacement of complete words that changes `before` to `after`. Its columns count code points.
 * Null: both are equal, or the replacement is too long.
 */
function difference(line: number, before: string, after: string): OfferedFix | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  while (head > 0 && (joins(before, head) || joins(after, head))) head--;
  while (tail > 0 && (joins(before, before.length - tail) || joins(after, after.length - tail))) tail--;
  // an insertion includes a neighboring character, so that its position can be verified before it is applied
  if (head + tail === before.length && head > 0) head--;
  else if (head + tail === before.length && tail > 0) tail--;
  const expected = before.slice(head, before.length - tail);
  const replacement = after.slice(head, after.length - tail);
  if (replacement.length > MAX_FIX_LENGTH) return null;
  const column = codePoints(before, 0, head) + 1;
  return {
    line,
    column,
    endColumn: column + codePoints(expected, 0, expected.length),
    expected,
    replacement,
  };
}

/** Returns whether an offset is inside a word or a character. */
function joins(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) return true;
  return wordCharacter.test(text.charAt(at - 1)) && wordCharacter.test(text.charAt(at));
}
