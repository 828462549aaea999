import { l10n } from 'vscode';
import { prepareMessage, type CompilerDiagnostic } from '../../compiler';
import { plainLines, type Compilation } from '../../judge';
import type { CompileView } from '../../panel/messages';
import { diagnosticsOf, printedPositions, type CompileTarget } from '../compileMessage/parsed';
import { countWords, joined } from '../words/recordWords';

/** A compile message for the page, and where each of its links leads. */
export interface DrawnCompilation {
  readonly view: CompileView;
  /** one for each of the view's links */
  readonly targets: readonly CompileTarget[];
}

/** Most of a message that is drawn, in UTF-16 units; the whole one opens as a document. */
const mostText = 64 * 1024;

/** The compilation as the page draws it: the message with its positions as links. Null where there is none. */
export function drawCompilation(compilation: Compilation | null): DrawnCompilation | null {
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
  return {
    view: {
      success: compilation.success,
      title: compileTitle(compilation, diagnostics, text === ''),
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

/** What a compilation came to: `Compilation failed · 2 errors · 1 warning`. */
function compileTitle(
  { success }: Compilation,
  diagnostics: readonly CompilerDiagnostic[],
  isSilent: boolean,
): string {
  const outcome =
    success === null
      ? l10n.t('Compilation')
      : success
        ? isSilent
          ? l10n.t('Compiled without warnings')
          : l10n.t('Compiled')
        : l10n.t('Compilation failed');
  return joined(' · ', outcome, ...countWords(diagnostics));
}

function startsOf(lines: readonly string[]): number[] {
  let start = 0;
  return lines.map((line) => {
    const own = start;
    start += line.length + 1;
    return own;
  });
}
