import { l10n } from 'vscode';
import { prepareMessage, type CompilerDiagnostic } from '../../compiler';
import { plainLines, type Compilation } from '../../results';
import type { CompileView } from '../../resultPage/messages';
import { countWords, joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { diagnosticsOf, firstErrorAtLine, printedPositions, type CompileTarget } from '../diagnostics';
import { MAX_COMPILER_OUTPUT_LENGTH } from './limits';

/** The compiler output on the page, and the targets of its links. */
export interface CompilationOnPage {
  readonly view: CompileView;
  /** link targets, in the order of the links in `view` */
  readonly targets: readonly CompileTarget[];
  /** for example `1 error`, `2 warnings` */
  readonly counts: readonly string[];
  /** position of the first error if the compilation failed; null: none */
  readonly firstError: { readonly link: number; readonly line: number; readonly message: string } | null;
}

/** Prepares the compiler output for the page, with positions as links. Null: no compilation. */
export function compileView(compilation: Compilation | null): CompilationOnPage | null {
  if (!compilation) return null;
  const whole = prepareMessage(compilation.message ?? '');
  const begin = beginningOf(whole);
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
    counts: countWords(diagnostics),
    firstError: compilation.success === false ? firstErrorIn(targets) : null,
  };
}

/** Returns the lines that the page shows of a long output, or the beginning of its first line if that is too long. */
function beginningOf(output: string): string {
  if (output.length <= MAX_COMPILER_OUTPUT_LENGTH) return output;
  const endOfLastLine = output.lastIndexOf('\n', MAX_COMPILER_OUTPUT_LENGTH) + 1;
  return output.slice(0, endOfLastLine || MAX_COMPILER_OUTPUT_LENGTH);
}

function firstErrorIn(targets: readonly CompileTarget[]): CompilationOnPage['firstError'] {
  const first = firstErrorAtLine(
    targets.filter(({ note }) => note === null).map(({ diagnostic }) => diagnostic),
  );
  const link = targets.findIndex(({ diagnostic, note }) => note === null && diagnostic === first);
  const { line = null, message = '' } = targets[link]?.diagnostic ?? {};
  return line === null ? null : { link, line, message: sanitizeForUi(message, 120) };
}

/** Summarizes a compilation: `Compilation failed · 2 errors · 1 warning`. */
function compileTitle(
  { success, extra }: Compilation,
  diagnostics: readonly CompilerDiagnostic[],
  isSilent: boolean,
): string {
  return joined(
    ' · ',
    outcomeWords(success, isSilent),
    ...countWords(diagnostics),
    extra?.['isShortened'] === true ? l10n.t('shortened by the judge') : '',
  );
}

function outcomeWords(success: Compilation['success'], isSilent: boolean): string {
  if (success === null) return l10n.t('Compilation');
  if (!success) return l10n.t('Compilation failed');
  return isSilent ? l10n.t('Compiled without warnings') : l10n.t('Compiled');
}

function startsOf(lines: readonly string[]): number[] {
  let start = 0;
  return lines.map((line) => {
    const own = start;
    start += line.length + 1;
    return own;
  });
}
