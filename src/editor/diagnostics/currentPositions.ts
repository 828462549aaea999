import {
  toEditorRange,
  type CompilerDiagnostic,
  type EditorRange,
  type OfferedFix,
  type RelatedNote,
  splitsWord,
} from '../../compiler';
import type { SourceLink } from '../../records';
import { differences, linesOf, TextChanges, type TextEdit, type TextSpan } from './textChanges';
import { MAX_FOLLOWED, SEARCHED_LINES, MIN_DISTINCT_LENGTH } from './limits';

/** A stored text of the user’s file, and how certain it is that this text was judged. */
export interface KeptText {
  readonly text: string;
  /**
   * `submitted`: exactly this text was judged; `tied`: the file contained this text later, so the judged text may
   * differ
   */
  readonly how: SourceLink['how'];
}

/** Position of a compiler’s location in the current file. */
export interface Located extends EditorRange {
  /** 0-based */
  readonly line: number;
  readonly text: string;
  /** Whether the original text was changed or deleted. If so, this is its former line. */
  readonly outdated: boolean;
  /** Whether the line was judged, or matches the excerpt in the message. */
  readonly seen: boolean;
}

/** Parts of the output that have a position. */
export type Printed = CompilerDiagnostic | RelatedNote | OfferedFix;

/** A range in a text. Its position is tracked through later edits. */
interface Found {
  readonly span: TextSpan;
  /** Text that must still be in the range. */
  readonly fingerprint: string;
  /** Line and range of the match. If both are unchanged, nothing else is checked. */
  readonly line: string;
  readonly range: EditorRange;
  readonly seen: boolean;
}

/** A location in the compiler output, with its position in the file. */
interface TrackedLocation {
  readonly owner: CompilerDiagnostic;
  /** 0-based */
  readonly printedLine: number;
  readonly rangeIn: (lineText: string) => EditorRange;
  /** Position in the judged text; null: the text doesn’t match the message. */
  readonly origin: Found | null;
  /** Last match, moved by the edits since; null: none, or it can't be followed. */
  current: Found | null;
  /** Result of the last search; null before the first one. */
  located: Located | null;
}

const topOfFile: Located = { line: 0, start: 0, end: 0, text: '', outdated: false, seen: false };

/**
 * Tracks the current positions of a compiler's locations in a file. Finds each location in the judged text, if that is
 * stored. Then applies the later edits: observed edits directly, and others by comparing the texts.
 */
export class CurrentPositions {
  private readonly origin: SearchableText;
  private readonly isJudged: boolean;
  /** Returns by how many lines the lines of all diagnostics are shifted in the judged text. */
  private readonly templateShift: () => number;
  private readonly locations = new Map<Printed, TrackedLocation>();
  /** Current text; null after a change. */
  private currentText: SearchableText | null = null;

  /** @param text current text of the file */
  constructor(
    private text: string,
    kept: KeptText | null,
    readonly diagnostics: readonly CompilerDiagnostic[],
  ) {
    this.origin = new SearchableText(kept?.text ?? text);
    this.isJudged = kept?.how === 'submitted';
    this.templateShift = once(() => this.origin.commonShift(diagnostics));
    for (const owner of diagnostics) {
      if (owner.line === null) continue;
      this.add(owner, owner, owner.line, (line) => toEditorRange(owner, line));
      for (const note of owner.related.slice(0, MAX_FOLLOWED)) {
        if (note.file !== owner.file || note.line === null) continue;
        const { column, message, unit = owner.unit, excerpt } = note;
        this.add(note, owner, note.line, (line) => toEditorRange({ column, message, unit, excerpt }, line));
      }
      for (const fix of owner.fixes?.slice(0, MAX_FOLLOWED) ?? []) {
        this.add(fix, owner, fix.line, (line) => rangeOfFix(fix, owner, line));
      }
    }
    this.locateAll();
  }

  /** Returns the position of a diagnostic; the top of the file if it has no line. */
  where(diagnostic: CompilerDiagnostic): Located {
    this.locateAll();
    return this.locations.get(diagnostic)?.located ?? topOfFile;
  }

  /** Returns the position if its text is unchanged; null if it changed. */
  find(printed: Printed): Located | null {
    this.locateAll();
    const located = this.locations.get(printed)?.located;
    return located && !located.outdated ? located : null;
  }

  /** True if no location matches, so that this is another file with the same name. */
  get isAnotherFile(): boolean {
    const placed = this.diagnostics.filter(({ line }) => line !== null);
    return placed.length > 0 && placed.every((diagnostic) => this.where(diagnostic).outdated);
  }

