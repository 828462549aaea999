import type { Cursor } from '../../cursor';
import type { DiagnosticDraft, Report } from '../../report';
import { detectByText, type Toolchain } from '../../toolchain';
import { addOwnCall } from './calls';

const head = /^(?:panic: |fatal error: |unexpected fault address )/;
const faultAddress = /^unexpected fault address /;
/** The second line of an unexpected fault. After other lines it is a header. */
const fault = 'fatal error: fault';
const goroutine = /^goroutine \d{1,19} (?:gp=\S{1,40} m=\S{1,40} (?:mp=\S{1,40} )?)?\[.{1,200}\]:$/;
/** A line that ends the message: a note of the Go runtime, the header of the first stack, or the exit status. */
const signal = /^(?:\[signal |runtime: |\[?goroutine |exit status )/;
/** A function of the program. Its package is always `main`. */
const ownCall = /^(?:created by )?main[./(]/;
const locationPattern = /^\t(\S.{0,4095}?\.(?:go|s)):(\d{1,9})(?: |$)/;
/** Headers of stacks, and `...` for the omitted calls of a deep stack. */
const between = /^(?:goroutine |runtime stack:$|\.\.\.)/;
const linesOfMessage = 40;
const linesOfStack = 1000;

/** Panics of Go: `panic: …` or `fatal error: …`, then the stacks of goroutines. The crashed goroutine comes first. */
export const goPanic: Toolchain = {
  name: 'goroutine',
  lines: { initials: 'pfu' },
  readsCrashes: true,
  detect: detectByText(/^goroutine \d{1,19} .{0,200}\[.{1,200}\]:$/m),
  open: (cursor, report) => () => {
    const { content } = cursor;
    if (!head.test(content)) return false;
    // only the last header before a stack counts, because other programs print similar lines
    const isNextHead = (line: string): boolean =>
      head.test(line) && !(line === fault && faultAddress.test(content));
    const lines = cursor.linesBelow(linesOfMessage, (line) => goroutine.test(line) || isNextHead(line));
    if (!lines || !goroutine.test(lines[lines.length - 1] ?? '')) return false;
    const messageLines = [content, ...lines];
    const end = messageLines.findIndex((line) => line === '' || signal.test(line));
    const draft = report.add({ severity: 'error', message: messageLines.slice(0, end).join('\n') });
    cursor.advance(lines.length);
    readStacks(draft, cursor, report);
    return true;
  },
};

/**
 * Reads stacks up to the first one that contains calls of the program. A call has two lines: the name of the function,
 * and its indented position. The innermost call comes first.
 */
function readStacks(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  let name = '';
  for (let read = 0; read < linesOfStack && !cursor.done; read++, cursor.advance()) {
    const { content } = cursor;
    if (content === '' && draft.line !== null) return;
    if (content === '' || between.test(content)) continue;
    const [, file, line] = locationPattern.exec(content) ?? [];
    if (line === undefined) {
      if (!locationPattern.test(cursor.peek() ?? '')) return;
      name = content;
    } else if (ownCall.test(name)) {
      addOwnCall(draft, { file, line, message: `called in ${name}` }, report);
    }
  }
}
