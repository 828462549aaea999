import { toEditorRange, type CompilerDiagnostic, type EditorRange, type RelatedNote } from '../../compiler';
import { nearestLine, type LineMap } from './lineMap';

/** A diagnostic in the user's file as it is now. */
export interface Placed {
  readonly diagnostic: CompilerDiagnostic;
  /** 0-based */
  readonly line: number;
  readonly range: EditorRange;
  /** the text it was about is gone; it stands where that was */
  readonly outdated: boolean;
}

/** The user's file: its lines as they are now, and where the judged lines went (null: it is what was judged). */
export interface PresentText {
  readonly lines: readonly string[];
  readonly map: LineMap | null;
}

/** Finds a diagnostic's place in the file as it is now. Lines that were never printed fall on the first one. */
export function place(diagnostic: CompilerDiagnostic, text: PresentText): Placed {
  const { line: printed } = diagnostic;
  if (printed === null) return { diagnostic, line: 0, range: { start: 0, end: 0 }, outdated: false };
  const judged = printed - 1;
  const now = text.map ? (text.map[judged] ?? null) : lineByExcerpt(diagnostic, text.lines);
  if (now === null || now >= text.lines.length) {
    const line = text.map ? nearestLine(text.map, judged) : judged;
    const bounded = Math.max(0, Math.min(line, text.lines.length - 1));
    return { diagnostic, line: bounded, range: wholeLine(text.lines[bounded] ?? ''), outdated: true };
  }
  return { diagnostic, line: now, range: toEditorRange(diagnostic, text.lines[now] ?? ''), outdated: false };
}

/** A note's place in the same file; null where it is gone or has none. */
export function placeNote(
  note: RelatedNote,
  owner: CompilerDiagnostic,
  text: PresentText,
): { readonly line: number; readonly range: EditorRange } | null {
  if (note.line === null) return null;
  const line = text.map ? text.map[note.line - 1] : note.line - 1;
  const lineText = line === null || line === undefined ? undefined : text.lines[line];
  if (line === null || line === undefined || lineText === undefined) return null;
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

/** How far a line is looked for where the judged text is not known, in lines. */
const reach = 200;

/**
 * Where the judged text is not known, the line that the message itself shows tells whether the file still has it
 * there, or has it nearby; null: neither.
 */
function lineByExcerpt({ line, excerpt }: CompilerDiagnostic, lines: readonly string[]): number | null {
  const printed = (line ?? 1) - 1;
  const wanted = excerpt ? squeezed(excerpt.text) : '';
  if (wanted === '' || excerptFits(wanted, lines[printed])) return printed;
  for (let distance = 1; distance <= reach; distance += 1) {
    for (const candidate of [printed - distance, printed + distance]) {
      if (excerptFits(wanted, lines[candidate])) return candidate;
    }
  }
  return null;
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
