const bracketAtEnd = /(?:^|[ \t\u00a0\u202f])\[([^[]{0,200})\]$/;
const weakness = /^CWE-\d{1,6}$/;
const option = /^-[A-Za-z][\w+=#./-]*$/;
/** What Clang's `-fdiagnostics-show-category` puts there: `Semantic Issue`, or its number. */
const category =
  /^(?:\d{1,3}|(?:Lexical or Preprocessor|Semantic|Parse|Nullability|Lambda|User-Defined|Generics|Deprecations|Modules|AST|Inline Assembly|Value Conversion|Unused Entity|Documentation|ARC|Automatic Reference Counting|Backend|Coroutines|SourceManager|VTable|#pragma message|#warning|Instrumentation|Related Result Type|Format String|Concepts|Instance Variable|Dependent|Type|Objective-C|ABI|Command Line|Thread Safety|Refactoring|Sanitizer|OpenMP|Unknown)[\w -]{0,40})$/;

/**
 * Takes the brackets off a message's end: `[-Wshadow]`, `[-Werror=shadow]`, `[-Werror,-Wshadow]`,
 * `[-Wshadow,Semantic Issue]`, `[CWE-401] [-Wanalyzer-malloc-leak]`.
 *
 * @returns the option alone as `code` (that a warning was made an error shows in the severity); null where none is printed
 */
export function splitOption(text: string): { message: string; code: string | null } {
  let message = text.trimEnd();
  let code: string | null = null;
  while (message.endsWith(']')) {
    const open = message.lastIndexOf('[');
    const hit = open < 0 ? null : bracketAtEnd.exec(message.slice(Math.max(0, open - 1)));
    const found = hit ? codeOf(hit[1] ?? '') : undefined;
    if (found === undefined) break;
    code ??= found;
    message = message.slice(0, open).trimEnd();
  }
  return { message, code };
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
