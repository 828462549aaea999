import { parseCompilerOutput, type CompilerDiagnostic, type RelatedNote } from '../../compiler';
import type { Compilation } from '../../judge';

/** Results are immutable: a message is parsed once, whoever asks, and what it says goes with the result. */
const parsed = new WeakMap<Compilation, readonly CompilerDiagnostic[]>();

/** What the compiler says, in the order of its message. */
export function diagnosticsOf(compilation: Compilation): readonly CompilerDiagnostic[] {
  const known = parsed.get(compilation);
  if (known) return known;
  const diagnostics = parseCompilerOutput(compilation.message ?? '');
  parsed.set(compilation, diagnostics);
  return diagnostics;
}

/** A position that a compile message prints. */
export interface PrintedAt {
  readonly diagnostic: CompilerDiagnostic;
  /** the note of it whose place this is; null: it is the diagnostic's own */
  readonly note: RelatedNote | null;
  /** 0-based line of the message where the position stands, and UTF-16 offsets in that line */
  readonly messageLine: number;
  readonly start: number;
  readonly end: number;
}

/** Where a link in the message leads. */
export type CompileTarget = Pick<PrintedAt, 'diagnostic' | 'note' | 'messageLine'>;

/** How far behind the position before it the one of a note is looked for, in lines of the message. */
const reach = 100;

/** The printed positions of diagnostics and their notes, in the order of the message; at most one a line. */
export function printedPositions(
  lines: readonly string[],
  diagnostics: readonly CompilerDiagnostic[],
): PrintedAt[] {
  const taken = new Map<number, PrintedAt>();
  for (const diagnostic of diagnostics) {
    let from = diagnostic.messageLine;
    for (const note of [null, ...diagnostic.related]) {
      const { file, line } = note ?? diagnostic;
      if (file === null || line === null) continue;
      const end = Math.min(from + reach, diagnostic.messageEndLine, lines.length);
      for (let at = from; at < end; at += 1) {
        const span = taken.has(at) ? null : positionIn(lines[at] ?? '', file, line);
        if (!span) continue;
        taken.set(at, { diagnostic, note, messageLine: at, ...span });
        from = at + 1;
        break;
      }
    }
  }
  return [...taken.values()].sort((a, b) => a.messageLine - b.messageLine);
}

/** `file:28:16`, `file(28,16)`, `file", line 28`: from the file's name to its last number. */
function positionIn(line: string, file: string, number: number): { start: number; end: number } | null {
  const start = line.indexOf(file);
  if (start < 0) return null;
  const behind = line.slice(start + file.length, start + file.length + 40);
  const match = /^\D{1,12}?(\d+)(?:[:,.]\s?\d+)?\)?/.exec(behind);
  if (!match || Number(match[1]) !== number) return null;
  return { start, end: start + file.length + match[0].length };
}
