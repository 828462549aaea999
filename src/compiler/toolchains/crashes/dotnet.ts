import type { Cursor } from '../../cursor';
import type { DiagnosticDraft, Report } from '../../report';
import { detectByText, type Toolchain } from '../../toolchain';
import { addOwnCall } from './calls';

/**
 * Header of .NET and .NET Framework, the latter also in Chinese. Mono prints the exception on the next line, and then
 * repeats it.
 */
const head =
  /^(?:Unhandled [Ee]xception[.:]|未经处理的异常:|\[ERROR\] FATAL UNHANDLED EXCEPTION:) {0,4}(.*)$/;
const repeated = '[ERROR] FATAL UNHANDLED EXCEPTION:';
const call =
  /^ {2,3}(?:at|在) ((?:(?! (?:in|位置) ).){1,4000}) (?:in|位置) (.{1,4096}?):(?:line |行号 )?(\d{1,9}) ?$/;
/** An offset that Mono prints after the name of the function. */
const offset = / \[0x[\da-f]{1,8}\]$/;
const isCall = /^ {2,3}(?:at|在) /;
/** A separator line in a stack trace, such as `--- End of inner exception stack trace ---`. */
const inner = /^ {0,3}--- /;
const foreign = /^<|^[\\/]_[\\/]/;
const linesOfMessage = 30;
const callsRead = 400;

/**
 * Unhandled exceptions of .NET and Mono: `Unhandled exception. System.X: …`, then the stack frames. Those of the
 * innermost exception come first.
 */
export const dotnetException: Toolchain = {
  name: 'dotnet',
  lines: { initials: 'U[未' },
  readsCrashes: true,
  detect: detectByText(
    /^(?:Unhandled [Ee]xception[.:](?: |$)|未经处理的异常:|\[ERROR\] FATAL UNHANDLED EXCEPTION:)/m,
  ),
  open: (cursor, report) => {
    let lastMessage = '';
    return () => {
      const firstLine = head.exec(cursor.content)?.[1];
      if (firstLine === undefined) return false;
      const lines = readMessage(firstLine, cursor);
      const message = lines.join('\n').trimEnd();
      const isRepeated = message === lastMessage;
      lastMessage = message;
      const draft = isRepeated || isFollowed(cursor) ? null : report.add({ severity: 'error', message });
      readCalls(draft, cursor, report);
      return true;
    };
  },
};

/** Reads the message and moves the cursor to the first stack frame. If none follows, the message is a single line. */
function readMessage(firstLine: string, cursor: Cursor): string[] {
  const ends = (line: string): boolean => isCall.test(line) || head.test(line);
  const lines = cursor.linesBelow(linesOfMessage, ends)?.slice(0, -1);
  const furtherLines = lines ?? (firstLine === '' ? [cursor.peek() ?? ''] : []);
  cursor.advance(furtherLines.length + 1);
  return firstLine === '' ? furtherLines : [firstLine, ...furtherLines];
}

/**
 * Returns whether Mono's repetition of the exception follows. The repetition contains the stack frames, if there are
 * any.
 */
function isFollowed({ content }: Cursor): boolean {
  return content.startsWith(repeated);
}

/** Reads the stack frames. The innermost one in the program becomes the position of the exception. */
function readCalls(draft: DiagnosticDraft | null, cursor: Cursor, report: Report): void {
  for (let read = 0; read < callsRead; read++, cursor.advance()) {
    const { content } = cursor;
    if (!isCall.test(content) && !inner.test(content)) return;
    const [, name = '', file = '', line] = call.exec(content) ?? [];
    if (!draft || line === undefined || foreign.test(file)) continue;
    addOwnCall(draft, { file, line, message: `called in ${name.replace(offset, '')}` }, report);
  }
}
