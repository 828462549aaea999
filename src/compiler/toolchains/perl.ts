import type { Severity } from '../diagnostic';
import type { Toolchain } from '../toolchain';

/** `… at FILE line 3.`, `… at FILE line 3, near "…`, `…, at EOF`, `…, <STDIN> line 4.` */
const placed =
  /^(?![\s#/])(.+) at ((?:(?! at )[^"*`|]){1,4096}?) line (\d{1,9})(?:\.|(, (?:near ".*|at EOF|at end of line|within (?:string|pattern)|<[^>]{1,60}> (?:line|chunk) \d{1,9}\.))|)(?: \(#\d{1,4}\))?$/;
const trailer =
  /^(?:BEGIN failed--compilation aborted|Compilation failed in require|.{1,500} had (?:too many|compilation) errors)/;
const near = ', near "';
/** Longer lines are ignored, because `placed` tries each ` at ` up to the end of the line. */
const MAX_LINE_LENGTH = 5000;
const warnings = [
  /^"(?:my|our|state)" (?:variable|subroutine) .{1,300} (?:masks earlier declaration|redeclared)/,
  /^(?:Found = in conditional|Useless use of |Use of uninitialized value|Name ".{1,300}" used only once: possible typo)/,
  /^(?:[%@\w].{0,300} better written as |Possible |Unquoted string |Statement unlikely to be reached|Deprecated )/,
  /^(?:Odd number of elements|Reference found where even-sized list expected|Applying |Deep recursion on |Exiting )/,
  /^(?:Argument ".{0,300}" isn't numeric|Argument .{0,300} isn't numeric|Negative repeat count|substr outside of string)/,
  /^(?:Subroutine .{1,300} redefined|Prototype mismatch|Constant subroutine .{1,300} redefined|Wide character in )/,
  /^(?:Variable ".{1,300}" (?:is not available|will not stay shared)|Integer overflow in |Use of .{1,100} is deprecated)/,
  /^(?:Unrecognized escape |Parentheses missing around |Redundant argument in |Missing argument in |Illegal .{1,40} digit .{1,10} ignored)/,
  /^(?:\w{1,20}\(\) on (?:un|closed )|.{1,60} interpreted as function|Ambiguous use of |Unsuccessful stat on filename)/,
  /^(?:length\(\) used on |splice\(\) offset past end|Invalid (?:negative number|conversion) |Character in '|Quantifier )/,
  /^(?:Warning: |Explicit blessing to |(?:Hexadecimal|Octal|Binary) number > |Misplaced _ in number|Code point 0x)/,
  /^(?:Unknown PerlIO layer |\w{1,6} on anonymous |Reversed .{1,3} operator|Illegal character in prototype |False \[\] range )/,
  /^(?:.{1,300} called too early to check prototype|.{1,60} found where operator expected|Operator or semicolon missing )/,
  /^(?:POSIX syntax |Unescaped left brace in regex is passed |(?:Hash|Array) .{1,300} missing the . in argument )/,
  /^(?:given is |when is |Smartmatch is |.{1,60} is experimental|Duplicate specification |Value of <HANDLE> construct)/,
];

/** Perl: `syntax error at FILE line 3, near "my "`. It doesn't print whether a message is an error or a warning. */
export const perl: Toolchain = {
  name: 'perl',
  detect: (sample) =>
    / at (?:(?! at ).){1,500} line \d{1,9}(?:\.|, (?:near "|at e|at EOF|within |<)| \(#\d)/m.test(sample)
      ? 2
      : 0,
  open: (cursor, report) => () => {
    const hit = placedIn(cursor.content);
    if (!hit) return false;
    const [, text = '', file, line, tail = ''] = hit;
    if (trailer.test(text)) return true;
    const severity: Severity = warnings.some((pattern) => pattern.test(text)) ? 'warning' : 'error';
    const draft = report.add({ severity, message: text + tail, at: { file, line } });
    cursor.advance();
    if (!tail.startsWith(near) || (tail.length > near.length && tail.endsWith('"'))) return true;
    // the quoted code after `near` may continue on the next lines
    for (let i = 0; i < 5 && !cursor.done; i++) {
      const nextLine = cursor.content;
      if (placedIn(nextLine)) break;
      draft.message += `\n${nextLine}`;
      cursor.advance();
      if (nextLine.endsWith('"')) break;
    }
    return true;
  },
};

function placedIn(line: string): RegExpExecArray | null {
  return line.includes(' line ') && line.length <= MAX_LINE_LENGTH ? placed.exec(line) : null;
}