  /** Applies observed edits that led to `text`. */
  follow(edits: readonly TextEdit[], text: string): void {
    const changes = new TextChanges(edits);
    for (const location of this.locations.values()) {
      const { current } = location;
      const span = current && changes.move(current.span);
      if (span && span !== current.span) location.current = { ...current, span };
    }
    this.text = text;
    this.currentText = null;
  }

  /** Applies unobserved edits, by comparing the texts. */
  catchUp(text: string): void {
    if (text === this.text) return;
    const edits = differences(linesOf(this.text), linesOf(text));
    if (!edits) for (const location of this.locations.values()) location.current = null;
    this.follow(edits ?? [], text);
  }

  private add(
    printed: Printed,
    owner: CompilerDiagnostic,
    line: number,
    rangeIn: (lineText: string) => EditorRange,
  ): void {
    const shift = this.isJudged ? this.judgedShiftOf(owner) : this.origin.shiftOf(owner);
    const location = { owner, printedLine: line - 1, rangeIn };
    const origin = shift === null ? null : foundIn(this.origin, location, shift, this.isJudged);
    this.locations.set(printed, { ...location, origin, current: null, located: null });
  }

  /**
   * Returns by how many lines the compiler's lines are shifted in the judged text. They are if the judge compiles the
   * program inside of a template, whose length is unknown. Null: the line is a part of the template. 0: no other shift is
   * known, or the compiler printed the line in another form.
   */
  private judgedShiftOf(owner: CompilerDiagnostic): number | null {
    const shift = this.templateShift();
    if (shift === 0) return this.origin.shiftOf(owner) ?? 0;
    if (!owner.excerpt || this.origin.isShownAt(owner, shift)) return shift;
    return isDistinct(owner) ? this.origin.shiftOf(owner) : null;
  }

  private locateAll(): void {
    if (this.currentText) return;
    const currentText = new SearchableText(this.text);
    this.currentText = currentText;
    const sinceOrigin = once(() => changesBetween(this.origin.lines, currentText.lines));
    for (const location of this.locations.values()) {
      location.located = locate(location, currentText, sinceOrigin);
    }
  }
}

/** Returns the current position. Searches again only if the text at the last position has changed. */
function locate(
  location: TrackedLocation,
  text: SearchableText,
  sinceOrigin: () => TextChanges | null,
): Located {
  const unchanged = location.current && unchangedPosition(location.current, text.lines);
  if (unchanged) return unchanged;
  // not searched yet, or touched by an edit that may have restored it
  const found = findAgain(location, text, sinceOrigin());
  const located = found && unchangedPosition(found, text.lines);
  if (located || !location.current) location.current = found;
  return located ?? formerLine(location, text.lines);
}

function findAgain(
  location: TrackedLocation,
  text: SearchableText,
  sinceOrigin: TextChanges | null,
): Found | null {
  const { origin, owner } = location;
  if (origin && sinceOrigin) return { ...origin, span: sinceOrigin.move(origin.span) };
  // the stored text may not be the judged one, so only the excerpt can identify the line
  const shift = owner.excerpt ? text.shiftOf(owner) : null;
  return shift === null ? null : foundIn(text, location, shift, false);
}

function foundIn(
  { lines }: SearchableText,
  { owner, printedLine, rangeIn }: Pick<TrackedLocation, 'owner' | 'printedLine' | 'rangeIn'>,
  shift: number,
  isJudged: boolean,
): Found | null {
  const line = printedLine + shift;
  const text = lines[line];
  if (text === undefined) return null;
  const range = rangeIn(text);
  const isOwnLine = printedLine + 1 === owner.line && owner.excerpt !== undefined;
  return {
    span: { start: { line, character: range.start }, end: { line, character: range.end } },
    fingerprint: fingerprintOf(text, range),
    line: text,
    range,
    seen: isJudged || (isOwnLine && toEditorRange(owner, text).exact),
  };
}

/** Returns the position of a match; null if the text at that position has changed. */
function unchangedPosition(
  { span, fingerprint, line: own, range, seen }: Found,
  lines: readonly string[],
): Located | null {
  const { line, character: start } = span.start;
  const end = span.end.character;
  const text = lines[line];
  if (text === undefined || span.end.line !== line) return null;
  const isUntouched = text === own && start === range.start && end === range.end;
  if (!isUntouched && fingerprintOf(text, { start, end }) !== fingerprint) return null;
  return { line, start, end, text: text.slice(start, end), outdated: false, seen };
}

