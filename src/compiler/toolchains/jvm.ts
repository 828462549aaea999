import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import type { Toolchain } from '../toolchain';

const header = /^(?:Exception in thread ".{1,200}" |Caught: )(\S.*)/;
const frame = /^\tat ([^\s(]{1,1000})\((.{1,4096}):(\d{1,9})\)/;
/** A line of a stack trace: a frame, the number of omitted frames, a cause, or a suppressed exception. */
const inStack = /^(?:\t|Caused by: )/;
/** Classes of the platform. Newer versions print their module: `java.base/java.util.Scanner`. */
const library = /\/|^(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|org\.codehaus\.groovy)\./;
const linesOfMessage = 20;
const callsShown = 50;

/** Uncaught exceptions of Java, Kotlin, Scala and Groovy. The innermost call in the program is the position. */
export const jvm: Toolchain = {
  name: 'jvm',
  readsCrashes: true,
  lines: { initials: 'EC' },
  detect: (sample) =>
    /^(?:Exception in thread "|Caught: )/m.test(sample) && sample.includes('\n\tat ') ? 3 : 0,
  open: (cursor, report) => () => {
    const firstLine = header.exec(cursor.content)?.[1];
    const lines =
      firstLine === undefined ? null : cursor.linesBelow(linesOfMessage, (line) => line.startsWith('\tat '));
    if (firstLine === undefined || !lines) return false;
    // Groovy prints the message twice
    const again = lines.indexOf(firstLine);
    const message = [firstLine, ...lines.slice(0, again < 0 ? -1 : again)].join('\n');
    const draft = report.add({ severity: 'error', message });
    cursor.advance(lines.length);
    readStack(draft, cursor, report);
    return true;
  },
};

function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (; inStack.test(cursor.content); cursor.advance()) {
    const [, call = '', file = '', line] = frame.exec(cursor.content) ?? [];
    if (line === undefined || library.test(call) || draft.related.length === callsShown) continue;
    report.addCall(draft, { file, line, message: `called in ${call}` });
  }
}
