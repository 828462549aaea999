import type { CodeUnits } from '../units';
import { isBlank, trimmedEnd } from './scan';

const closingBracket = 0x5d;
const openingBracket = 0x5b;
const longestBracket = 200;

const weakness = /^CWE-\d{1,6}$/;
const option = /^-[A-Za-z][\w+=#./-]*$/;
/** What Clang's `-fdiagnostics-show-category` puts there: `Semantic Issue`, or its number. */
const category =
  /^(?:\d{1,3}|(?:Lexical or Preprocessor|Semantic|Parse|Nullability|Lambda|User-Defined|Generics|Deprecations|Modules|AST|Inline Assembly|Value Conversion|Unused Entity|Documentation|ARC|Automatic Reference Counting|Backend|Coroutines|SourceManager|VTable|#pragma message|#warning|Instrumentation|Related Result Type|Format String|Concepts|Instance Variable|Dependent|Type|Objective-C|ABI|Command Line|Thread Safety|Refactoring|Sanitizer|OpenMP|Unknown)[\w -]{0,40})$/;

/**
 * Takes the brackets off a message's end: `[-Wshadow]`, `[-Werror=shadow]`, `[-Werror,-Wshadow]`,
 * `[-Wshadow,Semantic Issue]`, `[CWE-401] [-Wanalyzer-malloc-leak]`.
 */
export class OptionScan {
  /** the option alone: that a warning was made an error shows in the severity; null where none is printed */
  code: string | null = null;
  /** where the message itself ends */
  end = 0;
  /** a message repeats few options, and to look one up is cheaper than to match it */
  private readonly known = new Map<string, string | null>();

  read(text: string, units: CodeUnits, start: number, end: number): void {
    this.code = null;
    this.end = trimmedEnd(units, start, end);
    while (units[this.end - 1] === closingBracket) {
      const open = openingOf(units, start, this.end);
      // `a[3]` is the message's own
      if (open < 0 || !isBlank(units[open - 1])) return;
      const found = this.codeOf(text.slice(open + 1, this.end - 1));
      if (found === undefined) return;
      this.code ??= found;
      this.end = trimmedEnd(units, start, open);
    }
  }

  private codeOf(content: string): string | null | undefined {
    const known = this.known.get(content);
    if (known !== undefined) return known;
    const code = codeOf(content);
    if (code !== undefined) this.known.set(content, code);
    return code;
  }
}

/** The last `[` before `until`; -1 where none is near. */
function openingOf(units: CodeUnits, start: number, until: number): number {
  const nearest = Math.max(start, until - longestBracket);
  for (let at = until - 2; at >= nearest; at--) {
    if (units[at] === openingBracket) return at;
  }
  return -1;
}

/** The option in a bracket, null for one that holds something else of the compiler's, undefined for the message's own. */
function codeOf(content: string): string | null | undefined {
  if (!content.startsWith('-')) return weakness.test(content) || category.test(content) ? null : undefined;
  const [head = '', next = ''] = content.split(',', 2);
  if (!option.test(head)) return undefined;
  // a limit that was reached is no kind of diagnostic
  if (head.startsWith('-f') && head.endsWith('=')) return null;
  if (head === '-Werror' || head === '-Wfatal-errors') return option.test(next) ? next : head;
  return head.startsWith('-Werror=') && head.length > 8 ? `-W${head.slice(8)}` : head;
}
