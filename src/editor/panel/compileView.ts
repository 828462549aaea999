import {
  parseCompilerOutput,
  prepareMessage,
  type CompilerDiagnostic,
  type RelatedNote,
} from '../../compiler';
import { plainLines, type Compilation } from '../../judge';
import type { CompileLink, CompileView } from '../../panel/messages';

/** A compile message for the page, and where each of its links leads. */
export interface DrawnCompilation {
  readonly view: CompileView;
  /** one for each of the view's links */
  readonly targets: readonly CompileTarget[];
}

export interface CompileTarget {
  readonly diagnostic: CompilerDiagnostic;
  /** the note of it whose place this is; null: it is the diagnostic's own */
  readonly note: RelatedNote | null;
  /** 0-based line of the message where the position stands */
  readonly messageLine: number;
}

/** How many there are of each, for the title. */
export interface CompileCounts {
  readonly success: boolean | null;
  readonly errors: number;
  readonly warnings: number;
  /** lines of the message; 0: there is none */
  readonly lines: number;
}

/** Most of a message that is drawn, in UTF-16 units; the whole one opens as a document. */
const mostText = 64 * 1024;

/** The compilation as the page draws it: the message with its positions as links. Null where there is none. */
export function drawCompilation(
  compilation: Compilation | null,
  title: (counts: CompileCounts) => string,
): DrawnCompilation | null {
  if (!compilation) return null;
  const whole = prepareMessage(compilation.message ?? '');
  const begin =
    whole.length > mostText ? whole.slice(0, whole.lastIndexOf('\n', mostText) + 1 || mostText) : whole;
  const text = plainLines(begin).trimEnd();
  const diagnostics = parseCompilerOutput(begin);
  const found = findLinks(text.split('\n'), diagnostics);
  const severe = (severity: CompilerDiagnostic['severity']) =>
    diagnostics.filter((one) => one.severity === severity).length;
  return {
    view: {
      success: compilation.success,
      title: title({
        success: compilation.success,
        errors: severe('error'),
        warnings: severe('warning'),
        lines: text === '' ? 0 : text.split('\n').length,
      }),
      text,
      cut: begin !== whole,
      links: found.map(({ link }) => link),
    },
    targets: found.map(({ target }) => target),
  };
}

interface Found {
  readonly link: CompileLink;
  readonly target: CompileTarget;
}

/** The printed positions of diagnostics and their notes, each where it stands in the text. */
function findLinks(lines: readonly string[], diagnostics: readonly CompilerDiagnostic[]): Found[] {
  const starts = startsOf(lines);
  const taken = new Map<number, Found>();
  for (const diagnostic of diagnostics) {
    let from = diagnostic.messageLine;
    for (const note of [null, ...diagnostic.related]) {
      const position = note ?? diagnostic;
      if (position.file === null || position.line === null) continue;
      for (let line = from; line < diagnostic.messageEndLine && line < lines.length; line += 1) {
        const span = taken.has(line) ? null : positionIn(lines[line] ?? '', position.file, position.line);
        if (!span) continue;
        const start = starts[line] ?? 0;
        taken.set(line, {
          link: { start: start + span.start, end: start + span.end },
          target: { diagnostic, note, messageLine: line },
        });
        from = line + 1;
        break;
      }
    }
  }
  return [...taken.values()].sort((a, b) => a.link.start - b.link.start);
}

/** `file:28:16`, `file(28,16)`, `file", line 28`: from the file's name to its last number. */
function positionIn(line: string, file: string, number: number): CompileLink | null {
  const start = line.indexOf(file);
  if (start < 0) return null;
  const behind = line.slice(start + file.length, start + file.length + 40);
  const match = /^\D{1,12}?(\d+)(?:[:,.]\s?\d+)?\)?/.exec(behind);
  if (!match || Number(match[1]) !== number) return null;
  return { start, end: start + file.length + match[0].length };
}

function startsOf(lines: readonly string[]): number[] {
  let start = 0;
  return lines.map((line) => {
    const own = start;
    start += line.length + 1;
    return own;
  });
}