/** Returns the line from which the text was deleted, without indentation. */
function formerLine({ current, printedLine }: TrackedLocation, lines: readonly string[]): Located {
  const line = Math.max(0, Math.min(current?.span.start.line ?? printedLine, lines.length - 1));
  const text = lines[line] ?? '';
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return { line, start, end, text: text.slice(start, end), outdated: true, seen: false };
}

/**
 * Returns a key that identifies a range: its text, and whether it starts or ends within a word, because `total` in
 * `totals` is a different name. The key of an empty range is its adjacent characters.
 */
function fingerprintOf(line: string, { start, end }: EditorRange): string {
  if (start === end) return line.slice(Math.max(0, start - 1), start + 1).trim();
  return `${splitsWord(line, start)} ${splitsWord(line, end)} ${line.slice(start, end)}`;
}

function rangeOfFix(
  { column, endColumn, unit }: OfferedFix,
  owner: CompilerDiagnostic,
  line: string,
): EditorRange {
  const range = toEditorRange({ column, endColumn, unit: unit ?? owner.unit }, line);
  return endColumn === column ? { start: range.start, end: range.start } : range;
}

function changesBetween(before: readonly string[], after: readonly string[]): TextChanges | null {
  const edits = differences(before, after);
  return edits && new TextChanges(edits);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** A text that can be searched for the excerpts in compiler output. */
export class SearchableText {
  readonly lines: readonly string[];
  private squeezedLines: readonly string[] | null = null;
  private readonly shifts = new Map<CompilerDiagnostic, number | null>();

  constructor(text: string) {
    this.lines = linesOf(text);
  }

  /**
   * Returns by how many lines the compiler's lines are shifted in this text, which may differ from the judged one.
   * Searches for the excerpt at its line, then nearby. Null: it isn't found, or found several times nearby. 0: without an
   * excerpt.
   */
  shiftOf(diagnostic: CompilerDiagnostic): number | null {
    const known = this.shifts.get(diagnostic);
    if (known !== undefined) return known;
    const shift = this.search(diagnostic);
    this.shifts.set(diagnostic, shift);
    return shift;
  }

  /**
   * Returns by how many lines distinct lines of the diagnostics are shifted. 0: not at all, by different numbers, or
   * unknown
   */
  commonShift(diagnostics: readonly CompilerDiagnostic[]): number {
    const shifts = new Set(
      diagnostics
        .filter((diagnostic) => diagnostic.line !== null && isDistinct(diagnostic))
        .flatMap((diagnostic) => this.shiftOf(diagnostic) ?? []),
    );
    const [shift = 0] = shifts;
    return shifts.size === 1 ? shift : 0;
  }

  /** Returns whether the line that is shifted by `shift` lines matches the excerpt. */
  isShownAt({ line, excerpt }: CompilerDiagnostic, shift: number): boolean {
    if (line === null || !excerpt) return false;
    const lines = (this.squeezedLines ??= this.lines.map(squeezed));
    return isShown(squeezed(excerpt.text), lines[line - 1 + shift]);
  }

  private search(diagnostic: CompilerDiagnostic): number | null {
    const { line, excerpt } = diagnostic;
    if (line === null || !excerpt) return 0;
    const wanted = squeezed(excerpt.text);
    const printed = line - 1;
    const there = this.lines[printed];
    const lines = (this.squeezedLines ??= this.lines.map(squeezed));
    if (wanted === '' || isShown(wanted, lines[printed])) return 0;
    // Some compilers print invisible characters as escape sequences.
    if (there !== undefined && toEditorRange(diagnostic, there).exact) return 0;
    if (!isDistinct(diagnostic)) return null;
    let found: number | null = null;
    for (
      let at = Math.max(0, printed - SEARCHED_LINES);
      at <= printed + SEARCHED_LINES && at < lines.length;
      at += 1
    ) {
      if (!isShown(wanted, lines[at])) continue;
      if (found !== null) return null;
      found = at - printed;
    }
    return found;
  }
}

/** Returns whether the excerpt of a message is unlikely to occur several times. A bracket can occur anywhere. */
function isDistinct({ excerpt }: CompilerDiagnostic): boolean {
  const wanted = squeezed(excerpt?.text ?? '');
  return wanted.length >= MIN_DISTINCT_LENGTH && /[\p{L}\p{N}]/u.test(wanted);
}

/**
 * Compares without whitespace, because compilers print tabs as spaces. Compilers also cut long lines, so a long common
 * part is enough.
 */
function isShown(wanted: string, line: string | undefined): boolean {
  if (line === undefined) return false;
  return line === wanted || (wanted.length >= 40 && line.includes(wanted));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
