import type { Cursor } from '../cursor';
import { detectByText, type Toolchain } from '../toolchain';

const header = /^(?!\s)(.{1,4096}?): \d{1,9}: (\S.*)/;
const numbered = /: \d/;
const position = /^(.*?) ?@ line (\d{1,9}), column (\d{1,9})\.$/;
const general = /^General error during .{1,200}?: (\S.*)/;
const linesOfMessage = 20;

/** Groovy: `a.groovy: 3: unable to resolve class X`, with ` @ line 3, column 2.` at the end or on a separate line. */
export const groovy: Toolchain = {
  name: 'groovy',
  readsCrashes: true,
  lines: { colon: true },
  detect: detectByText(
    /MultipleCompilationErrorsException: startup failed:| ?@ line \d{1,9}, column \d{1,9}\.$/m,
  ),
  open: (cursor, report) => () => {
    const { content } = cursor;
    const message = general.exec(content)?.[1];
    if (message !== undefined) {
      report.add({ severity: 'error', message });
      return true;
    }
    const hit = numbered.test(content) ? header.exec(content) : null;
    if (!hit) return false;
    const text = hit[2] ?? '';
    const lines = position.test(text) ? [text] : linesOf(text, cursor);
    const [, end = '', line, column] = position.exec(lines[lines.length - 1] ?? '') ?? [];
    if (line === undefined) return false;
    const fullMessage = [...lines.slice(0, -1), end].join('\n').trim();
    report.add({
      severity: 'error',
      message: fullMessage,
      at: { file: hit[1], line, column },
      unit: 'utf16',
    });
    cursor.advance(lines.length);
    // the source line and its mark
    while (cursor.content.startsWith('   ')) cursor.advance();
    return true;
  },
};

/** Returns the lines of a message up to its position. */
function linesOf(text: string, cursor: Cursor): readonly string[] {
  const ends = (line: string) => line === '' || position.test(line) || header.test(line);
  return [text, ...(cursor.linesBelow(linesOfMessage, ends) ?? [])];
}
