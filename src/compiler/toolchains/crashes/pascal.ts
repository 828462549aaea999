import type { Cursor } from '../../cursor';
import type { DiagnosticDraft, Report } from '../../report';
import type { Toolchain } from '../../toolchain';
import { addOwnCall } from './calls';

const numbered = /^(Runtime error \d{1,5}) at \$[\dA-F]{4,16}$/;
const unhandled = /^An unhandled exception occurred at \$[\dA-F]{4,16}\s?:$/;
const headIn = /^(?:Runtime error \d{1,5}|An unhandled exception occurred) at \$[\dA-F]{4,16}/m;
/** A failed assertion. If it was raised as an exception, the name of the exception precedes it. */
const asserted = /^((?:EAssertionFailed: )?.{1,4000}) \(((?:(?! \().){1,4096}), line (\d{1,9})\)\.?$/;
const call = /^ {2}\$[\dA-F]{4,16}(?: {2}(.{1,1000}?),? {1,2}line (\d{1,9}) of (.{1,4096}))?$/;
const assertion = 'Assertion failed (';
const linesOfMessage = 20;
const callsRead = 300;

/**
 * Runtime errors of Free Pascal: `Runtime error 201 at $…` or an exception, then the calls, innermost first. The calls
 * have line numbers if the program was compiled with `-gl`.
 */
export const pascalError: Toolchain = {
  name: 'pascal',
  lines: { initials: 'RA' },
  readsCrashes: true,
  detect: (sample) =>
    (sample.includes(' at $') && headIn.test(sample)) || sample.includes(assertion) ? 3 : 0,
  open: (cursor, report) => () => {
    const { content } = cursor;
    if (content.startsWith(assertion)) return readAssertion(content, report) !== null;
    const [, message] = numbered.exec(content) ?? [];
    if (message === undefined && !unhandled.test(content)) return false;
    const draft =
      message === undefined ? readException(cursor, report) : report.add({ severity: 'error', message });
    cursor.advance();
    readCalls(draft, cursor, report);
    return true;
  },
};

/** Reads an exception, and moves the cursor to the last line of its message. */
function readException(cursor: Cursor, report: Report): DiagnosticDraft {
  const messageLine = cursor.line;
  const lines = cursor.linesBelow(linesOfMessage, (line) => call.test(line))?.slice(0, -1) ?? [
    cursor.peek() ?? '',
  ];
  cursor.advance(lines.length);
  const message = lines.join('\n').trimEnd();
  return (
    readAssertion(message, report, messageLine) ?? report.add({ severity: 'error', message }, messageLine)
  );
}

function readAssertion(text: string, report: Report, messageLine?: number): DiagnosticDraft | null {
  const [, message, file, line] = asserted.exec(text) ?? [];
  if (message === undefined || !/^(?:EAssertionFailed|Assertion failed)/.test(message)) return null;
  return report.add({ severity: 'error', message, at: { file, line } }, messageLine);
}

/**
 * Reads the calls. Only calls in the program have a line number, because the library is compiled without line numbers.
 */
function readCalls(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (let read = 0; read < callsRead; read++, cursor.advance()) {
    const hit = call.exec(cursor.content);
    if (!hit) return;
    const [, name = '', line, file] = hit;
    if (line !== undefined) addOwnCall(draft, { file, line, message: `called in ${name}` }, report);
  }
}
