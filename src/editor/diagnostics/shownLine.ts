import { toEditorRange, type CompilerDiagnostic } from '../../compiler';
import { linesOf } from './textChanges';

/** How far a line is looked for where it isn't sure that the text was judged, in lines. */
const reach = 200;
/** Characters that make a line one that can be told from others: a bracket or an `else` is anywhere. */
const distinct = 5;

/** A text in which the lines that a compile message shows are looked for. */
export class SearchableText {
  readonly lines: readonly string[];
  private squeezedLines: readonly string[] | null = null;
  private readonly shifts = new Map<CompilerDiagnostic, number | null>();

  constructor(text: string) {
    this.lines = linesOf(text);
  }

  /**
   * How far the compiler's lines have moved in this text, which may be another one than was judged: the line that the
   * message shows tells whether the text has it there, or has it nearby, once. Null: neither. 0 where none is shown.
   */
  shiftOf(diagnostic: CompilerDiagnostic): number | null {
    const known = this.shifts.get(diagnostic);
    if (known !== undefined) return known;
    const shift = this.search(diagnostic);
    this.shifts.set(diagnostic, shift);
    return shift;
  }

  private search(diagnostic: CompilerDiagnostic): number | null {
    const { line, excerpt } = diagnostic;
    if (line === null || !excerpt) return 0;
    const wanted = squeezed(excerpt.text);
    const printed = line - 1;
    const there = this.lines[printed];
    const lines = (this.squeezedLines ??= this.lines.map(squeezed));
    if (wanted === '' || isShown(wanted, lines[printed])) return 0;
    // what can't be seen is spelt out by some
    if (there !== undefined && toEditorRange(diagnostic, there).exact) return 0;
    if (wanted.length < distinct || !/[\p{L}\p{N}]/u.test(wanted)) return null;
    let found: number | null = null;
    for (let at = Math.max(0, printed - reach); at <= printed + reach && at < lines.length; at += 1) {
      if (!isShown(wanted, lines[at])) continue;
      if (found !== null) return null;
      found = at - printed;
    }
    return found;
  }
}

/** Compilers print tabs as spaces and cut long lines: white space is nothing, and a long piece is enough. */
function isShown(wanted: string, line: string | undefined): boolean {
  if (line === undefined) return false;
  return line === wanted || (wanted.length >= 40 && line.includes(wanted));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
