import { toEditorRange, type CompilerDiagnostic, type EditorRange, type RelatedNote } from '../../compiler';
import type { SourceTie } from '../../records/record';
import { linesOf, mapLines, nearestLine, type LineMap } from './lineMap';

/** A diagnostic in the user's file as it is now. */
export interface Placed {
  readonly diagnostic: CompilerDiagnostic;
  /** 0-based */
  readonly line: number;
  readonly range: EditorRange;
  /** the text it was about is gone; it stands where that was */
  readonly outdated: boolean;
}

/** A text that is kept of the user's file, and how much is known of it. */
export interface KeptText {
  readonly text: string;
  /** `submitted`: exactly this was judged; `tied`: this was in the file later, and may be something else */
  readonly how: SourceTie['how'];
}

/** The user's file: its lines as they are now, and where those of the text that is kept went. */
export interface PresentText {
  readonly lines: readonly string[];
  /** null: no text is kept */
  readonly kept: {
    readonly lines: readonly string[];
    /** the compiler's line numbers are this text's */
    readonly isJudged: boolean;
    /** null: the file has too little in common with it */
    readonly map: LineMap | null;
  } | null;
}

/** What is needed to find a compiler's lines in a file that reads `current` now. */
export function presentOf(current: string, kept: KeptText | null): PresentText {
  return {
    lines: linesOf(current),
    kept: kept && {
      lines: linesOf(kept.text),
      isJudged: kept.how === 'submitted',
      map: mapLines(kept.text, current),
    },
  };
}

/** Finds a diagnostic's place in the file as it is now. Lines that were never printed fall on the first one. */
export function place(diagnostic: CompilerDiagnostic, text: PresentText): Placed {
  const { line: printed } = diagnostic;
  if (printed === null) return { diagnostic, line: 0, range: { start: 0, end: 0 }, outdated: false };
  const now = lineNow(diagnostic, printed, text);
  const lineText = now === null ? undefined : text.lines[now];
  if (now === null || lineText === undefined) {
    const line = Math.max(0, Math.min(lineLeft(diagnostic, printed, text), text.lines.length - 1));
    return { diagnostic, line, range: wholeLine(text.lines[line] ?? ''), outdated: true };
  }
  return { diagnostic, line: now, range: toEditorRange(diagnostic, lineText), outdated: false };
}

/**
 * None of these is where the file has it: it is another file, whatever its name. Judges name every Java program
 * `Main.java`.
 */
export function isAnotherFile(placed: readonly Placed[]): boolean {
  const withLine = placed.filter(({ diagnostic }) => diagnostic.line !== null);
  return withLine.length > 0 && withLine.every(({ outdated }) => outdated);
}

/** A note's place in the same file; null where it is gone or has none. */
export function placeNote(
  note: RelatedNote,
  owner: CompilerDiagnostic,
  text: PresentText,
): { readonly line: number; readonly range: EditorRange } | null {
  if (note.line === null) return null;
  const line = lineNow(owner, note.line, text);
  const lineText = line === null ? undefined : text.lines[line];
  if (line === null || lineText === undefined) return null;
  const { file, column } = note;
  const at: CompilerDiagnostic = {
    severity: 'information',
    file,
    line: note.line,
    column,
    unit: note.unit ?? owner.unit,
    message: note.message,
    code: null,
    related: [],
    toolchain: owner.toolchain,
    messageLine: owner.messageLine,
    messageEndLine: owner.messageEndLine,
  };
  return { line, range: toEditorRange(at, lineText) };
}

/**
 * Where a printed line of a diagnostic or one of its notes is now; null: it isn't there any more. What was judged is
 * followed. A text of which that isn't sure is believed only as far as the line that the message shows is in it.
 */
export function lineNow(
  owner: CompilerDiagnostic,
  printed: number,
  { lines, kept }: PresentText,
): number | null {
  if (kept?.map) {
    const shift = kept.isJudged ? 0 : shiftIn(kept.lines, owner);
    if (shift !== null) return kept.map[printed - 1 + shift] ?? null;
  }
  // another text than the one that is kept: only seeing the line in it tells
  if (kept && !owner.excerpt) return null;
  const shift = shiftIn(lines, owner);
  return shift === null ? null : printed - 1 + shift;
}

/** Where a line stood that is gone. */
function lineLeft(owner: CompilerDiagnostic, printed: number, { kept }: PresentText): number {
  const shift = kept && !kept.isJudged ? shiftIn(kept.lines, owner) : 0;
  return kept?.map && shift !== null ? nearestLine(kept.map, printed - 1 + shift) : printed - 1;
}

/** How far a line is looked for where it isn't sure that the text was judged, in lines. */
const reach = 200;
/** Characters that make a line one that can be told from others: a bracket or an `else` is anywhere. */
const distinct = 5;

/**
 * How far the compiler's lines have moved in a text that may be another one: the line that the message itself shows
 * tells whether the text has it there, or has it nearby, once; null: neither.
 */
function shiftIn(lines: readonly string[], owner: CompilerDiagnostic): number | null {
  const { line, excerpt } = owner;
  if (line === null || !excerpt) return 0;
  const printed = line - 1;
  const wanted = squeezed(excerpt.text);
  const there = lines[printed];
  if (wanted === '' || excerptFits(wanted, there)) return 0;
  // what can't be seen is spelt out by some
  if (there !== undefined && toEditorRange(owner, there).exact) return 0;
  if (wanted.length < distinct || !/[\p{L}\p{N}]/u.test(wanted)) return null;
  const found: number[] = [];
  for (let at = Math.max(0, printed - reach); at <= printed + reach && at < lines.length; at += 1) {
    if (excerptFits(wanted, lines[at])) found.push(at - printed);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Compilers print tabs as spaces and cut long lines: white space is nothing, and a long piece is enough. */
function excerptFits(wanted: string, line: string | undefined): boolean {
  if (line === undefined) return false;
  const present = squeezed(line);
  return present === wanted || (wanted.length >= 40 && present.includes(wanted));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

function wholeLine(text: string): EditorRange {
  return { start: text.length - text.trimStart().length, end: text.trimEnd().length };
}
