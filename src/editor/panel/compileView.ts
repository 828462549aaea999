import { prepareMessage, type CompilerDiagnostic } from '../../compiler';
import { plainLines, type Compilation } from '../../judge';
import type { CompileView } from '../../panel/messages';
import { diagnosticsOf, printedPositions, type PrintedAt } from '../compileMessage/parsed';

/** A compile message for the page, and where each of its links leads. */
export interface DrawnCompilation {
  readonly view: CompileView;
  /** one for each of the view's links */
  readonly targets: readonly CompileTarget[];
}

export type CompileTarget = Pick<PrintedAt, 'diagnostic' | 'note' | 'messageLine'>;

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
  const diagnostics = diagnosticsOf(compilation);
  const lines = text.split('\n');
  const starts = startsOf(lines);
  const targets = printedPositions(
    lines,
    diagnostics.filter(({ messageLine }) => messageLine < lines.length),
  );
  const severe = (severity: CompilerDiagnostic['severity']) =>
    diagnostics.filter((one) => one.severity === severity).length;
  return {
    view: {
      success: compilation.success,
      title: title({
        success: compilation.success,
        errors: severe('error'),
        warnings: severe('warning'),
        lines: text === '' ? 0 : lines.length,
      }),
      text,
      cut: begin !== whole,
      links: targets.map(({ messageLine, start, end }) => {
        const offset = starts[messageLine] ?? 0;
        return { start: offset + start, end: offset + end };
      }),
    },
    targets,
  };
}

function startsOf(lines: readonly string[]): number[] {
  let start = 0;
  return lines.map((line) => {
    const own = start;
    start += line.length + 1;
    return own;
  });
}
