import type { Cursor } from '../cursor';
import type { Report } from '../report';
import { severityOf } from '../diagnostic';
import type { Toolchain } from '../toolchain';

const header =
  /^(?:PHP )?(Parse error|Fatal error|Recoverable fatal error|Catchable fatal error|Warning|Notice|Deprecated|Strict Standards): {1,2}(.*)/;
const lineNumber = /^\d{1,9}$/;
const linesOfMessage = 60;
const notThere = 'Could not open input file: ';
const notThereLine = /^Could not open input file: /m;
/** Position in code that was compiled at run time. The first part is the position of the call that compiled it. */
const evaluated = /^(.{1,4096})\((\d{1,9})\) : (?:eval\(\)'d code|runtime-created function)$/;

/** PHP: `PHP Parse error:  … in FILE on line N`, printed both to the log and to the screen. */
export const php: Toolchain = {
  name: 'php',
  readsCrashes: true,
  lines: { initials: 'PFRCWNDS' },
  detect: (sample) =>
    notThereLine.test(sample) ||
    (/ on line \d{1,9}$/m.test(sample) &&
      /^(?:PHP )?(?:Parse error|Fatal error|Recoverable|Catchable|Warning|Notice|Deprecated|Strict)/m.test(
        sample,
      ))
      ? 3
      : 0,
  open: (cursor, report) => {
    let lastKey = '';
    return () => {
      const hit = header.exec(cursor.content);
      if (!hit) return readMissing(cursor, report);
      const severity = severityOf(hit[1]);
      // the message of an uncaught exception contains its stack
      const lines = [hit[2] ?? ''];
      let end = readEnd(lines[0] ?? '');
      while (!end) {
        const nextLine = lines.length < linesOfMessage ? cursor.peek(lines.length) : null;
        if (nextLine === null || header.test(nextLine)) return false;
        lines.push(nextLine);
        end = readEnd(nextLine);
      }
      const message = [...lines.slice(0, -1), end.text]
        .join('\n')
        .trim()
        .replace(/\n {2}thrown$/, '');
      cursor.advance(lines.length);
      const key = `${end.line} ${end.file} ${message}`;
      if (key !== lastKey) report.add({ severity, message, at: { file: end.file, line: end.line } });
      lastKey = key;
      return true;
    };
  },
};

/** Parses `… in FILE on line N` at the end of a line. Null for any other line. */
function readEnd(text: string): { text: string; file: string; line: number } | null {
  const on = text.lastIndexOf(' on line ');
  const number = text.slice(on + ' on line '.length);
  if (on < 0 || !lineNumber.test(number)) return null;
  const inside = text.lastIndexOf(' in ', on);
  if (inside < 0 || inside + ' in '.length >= on) return null;
  const file = text.slice(inside + ' in '.length, on);
  const [, outer = file, line = number] = evaluated.exec(file) ?? [];
  return { text: text.slice(0, inside), file: outer, line: Number(line) };
}

function readMissing(cursor: Cursor, report: Report): boolean {
  const isMissing = cursor.content.startsWith(notThere);
  if (isMissing) report.add({ severity: 'error', message: cursor.content });
  return isMissing;
}
